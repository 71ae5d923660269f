#pragma once
// Turns and their steps (rulebook 18.4, TURN SEQUENCE, TIMING CHART).
#include "engine/core/state.h"

namespace archon {

// Draws as in the draw step: the number is fixed before the first card, and a chain is shed when chains prevented a draw
// (rulebook 18.4, CHAINS).
void refill_hand(const Matchup& m, State& s, int player);

// Whether time was called and the players compared what they have (engine/query/standing.h), or one of them forged the third
// key just before.
bool ended_by_time(const State& s);

}  // namespace archon
