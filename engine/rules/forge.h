#pragma once
// Keys (rulebook 18.4, STEP 1, FORGE, KEYS).
#include "engine/core/state.h"

namespace archon {

// Pushes the frame that forges a key at a cost, if the player can pay it; the third key ends the game at once. `key` is the
// one that is forged, if it isn't yet: 1 the red one, 2 blue, 3 yellow; 0: one the player chooses. `by_color`: the cost is that
// of the cheapest colour, and others cost more.
void push_forge(State& s, int player, int cost, int key = 0, bool by_color = false);

}  // namespace archon
