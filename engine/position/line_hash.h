#pragma once
// One number for all that a line refers to without saying what it is: places in compiled code, numbers of definitions,
// instructions and events, the fields of the State.
#include <cstdint>

#include "engine/core/program.h"

namespace archon {

// Equal in all builds of one commit, whatever the compiler; O(size of the program).
uint64_t line_hash(const Program& program);

}  // namespace archon
