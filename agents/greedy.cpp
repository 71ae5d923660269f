#include "agents/greedy.h"

#include <algorithm>

namespace archon {
Action GreedyAgent::choose(const View& view, const ActionList& legal, SmallRng& rng) {
  if (const auto action = action_by_lot(std::max(percent_by_lot(view), options_.epsilon_percent), legal, rng)) return *action;
  int scores[kMaxActions];
  action_scores(view, legal, scores, options_.policy);
  return best_action(legal, scores, rng);
}

}  // namespace archon
