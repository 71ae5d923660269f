#pragma once
// Plays scenarios.
#include <vector>

#include "tests/scenario/scenario.h"

namespace scenario {

// Everything that went otherwise than written; the first mistake of `do` or `choose` ends the scenario. With `trace`, every
// decision is printed.
std::vector<Problem> run_scenario(const Scenario& scenario, bool trace = false);

}  // namespace scenario
