#include "sim/present/csv_text.h"

#include <algorithm>

#include "engine/facts/visible_text.h"
#include "sim/stats/number_text.h"

namespace archon {
namespace {

// Blanks before it do not matter, nor does the quote with which a cell of a remark may begin.
bool begins_formula(std::string_view text) {
  constexpr std::string_view kSigns[] = {"=", "+", "-", "@", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
  text.remove_prefix(std::min(text.find_first_not_of(" \""), text.size()));
  return std::ranges::any_of(kSigns, [&](std::string_view sign) { return text.starts_with(sign); });
}

// Visible, with a ' before each formula, and behind what a spreadsheet may take for the end of a cell, whatever the file says.
std::string without_formulas(std::string_view text) {
  const std::string visible = visible_line(text);
  std::string safe = begins_formula(visible) ? "'" : "";
  for (size_t i = 0; i < visible.size(); ++i) {
    safe += visible[i];
    const bool separator = visible[i] == ',' || visible[i] == ';';
    if (separator && begins_formula(std::string_view(visible).substr(i + 1))) safe += '\'';
  }
  return safe;
}

}  // namespace

std::string csv_cell(std::string_view text) {
  std::string cell = "\"";
  for (const char c : without_formulas(text)) {
    cell += c;
    if (c == '"') cell += c;
  }
  return cell + "\"";
}

std::string csv_remark(std::string_view text) { return "# " + without_formulas(text); }

std::string csv_numbers(double value, const Interval& interval, int digits) {
  return fixed(value, digits) + "," + fixed(interval.low, digits) + "," + fixed(interval.high, digits);
}

}  // namespace archon
