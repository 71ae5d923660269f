#pragma once
// Columns of whole numbers as short texts, for the data of pages (README.md). Only for sim/report/*.cpp.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace archon::report {

inline constexpr int64_t kNoNumber = -1;

// [width, text]: each number in so many digits of base 64 (A-Z a-z 0-9 - _), the first digit first; kNoNumber: the last digit
// only. As narrow as the largest number allows. Requires no other numbers that are negative.
nlohmann::json packed(const std::vector<int64_t>& numbers);

// Of a number that may be negative: 0, -1, 1, -2 ... are 0, 1, 2, 3 ...
int64_t zigzag(int64_t number);

// A number in so many parts of 1, rounded, and zigzag: 4.13 in tenths is 82.
int64_t in_parts(double number, int parts);

}  // namespace archon::report
