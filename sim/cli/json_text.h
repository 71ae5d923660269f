#pragma once
// What the JSON of several commands has in common.
#include <nlohmann/json.hpp>

#include "sim/stats/statistics.h"

namespace archon::cli {

inline nlohmann::ordered_json pair_json(const Interval& interval) { return {interval.low, interval.high}; }

}  // namespace archon::cli
