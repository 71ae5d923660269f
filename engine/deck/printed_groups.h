#pragma once
// What generated decks know of single cards: which are printed together, which are faces of one card of the list. Internal to
// engine/deck; README.md says where the figures come from.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace archon {

// Cards that come with another one, a copy for each copy of it.
struct Companions {
  std::string_view id;
  std::array<std::string_view, 3> others;  // empty after the last one
  bool only_beside = true;                 // the others are not drawn by themselves
};
inline constexpr auto kCompanions = std::to_array<Companions>({
    {"timetraveller", {"help-from-future-self"}},
    {"horseman-of-pestilence", {"horseman-of-death", "horseman-of-famine", "horseman-of-war"}},
    {"niffle-queen", {"niffle-ape", "niffle-ape"}, false},
    {"faygin", {"urchin", "urchin"}, false},
    {"ortannu-the-chained", {"ortannu-s-binding", "ortannu-s-binding"}},
    {"grumpus-tamer", {"war-grumpus"}, false},
    {"igon-the-green", {"igon-the-terrible"}},
    {"hyde", {"velum"}},
    {"chain-gang", {"subtle-chain"}, false},
    {"alaka-s-brew", {"mega-alaka"}},
    {"chieftain-s-brew", {"mega-ganger-chieftain"}},
    {"cowfyne-s-brew", {"mega-cowfyne"}},
    {"groke-s-brew", {"mega-groke"}},
    {"gron-s-brew", {"mega-gron-nine-toes"}},
    {"mogghunter-s-brew", {"mega-mogghunter"}},
    {"narp-s-brew", {"mega-narp"}},
    {"shorty-s-brew", {"mega-shorty"}},
    {"chan-s-blaster", {"commander-chan"}, false},
    {"frane-s-blaster", {"first-officer-frane"}, false},
    {"garcia-s-blaster", {"sensor-chief-garcia"}, false},
    {"ingram-s-blaster", {"medic-ingram"}, false},
    {"khrkhar-s-blaster", {"lieutenant-khrkhar"}, false},
    {"kirby-s-blaster", {"com-officer-kirby"}, false},
    {"molina-s-blaster", {"armsmaster-molina"}, false},
    {"qincan-s-blaster", {"sci-officer-qincan"}, false},
    {"walls--blaster", {"chief-engineer-walls"}, false},
    {"ultra-gravitron", {"it-s-coming"}},
    {"deusillus", {"it-s-coming"}},
    {"niffle-kong", {"it-s-coming"}},
});

// How often a card is drawn beside the others of its house and rarity. Masters 1 to 3 are three faces of one rare, Sinestra and
// Dexus two; a group that is printed together is met twice as often as a single rare.
inline constexpr uint32_t kUsual = 504;  // divisible by the numbers of faces
struct Share {
  std::string_view id;
  uint32_t weight;
};
inline constexpr auto kShares = std::to_array<Share>({
    {"master-of-1", kUsual / 3},
    {"master-of-2", kUsual / 3},
    {"master-of-3", kUsual / 3},
    {"sinestra", kUsual / 2},
    {"dexus", kUsual / 2},
    {"timetraveller", 2 * kUsual},
    {"horseman-of-pestilence", 2 * kUsual},
    {"ultra-gravitron", 2 * kUsual},
    {"deusillus", 2 * kUsual},
    {"niffle-kong", 2 * kUsual},
});

// Faces of one common (class 0), uncommon (1) or other card (2), told by how their ids begin or end.
struct Faces {
  std::string_view set, part;
  size_t rarity;
  uint32_t weight;  // of each face
};
inline constexpr auto kFaces = std::to_array<Faces>({
    {"AoA", "-key-imp", 1, 2 * kUsual / 3},  {"AoA", "-ambassador", 1, 2 * kUsual / 6},
    {"WC", "s--bane", 1, 2 * kUsual / 7},    {"WC", "-plant", 1, 2 * kUsual / 6},
    {"WC", "-s-brew", 0, kUsual / 8},        {"WC", "-blaster", 0, kUsual / 9},
    {"MG24", "-key-imp", 1, 2 * kUsual / 3}, {"MG24", "-ambassador", 1, 2 * kUsual / 6},
    {"MG24", "z-ray-blaster", 2, kUsual},  // not one of the nine
    {"MG24", "-blaster", 0, kUsual / 9},     {"MG24", "dæmo-", 0, kUsual / 6},
    {"MG24", "dino-", 0, kUsual / 6},        {"MG24", "lyco-", 0, kUsual / 6},
    {"MG24", "sacro-", 0, kUsual / 6},       {"MG24", "techno-", 0, kUsual / 6},
    {"MG24", "umbra-", 0, kUsual / 6},       {"MG24", "xeno-", 0, kUsual / 6},
    {"MG24", "monument-to-", 0, kUsual / 5}, {"VM23", "monument-to-", 0, kUsual / 5},
    {"DISC", "-alien", 0, kUsual / 6},
});

}  // namespace archon
