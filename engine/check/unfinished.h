#pragma once
// What must hold between the parts of unfinished business, beyond the range of each field (engine/core/fields.h): a frame that
// waits for an answer is the top one and the question is its own; abilities wait in the windows that are open; an ability that
// is being resolved stands in its own code.
#include <string>
#include <vector>

#include "engine/core/frames.h"
#include "engine/core/matchup.h"

namespace archon {

// The violations, nothing when the game can go on from here. Requires fields within their ranges. O(code of the abilities that
// are being resolved).
std::vector<std::string> check_unfinished(const Matchup& m, const State& s);

}  // namespace archon
