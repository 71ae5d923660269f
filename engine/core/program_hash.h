#pragma once
// One number over a whole program: the same definitions must make the same program with every compiler.
#include <cstdint>

#include "engine/core/program.h"

namespace archon {

// FNV-1a (64 bits) over every field of every pool (engine/core/program_fields.h) but lines of source files, in order: it also
// tells programs apart that do the same but were emitted in another order. O(size of the program).
uint64_t program_hash(const Program& program);

}  // namespace archon
