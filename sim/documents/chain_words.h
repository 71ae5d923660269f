#pragma once
// Handicaps as people read them.
#include <string>

#include "sim/stats/statistics.h"

namespace archon::cli {

std::string signed_chains(double handicap, int digits);  // "+3.4"; ">24" and "<-24" beyond
std::string handicap_interval(const Interval& interval);

}  // namespace archon::cli
