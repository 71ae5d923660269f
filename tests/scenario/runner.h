#pragma once
// Plays scenarios.
#include <functional>
#include <vector>

#include "engine/core/chance.h"
#include "tests/scenario/scenario.h"
#include "tests/scenario/scenario_game.h"

namespace scenario {

// Sees each position that a scenario comes to.
using Watch = std::function<void(const archon::Matchup&, const archon::State&)>;

// Sees a scenario with what it does and expects.
class Recorder {
 public:
  virtual ~Recorder() = default;
  // All random outcomes go through it; it must not change them.
  virtual archon::ChanceSource* chance() = 0;
  virtual void takes(const Game& game, archon::Action action) = 0;  // before it is taken
  // A condition that holds; `subject`: the card that it is about, if it names none.
  virtual void expects(const Game& game, const std::vector<std::string>& words, const std::string& subject) = 0;
};

// Everything that went otherwise than written; the first mistake of `do` or `choose` ends the scenario. With `trace`, every
// decision is printed.
std::vector<Problem> run_scenario(const Scenario& scenario, bool trace = false, const Watch& watch = {},
                                  Recorder* recorder = nullptr);

}  // namespace scenario
