#pragma once
// The options of games that end when time is called, as at events; for commands whose games are matches of decks.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/command/arguments.h"
#include "sim/results/time_limit.h"

namespace archon::cli {

class Problems;

struct TimeOptions {
  int turns = 0;
  double minutes = 0, pace = kDecisionSeconds;
  Command command;

  void add_to(Command to);
  void check(Problems& problems) const;
  void check_nothing_played(Problems& problems) const;  // with --from: none of them is given
  TimeLimit limit() const { return {.turn = turns, .minutes = minutes, .decision_seconds = pace}; }
  // Names the limit among the settings of a ledger, where there is one: games with and without do not mix.
  void add_to_settings(nlohmann::json& settings) const;
};

}  // namespace archon::cli
