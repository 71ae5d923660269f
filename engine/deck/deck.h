#pragma once
// A deck: 36 cards, 12 of each of three houses; and the text files that hold one (README.md describes the format).
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/deck_identity.h"
#include "engine/facts/facts.h"

namespace archon {

inline constexpr int kDeckHouses = 3;
inline constexpr int kCardsPerHouse = 12;
inline constexpr int kDeckCards = kDeckHouses * kCardsPerHouse;
inline constexpr int kDeckProphecies = 4;

// Stands in the place of a set's code for a deck with cards and houses of several sets.
inline constexpr std::string_view kMixedSet = "mixed";

// What a card of a deck may be beside itself.
struct DeckMarks {
  bool maverick = false;  // printed in this deck in a house that is not its own
  bool legacy = false;    // from an earlier set than the deck
  bool anomaly = false;   // from no set: belongs to any house

  bool operator==(const DeckMarks&) const = default;
};
// Their words, in files and for people.
struct DeckMark {
  std::string_view word;
  bool DeckMarks::*is;
};
inline constexpr std::array<DeckMark, 3> kDeckMarks = {
    {{"maverick", &DeckMarks::maverick}, {"legacy", &DeckMarks::legacy}, {"anomaly", &DeckMarks::anomaly}}};

struct DeckCard : DeckMarks {
  int card = -1;  // index into CardTable
  House house = House::None;
  std::vector<std::string> bonus_icons;  // besides the printed ones, in the order they resolve: amber, capture, ..., a house

  bool operator==(const DeckCard&) const = default;
};

struct Deck {
  std::string name;
  std::string set;  // code: "CotA", or kMixedSet
  std::array<House, kDeckHouses> houses{};
  std::vector<DeckCard> cards;  // by house in the deck's order, then by number in the set

  // Besides the 36 cards: indices into CardTable, -1 for none.
  int token = -1;  // the token creature of the deck
  int archon_power = -1;
  std::vector<int> prophecies;  // none or four: the first two are the faces of one card, the last two of the other
  bool tide = false;            // comes with the card of the tide

  DeckIdentity identity;  // no part of the game: the hash leaves it out

  bool operator==(const Deck&) const = default;
};

struct DeckProblem {
  int line = 0;         // 1-based; 0 when it concerns the whole file
  std::string message;  // what is wrong
  std::string hint;     // what to do about it, may be empty
  std::string deck{};   // of several in a file: which one it is about, as far as that is known
};

struct DeckResult {
  std::optional<Deck> deck;  // only when there is no problem
  std::string name;          // of the deck, as far as it was read
  std::vector<DeckProblem> problems;
};

inline constexpr size_t kMaxDeckFileBytes = 1 << 20;

// All problems of a text, at most some 50. The nearest names, about half a millisecond each, are looked up for the first
// `suggest`.
DeckResult parse_deck(std::string_view text, size_t suggest = SIZE_MAX);
DeckResult read_deck_file(const std::string& path);

std::string write_deck(const Deck& deck);  // the canonical text: parse_deck gives the same deck back
uint64_t deck_hash(const Deck& deck);      // FNV-1a of that text without the identity
std::string hash_text(uint64_t hash);      // 16 hexadecimal digits
void sort_cards(Deck& deck);               // into the order that Deck::cards promises

// What keeps a deck from being legal, whatever file it came from: houses, numbers of cards, card_problem, what comes besides
// the cards. Lines are 0.
std::vector<DeckProblem> deck_problems(const Deck& deck);
// Why this card can't be in a deck of that set: it isn't played from a deck, is a boss's, or belongs to another house.
std::optional<DeckProblem> card_problem(const DeckCard& card, std::string_view set);

// "file:12: message (hint)"
std::string format_problem(std::string_view file, const DeckProblem& problem);

// How a card is called in a deck file: its name, and what tells it from another card of that name: "Sir Bevor (evil twin)".
std::string deck_card_name(int card);
int find_deck_card(std::string_view name);  // by that name or by id; index or -1

}  // namespace archon
