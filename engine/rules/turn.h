#pragma once
// Turns and their steps (rulebook 18.4, TURN SEQUENCE, TIMING CHART).
#include "engine/core/state.h"

namespace archon {

// Draws as in the draw step: the number is fixed before the first card, and a chain is shed when chains prevented a draw
// (rulebook 18.4, CHAINS).
void refill_hand(const Matchup& m, State& s, int player);

}  // namespace archon
