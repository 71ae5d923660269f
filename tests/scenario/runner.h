#pragma once
// Plays scenarios.
#include <functional>
#include <vector>

#include "tests/scenario/scenario.h"

namespace scenario {

// Sees each position that a scenario comes to.
using Watch = std::function<void(const archon::Matchup&, const archon::State&)>;

// Everything that went otherwise than written; the first mistake of `do` or `choose` ends the scenario. With `trace`, every
// decision is printed.
std::vector<Problem> run_scenario(const Scenario& scenario, bool trace = false, const Watch& watch = {});

}  // namespace scenario
