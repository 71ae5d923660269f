#pragma once
// What the values of expressions depend on: for agents, which see only a part of a game.
#include "engine/core/program.h"

namespace archon::lang {

// Fills `needs` and `selector_needs` for what was added to the program since the last call. O(added).
void note_needs(Program& program);

}  // namespace archon::lang
