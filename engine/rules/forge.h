#pragma once
// Keys (rulebook 18.4, STEP 1, FORGE, KEYS).
#include "engine/core/state.h"

namespace archon {

// Pushes the frame that forges a key at a cost, if the player can pay it; the third key ends the game at once.
void push_forge(State& s, int player, int cost);

}  // namespace archon
