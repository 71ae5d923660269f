#pragma once
// Whether the program has the stack that it needs.
#include <string>

namespace archon::cli {

// Why the calling thread, the first one, has not enough of it left, with what to do; else empty. Arguments and environment lie
// on the same stack.
std::string stack_problem();

}  // namespace archon::cli
