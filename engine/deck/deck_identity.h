#pragma once
// Who a deck is elsewhere: in the deck registry (Master Vault) and at Decks of KeyForge, which rates decks; and of which decks
// it was built.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/types.h"

namespace archon {

// Where the cards of one house of a build come from: a pod is the 12 cards of one house of a deck.
struct PodSource {
  std::string deck;  // its id in the deck registry, or the hash of its cards as 16 hexadecimal digits
  House house = House::None;

  bool operator==(const PodSource&) const = default;
};

// What an input does not tell is empty.
struct DeckIdentity {
  std::string id;                   // in the deck registry, a UUID in lower case
  std::optional<double> sas, aerc;  // ratings of Decks of KeyForge, from 0 to 1,000

  std::string unlisted_set{};  // code of its set, where the cards of that are not known: the deck is read as a mixed one

  std::vector<PodSource> pods{};  // of a deck built of pods: three; of one as printed none

  bool operator==(const DeckIdentity&) const = default;
};

// The first UUID of a text (an id, a link), in lower case; empty when there is none.
std::string find_uuid(std::string_view text);
// A rating from 0 to 1,000, to hundredths; nothing for any other text.
std::optional<double> parse_rating(std::string_view text);
std::string rating_text(double rating);  // in hundredths, as short as it can be: "67", "58.3"

// "29bb805b-12ce-4f29-aad7-a4d9b512e41c:dis", "00f3a2b45c6d7e89:star-alliance" as deck files and the online server write it
// (which leaves out the hyphen); nothing for any other text.
std::optional<PodSource> parse_pod(std::string_view text);
std::string pod_text(const PodSource& pod);

// Pages of the deck; empty when its id is unknown.
std::string registry_link(const DeckIdentity& identity);
std::string ratings_link(const DeckIdentity& identity);  // at Decks of KeyForge

}  // namespace archon
