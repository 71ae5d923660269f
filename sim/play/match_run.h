#pragma once
// A match as a run that may end early and goes on from what a ledger has of it.
#include "sim/play/game_goal.h"
#include "sim/play/run_loop.h"

namespace archon {

struct MatchRun {
  MatchResult result;
  SeriesEnd end;
  bool imprecise = false;  // it ended at precision_limit games without reaching the precision
};

// Plays to the goal, which takes the place of the number of games in the spec; first_game is 0. With a ledger there is no
// listener, as it would not hear of the games that the ledger has. The batches are those of sim/play/batch_text.h, each with
// the fingerprint of all games up to its end.
MatchRun play_match(const MatchSpec& spec, const GameGoal& goal, const RunControl& control);

}  // namespace archon
