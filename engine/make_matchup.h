#pragma once
// From two decks to a Matchup.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/matchup.h"
#include "engine/deck/deck.h"

namespace archon {

struct MatchupOptions {
  RulesProfile rules;
  std::array<int, 2> starting_chains{0, 0};  // 0..24
  bool allow_blank = false;                  // cards without a program are played as cards without text
  bool experimental = false;                 // cards are played by drafts of their definitions that nobody has checked
};

struct MatchupResult {
  std::optional<Matchup> matchup;
  // Names, or a sentence for each deck; each once.
  std::vector<std::string> blank_cards;         // have no behaviour; without `allow_blank` they prevent the matchup
  std::vector<std::string> experimental_cards;  // are played by a draft; without `experimental` they prevent the matchup
  std::vector<std::string> unknown_decks;  // what the rulebook doesn't know (engine/deck/known_sets.h); prevents the matchup
};

// Player 0 plays deck `a`. Cards whose draft compiles are blank when blank cards are allowed and experimental ones are not. The
// Matchup refers to the program of a built-in library, which lives as long as the process: the one with the drafts only when
// there are experimental cards.
MatchupResult make_matchup(const Deck& a, const Deck& b, const MatchupOptions& options = {});

// The house of a card that is named without one: of its first printing in Call of the Archons, else of its first; 0 for none.
HouseMask printed_houses(const CardFacts& facts);

// The token creature of a deck: index of its reference card in the table of cards.
TokenCreature token_creature(int card);

// Fills in what follows from the cards of a matchup: their wording, name groups, houses in the game, the events worth
// remembering.
void finish_matchup(Matchup& m);

}  // namespace archon
