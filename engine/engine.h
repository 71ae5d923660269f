#pragma once
// The door to the engine: a game is a value (State) that changes only through apply().
#include <cstdint>

#include "engine/core/action.h"
#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

struct GameSetup {
  uint64_t seed = 1;  // of the run
  uint64_t game = 0;  // number of the game in the run: with the seed it fixes every shuffle
  int first = -1;     // player who goes first; -1: drawn at random
};

// Sets up a game and goes to its first decision. Reproducible: equal matchup, seed and game give equal games.
void new_game(const Matchup& m, State& s, const GameSetup& setup);
// The same, but nothing is drawn yet; advance() goes on.
void lay_out_game(const Matchup& m, State& s, const GameSetup& setup);

// The legal actions of the pending decision, in a fixed order; empty when the game is over. No allocation.
inline int decision_player(const State& s) { return s.choice.player; }
void legal_actions(const Matchup& m, const State& s, ActionList& list);

// Carries out one legal action and goes to the next decision. Precondition: `action` is legal (checked builds assert it).
// No allocation.
void apply(const Matchup& m, State& s, Action action);

}  // namespace archon
