#pragma once
// The game from set-up to the last turn (rulebook 18.4, GAME SETUP, TURN SEQUENCE, TIMING CHART).
#include "engine/core/state.h"

namespace archon {

// A new game: decks shuffled by the seeds of their own streams, `first` goes first; stops at the first mulligan choice.
void set_up(const Matchup& m, State& s, int first, uint64_t seed_deck0, uint64_t seed_deck1, uint64_t seed_chance);

// Draws as in the draw step: the number is fixed before the first card, and a chain is shed when chains prevented a draw
// (rulebook 18.4, CHAINS).
void refill_hand(const Matchup& m, State& s, int player);

// Puts every card into its owner's deck and clears everything else.
void clear_state(const Matchup& m, State& s);

}  // namespace archon
