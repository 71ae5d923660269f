#include "sim/play/game_goal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/stats/distributions.h"

namespace archon {
namespace {
double squared_quantile() { return std::pow(normal_quantile(0.975), 2); }
}  // namespace

bool GameGoal::imprecise(const MatchCounts& result) const {
  const Interval interval = result.interval();
  return precision > 0 && (interval.high - interval.low) / 2 > precision;
}

int64_t GameGoal::next_look(const MatchCounts& result) const {
  const int64_t played = result.total().games;
  if (games > 0) return std::max(games, played);
  if (precision <= 0) return std::numeric_limits<int64_t>::max();
  const bool enough = played % kBatchGames == 0 && (!imprecise(result) || played >= precision_limit(precision));
  return enough ? played : (played / kBatchGames + 1) * kBatchGames;
}

double GameGoal::missing(const MatchCounts& result) const {
  const Tally total = result.total();
  const int64_t look = next_look(result);
  const auto played = static_cast<double>(total.games);
  if (precision <= 0 || look == total.games) return static_cast<double>(look) - played;
  const double p = (static_cast<double>(total.wins[0]) + 1) / (static_cast<double>(total.decided()) + 2);
  return std::max(static_cast<double>(look), squared_quantile() * p * (1 - p) / std::pow(precision, 2)) - played;
}

int64_t precision_limit(double precision) {
  const double games = squared_quantile() / (4 * precision * precision);
  return kBatchGames * static_cast<int64_t>(std::ceil(2 * games / kBatchGames));
}

}  // namespace archon
