#pragma once
// Errors of this program itself, that no input should ever cause.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace archon {

// Throws std::logic_error; where there are no exceptions (WebAssembly) it ends the program with the message.
[[noreturn]] inline void internal_error(const std::string& what) {
#ifdef __cpp_exceptions
  throw std::logic_error(what);
#else
  std::fprintf(stderr, "archon: %s\n", what.c_str());
  std::abort();
#endif
}

}  // namespace archon
