#pragma once
// The restricted list of Alliance that is in force last.
#include <string>

#include "engine/facts/restricted.h"

namespace archon::test {

inline const RestrictedList& newest_list() {
  std::string problem;
  return *find_restricted_list("", problem);
}

}  // namespace archon::test
