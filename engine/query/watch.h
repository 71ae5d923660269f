#pragma once
// What the constant abilities of a matchup look at, so that derived values are recomputed only when it matters.
#include "engine/core/matchup.h"

namespace archon {

// Sets Matchup::watches, derives, watched_zones and what else follows from abilities of its cards. Conservative: an ability
// that might look counts as looking.
void find_watches(Matchup& m);

}  // namespace archon
