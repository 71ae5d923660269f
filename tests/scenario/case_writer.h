#pragma once
// Scenarios as cases of the conformance suite: JSON for other engines (tests/conformance/README.md).
#include <optional>
#include <string>

#include "tests/scenario/scenario.h"

namespace scenario {

struct WrittenCase {
  std::string line;                 // JSON; empty: it can't be said
  std::string why;                  // then
  std::vector<std::string> unsaid;  // conditions that are left out, each with its reason
};

// Plays the scenario, which must pass, and writes what it does and expects.
WrittenCase write_case(const Scenario& scenario);

}  // namespace scenario
