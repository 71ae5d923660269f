#pragma once
// What each answer of a decision is worth: carried out in the same dealt worlds, and played on to the end of the game.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/action.h"
#include "engine/view/view.h"
#include "sim/train/continuation.h"

namespace archon {

// An answer, and the one to the decision after it, if the same player is asked then and may give it; who plays on gives the
// rest.
struct Line {
  Action first;
  std::optional<Action> then{};
};

struct LineWorth {
  double win = 0;     // share of the worlds in which the player won; games of more than 100 turns count by the evaluation
  double behind = 0;  // by how much less than the best line, in the same worlds
  double error = 0;   // standard error of that; 0 of the best itself
};

// What each line is worth, in their order. `worlds`: at least 1; hidden cards are dealt in each, and all lines meet the same
// luck (common random numbers). The best line was the luckiest, too: its share is too high by about the error of the others.
// The same for any number of threads. O(worlds x lines) games and numbers.
std::vector<LineWorth> compare_lines(const View& view, std::span<const Line> lines, const Continuation& continuation,
                                     int worlds, uint64_t seed, int threads);

struct AdvisedAnswer {
  Action action;
  double win = 0, behind = 0, error = 0;  // as LineWorth
};

// All legal actions as lines of one answer, the best first, equals in their order.
std::vector<AdvisedAnswer> advise(const View& view, const ActionList& legal, const Continuation& continuation, int worlds,
                                  uint64_t seed, int threads);

}  // namespace archon
