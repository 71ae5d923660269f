#pragma once
// Cells of a CSV file (RFC 4180), for text that others wrote.
#include <string>
#include <string_view>

#include "sim/stats/statistics.h"

namespace archon {

// In double quotes, and visible (engine/facts/visible_text.h). A spreadsheet takes a cell that begins with = + - or @, or
// with one of their wide forms (U+FF1D, U+FF0B, U+FF0D, U+FF20), for a formula, even in quotes: such a text gets a ' before it,
// and so does one behind a comma or semicolon: what separates the cells is up to the reader's language.
std::string csv_cell(std::string_view text);

// A line of remarks, "# ..." without its end: not quoted, but with the same '.
std::string csv_remark(std::string_view text);

// Three cells: a value and its interval.
std::string csv_numbers(double value, const Interval& interval, int digits);

}  // namespace archon
