#pragma once
// From two decks to a Matchup.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/matchup.h"
#include "engine/deck/deck.h"

namespace archon {

inline constexpr int kMaxStartingChains = 24;  // rulebook 18.4, CHAINS

struct MatchupOptions {
  RulesProfile rules;
  std::array<int, 2> starting_chains{0, 0};  // 0..kMaxStartingChains
  GameClock clock{};
};

struct MatchupResult {
  std::optional<Matchup> matchup;
  // What the rulebook doesn't know (engine/deck/known_sets.h), a sentence for each deck, each once; prevents the matchup.
  std::vector<std::string> unknown_decks;
};

// Player 0 plays deck `a`. No card of a deck is a boss's (readers of decks refuse them). The Matchup refers to the program of
// the built-in library, which lives as long as the process.
MatchupResult make_matchup(const Deck& a, const Deck& b, const MatchupOptions& options = {});

// The same game with blanks in the places of some cards of the decks: action cards that can be played and do nothing, of the
// same houses, without icons. Places stay, so that equal seeds shuffle equally. What came with the decks beside the 36 cards
// stays, too. The program is that of the library and the blank, which is behind all other definitions.
Matchup with_blanks(Matchup m, CardSet cards);

// The house of a card that is named without one: of its first printing in Call of the Archons, else of its first; 0 for none.
HouseMask printed_houses(const CardFacts& facts);

// The token creature of a deck: index of its reference card in the table of cards.
TokenCreature token_creature(int card);

// Fills in what follows from the cards of a matchup: their wording, name groups, houses in the game, the events worth
// remembering.
void finish_matchup(Matchup& m);

}  // namespace archon
