#pragma once
// What happened as JSON, for programs: `archon replay --format json` and `archon engine`.
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "engine/log/recorder.h"

namespace archon {

// An object with `cause` (text or null) and `text` (clauses); for who knows all (viewer -1) also `card`, the ref of the card
// that caused it, and `changes`: each with `change` (a word of change.h), `player` or `card`, `before` and `after`; of a move
// these are `zone` and `player`, with `place`; of counters also `kind`; lasting effects and steps are left out. `numbers`: refs
// of the cards. Null where there is nothing to say.
nlohmann::ordered_json passage_json(const Matchup& m, const State& before, const State& after, const Passage& passage,
                                    std::span<const int> numbers, int viewer = -1);

}  // namespace archon
