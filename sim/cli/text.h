#pragma once
// Numbers and columns for people. Widths count characters, not bytes.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/statistics.h"

namespace archon::cli {

int width(std::string_view utf8);
std::string left(std::string_view text, int columns);   // padded on the right
std::string right(std::string_view text, int columns);  // padded on the left
std::string shortened(std::string_view utf8, int columns);

std::string thousands(int64_t number);                 // 12,345
std::string fixed(double number, int digits);          // 0.50
std::string percent(double fraction, int digits = 1);  // "61.2 %"
std::string percent(const Interval& interval);         // "58.1 - 64.2 %"
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

}  // namespace archon::cli
