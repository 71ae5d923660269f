#include "engine/lang/diagnostics.h"

#include <algorithm>
#include <tuple>

namespace archon::lang {

std::string format(const Diagnostic& d) {
  std::string text = d.file + ":" + std::to_string(d.at.line) + ":" + std::to_string(d.at.column) + ": error: " + d.message;
  if (!d.hint.empty()) text += " (" + d.hint + ")";
  return text;
}

std::string format(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += format(d) + "\n";
  return text;
}

void sort_by_position(std::vector<Diagnostic>& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.at.line, a.at.column) < std::tie(b.at.line, b.at.column);
  });
}

}  // namespace archon::lang
