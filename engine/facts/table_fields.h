#pragma once
// Cuts the tables that are part of the program (*.tsv) into fields.
#include <algorithm>
#include <string_view>

namespace archon {

// Cuts the text before the first separator off `rest`; all of it where there is none.
inline std::string_view take(std::string_view& rest, char separator) {
  const size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view head = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return head;
}

}  // namespace archon
