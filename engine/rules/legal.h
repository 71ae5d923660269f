#pragma once
// Which actions answer the pending choice.
#include "engine/core/state.h"

namespace archon {

// Fills the list in a fixed order. Equal cards in hand are offered once. Requires a pending choice.
void list_actions(const Matchup& m, const State& s, ActionList& list);

// The only answer to the pending choice, if there is but one: it is taken without asking.
bool forced_answer(const Matchup& m, const State& s, Action& answer);

}  // namespace archon
