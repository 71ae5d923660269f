#pragma once
// Pods, the 12 cards of one house of a deck, and the decks that are built of three of them: the formats Alliance and Sealed
// (tournament rules 2.0). What else comes with a deck - its token creature, prophecies, archon power - comes with one of the
// decks that contribute a pod.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/facts/restricted.h"

namespace archon {

// Archon: a deck as printed. Alliance: pods, at most one name of the restricted list. Sealed: pods of up to three new decks.
enum class DeckFormat : uint8_t { Archon, Alliance, Sealed };
std::string_view format_name(DeckFormat format);  // "alliance"
std::optional<DeckFormat> find_format(std::string_view name);

// An index into a list of decks that outlives it, and a house of that deck.
struct Pod {
  int deck = 0;
  House house = House::None;

  bool operator==(const Pod&) const = default;
};

// Three pods, by rising house, and the deck whose extras the build has: its token creature, prophecies and archon power. -1
// where the contributing decks have none.
struct Build {
  std::array<Pod, kDeckHouses> pods;
  int extras = -1;

  bool printed() const { return pods[0].deck == pods[1].deck && pods[1].deck == pods[2].deck; }  // a deck as it is
  bool operator==(const Build&) const = default;
};

bool has_extras(const Deck& deck);  // a token creature, prophecies or an archon power

// All pods of the decks, by house, then by deck.
std::vector<Pod> pods_of(std::span<const Deck> decks);
Build printed_build(std::span<const Deck> decks, int deck);

// What keeps the build from being legal in the format, all of it: sets, houses, extras, restricted cards, a set that takes no
// part. `list` is that of Alliance.
std::vector<DeckProblem> build_problems(std::span<const Deck> decks, const Build& build, DeckFormat format,
                                        const RestrictedList& list);

// The same for a deck as it was read, which may have been built of pods elsewhere.
std::vector<DeckProblem> format_problems(const Deck& deck, DeckFormat format, const RestrictedList& list);

// The deck: its cards are those of the pods, its identity says which. The build must be legal.
Deck deck_of(std::span<const Deck> decks, const Build& build);

// "Dis of Tsong, the Watcher of Food"; and the three of a build, joined by " + ". A deck as printed has its own name.
std::string pod_name(std::span<const Deck> decks, const Pod& pod);
std::string build_name(std::span<const Deck> decks, const Build& build);

}  // namespace archon
