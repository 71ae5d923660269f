#pragma once
// Where a text is no JSON: without exceptions, which modules for WebAssembly do not have, the parser itself does not tell.
#include <cstddef>
#include <string_view>

namespace archon {

struct JsonFault {
  size_t byte = 0;       // 1-based; one more than there are where the text ends too early
  bool of_form = false;  // else it is a number out of range
};

// Of a text that the parser refused. O(length).
JsonFault find_json_fault(std::string_view text);

}  // namespace archon
