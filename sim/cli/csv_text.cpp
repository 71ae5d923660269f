#include "sim/cli/csv_text.h"

#include "engine/facts/visible_text.h"

namespace archon::cli {
namespace {

bool begins_formula(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  return first != std::string_view::npos && std::string_view("=+-@").find(text[first]) != std::string_view::npos;
}

}  // namespace

std::string csv_cell(std::string_view text) {
  std::string cell = begins_formula(text) ? "\"'" : "\"";
  for (const char c : visible_line(text)) {
    cell += c;
    if (c == '"') cell += c;
  }
  return cell + "\"";
}

std::string csv_remark(std::string_view text) {
  std::string remark = "# ";
  const std::string visible = visible_line(text);
  for (size_t i = 0; i < visible.size(); ++i) {
    remark += visible[i];
    const bool separator = visible[i] == ',' || visible[i] == ';';
    if (separator && begins_formula(std::string_view(visible).substr(i + 1))) remark += '\'';
  }
  return remark;
}

}  // namespace archon::cli
