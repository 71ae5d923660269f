#pragma once
// Cells of a CSV file (RFC 4180), for text that others wrote.
#include <string>
#include <string_view>

namespace archon::cli {

// In double quotes, and visible (engine/facts/visible_text.h). A spreadsheet takes a cell that begins with = + - or @ for a
// formula, even in quotes: such a text gets a ' before it.
std::string csv_cell(std::string_view text);

// A line of remarks, "# ..." without its end: not quoted, but with the same ' after each comma, where a cell would begin.
std::string csv_remark(std::string_view text);

}  // namespace archon::cli
