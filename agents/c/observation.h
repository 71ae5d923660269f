#pragma once
// What the C interface says of a position: observations and columns of legal actions, laid out as archon.h describes.
#include <cstdint>
#include <span>

#include "agents/c/archon.h"
#include "engine/core/action.h"
#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon::c {

// `shown` is a State in the disguise of `player` (engine/view/disguise.h). O(cards).
void write_observation(const Matchup& m, const State& shown, int player, std::span<int32_t, ARCHON_OBSERVATION> out);

// Rows of ARCHON_ACTION_COLUMNS for the legal actions of the pending decision, in the disguise of the deciding player.
// Allocates only where abilities are put in order.
void write_actions(const Matchup& m, const State& shown, std::span<const Action> legal, int32_t* out);

}  // namespace archon::c
