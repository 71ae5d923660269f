#pragma once
// Positions with cards that the rulebook of the game doesn't know.
#include <string>

#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

// "rulebook 1.3 does not know Bonesaw (Worlds Collide); `rules` 18.4 does"; empty when it knows all (engine/deck/known_sets.h).
std::string unknown_in(const Matchup& m, const State& s);

}  // namespace archon
