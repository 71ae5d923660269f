#pragma once
// What the code of one ability says of the variables and the place in it that an unfinished ability has.
#include <cstdint>
#include <set>

#include "engine/core/program.h"

namespace archon {

struct AbilityCode {
  std::set<uint16_t> own;  // its instructions
  uint64_t numbers = 0;    // which of the first 64 variables hold a number, not cards: bit i for variable i
  AbilityCode(const Program& p, const Ability& ability);  // O(its code)
};

}  // namespace archon
