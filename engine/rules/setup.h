#pragma once
// The set-up of a game, up to its first turn (rulebook 18.4, GAME SETUP, MULLIGAN).
#include "engine/core/state.h"

namespace archon {

// Puts every card where it lies before the game, into its owner's deck or among the reference cards, and clears everything
// else.
void clear_state(const Matchup& m, State& s);

// A new game: decks shuffled by the seeds of their own streams, `first` goes first; nothing is drawn yet.
void set_up(const Matchup& m, State& s, int first, uint64_t seed_deck0, uint64_t seed_deck1, uint64_t seed_chance);

// The next step of the set-up: archon powers, starting hands, mulligans. True when it is done.
bool step_setup(const Matchup& m, State& s);

}  // namespace archon
