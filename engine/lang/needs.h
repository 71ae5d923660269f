#pragma once
// What the values of expressions depend on: for agents, which see only a part of a game, and for what is asked.
#include "engine/core/program.h"

namespace archon::lang {

// Fills `needs` and `selector_needs` for what was added to the program since the last call. O(added).
void note_needs(Program& program);

// Whether the code, up to the end of the program, depends on which card has the ability.
bool speaks_of_this(const Program& program, uint16_t code);

}  // namespace archon::lang
