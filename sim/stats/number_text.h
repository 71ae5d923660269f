#pragma once
// Numbers as people read them, the same in tables and reports.
#include <cstdint>
#include <string>

#include "sim/stats/statistics.h"

namespace archon {

std::string thousands(int64_t number);                 // 12,345
std::string fixed(double number, int digits);          // 0.50
std::string with_sign(double number, int digits);      // +0.50
std::string percent(double fraction, int digits = 1);  // "61.2 %"
std::string p_text(double p_value);                    // 0.04, 0.004, "below 0.001"
std::string percent(const Interval& interval);         // "58.1 - 64.2 %"

}  // namespace archon
