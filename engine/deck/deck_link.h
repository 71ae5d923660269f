#pragma once
// Decks as a code for the end of an address: some 60 to 80 characters a deck, name and all. Cards are known by set and number,
// as printed on them, so a code stays what it is when cards, sets and houses are added. README.md describes the code.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/deck.h"

namespace archon {

inline constexpr std::string_view kLinkFragment = "decks=";  // stands before the code in an address: "...#decks=B..."

// A-Z a-z 0-9 - _. The decks must be legal. Of what tells who a deck is elsewhere it has SAS only.
std::string deck_link(std::span<const Deck> decks);

// The decks of a code, or of an address with one; cards are in the order of sort_cards. Any text is allowed: no deck, and one
// problem, when it is no code, is damaged, is of a newer form, or has a set, house or card that this program does not know.
struct LinkedDecks {
  std::vector<Deck> decks;
  std::vector<DeckProblem> problems;
};
LinkedDecks read_deck_link(std::string_view text);

}  // namespace archon
