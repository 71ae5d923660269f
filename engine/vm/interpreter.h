#pragma once
// The interpreter: runs the program of an ability by asking query and calling rules. It pauses only where a player chooses or
// where a rule pushes a frame of its own; everything it needs to go on lies in its AbilityFrame.
#include "engine/core/frames.h"

namespace archon {

// Runs the ability on top of the stack until it pauses or ends.
void step_ability(const Matchup& m, State& s);

}  // namespace archon
