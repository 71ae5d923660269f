#pragma once
// Readying in a step of its own (rulebook 18.4, STEP 4: READY CARDS, ENTRENCH).
#include "engine/core/state.h"

namespace archon {

// Readies each exhausted card of the active player that nothing keeps from it, one at a time and each once. Asks which comes
// next only while something follows when a card is readied, or which creatures with entrench are readied at all (phase 1 of the
// step); true when the step is done.
bool ready_step(const Matchup& m, State& s);

}  // namespace archon
