#include "agents/greedy.h"

#include <algorithm>

namespace archon {
Action GreedyAgent::choose(const View& view, const ActionList& legal, SmallRng& rng) {
  const auto size = static_cast<uint32_t>(legal.size());
  const int epsilon = std::max(percent_by_lot(view), options_.epsilon_percent);
  if (epsilon > 0 && static_cast<int>(rng.below(100)) < epsilon) return legal[static_cast<int>(rng.below(size))];
  int scores[kMaxActions];
  action_scores(view, legal, scores, options_.policy);
  return best_action(legal, scores, rng);
}

}  // namespace archon
