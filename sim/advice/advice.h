#pragma once
// What each answer of a decision is worth: carried out in the same dealt worlds, and played on to the end of the game.
#include <cstdint>
#include <vector>

#include "engine/core/action.h"
#include "engine/view/view.h"
#include "sim/train/continuation.h"

namespace archon {

struct AdvisedAnswer {
  Action action;
  double win = 0;     // share of the worlds in which the player won; games of more than 100 turns count by the evaluation
  double behind = 0;  // by how much less than the best answer, in the same worlds
  double error = 0;   // standard error of that; 0 of the best itself
};

// All legal actions, the best first, equals in their order. `worlds`: at least 1; hidden cards are dealt in each, and all
// answers meet the same luck (common random numbers). The best answer was the luckiest, too: its share is too high by about the
// error of the others. The same for any number of threads. O(worlds x actions) games and
// numbers.
std::vector<AdvisedAnswer> advise(const View& view, const ActionList& legal, const Continuation& continuation, int worlds,
                                  uint64_t seed, int threads);

}  // namespace archon
