#pragma once
// The game loop.
#include "engine/core/state.h"

namespace archon {

// Goes on until a player must choose or the game is over. Decisions with one option are taken without asking.
void advance(const Matchup& m, State& s);

}  // namespace archon
