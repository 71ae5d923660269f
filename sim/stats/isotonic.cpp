#include "sim/stats/isotonic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "engine/core/random.h"

namespace archon {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kChiSquare = 3.841;  // 95 % quantile, one degree of freedom

struct Block {
  double wins = 0, games = 0, x = 0;  // x: sum over the games
  size_t levels = 0;

  double rate() const { return wins / games; }
};

std::vector<Block> blocks(std::span<const Observation> levels) {
  std::vector<Block> result;
  for (const Observation& each : levels) {
    assert(each.games > 0);
    const auto games = static_cast<double>(each.games);
    result.push_back({static_cast<double>(each.wins), games, each.x * games, 1});
    while (result.size() > 1 && result[result.size() - 2].rate() <= result.back().rate()) {
      const Block last = result.back();
      result.pop_back();
      Block& sum = result.back();
      sum = {sum.wins + last.wins, sum.games + last.games, sum.x + last.x, sum.levels + last.levels};
    }
  }
  return result;
}

double log_likelihood(const Observation& level, double p) {
  const auto wins = static_cast<double>(level.wins), losses = static_cast<double>(level.games - level.wins);
  return (wins > 0 ? wins * std::log(p) : 0) + (losses > 0 ? losses * std::log1p(-p) : 0);
}

double log_likelihood(std::span<const Observation> levels, std::span<const double> p) {
  double sum = 0;
  for (size_t i = 0; i < levels.size(); ++i) sum += log_likelihood(levels[i], p[i]);
  return sum;
}

// Of the best falling curve that is above 1/2 (`above`) or below it: the bounded fit is the free one cut off.
double bounded_log_likelihood(std::span<const Observation> levels, bool above) {
  std::vector<double> p = isotonic_fit(levels);
  for (double& each : p) each = above ? std::max(each, 0.5) : std::min(each, 0.5);
  return log_likelihood(levels, p);
}

std::vector<double> logistic_rates(std::span<const Observation> levels) {
  const LogisticFit fit = fit_logistic(levels);
  std::vector<double> p;
  for (const Observation& each : levels) p.push_back(fit.probability(each.x));
  return p;
}

// Twice the logarithm of the likelihood ratio. A logistic curve that rises is no falling curve; then this may be negative.
double misfit(std::span<const Observation> levels) {
  return 2 * (log_likelihood(levels, isotonic_fit(levels)) - log_likelihood(levels, logistic_rates(levels)));
}

}  // namespace

std::vector<double> isotonic_fit(std::span<const Observation> levels) {
  std::vector<double> p;
  for (const Block& block : blocks(levels)) p.insert(p.end(), block.levels, block.rate());
  return p;
}

IsotonicCurve::IsotonicCurve(std::span<const Observation> levels) {
  assert(!levels.empty());
  for (const Block& block : blocks(levels)) {
    x_.push_back(block.x / block.games);
    p_.push_back(block.rate());
  }
}

double IsotonicCurve::operator()(double x) const {
  const auto next = std::ranges::upper_bound(x_, x);
  if (next == x_.begin()) return p_.front();
  if (next == x_.end()) return p_.back();
  const auto i = static_cast<size_t>(next - x_.begin());
  return p_[i - 1] + (p_[i] - p_[i - 1]) * (x - x_[i - 1]) / (x_[i] - x_[i - 1]);
}

double IsotonicCurve::root() const {
  if (p_.front() < 0.5) return -kInfinity;
  if (p_.back() > 0.5) return kInfinity;
  size_t i = 0;
  while (i + 1 < p_.size() && p_[i + 1] >= 0.5) ++i;
  if (i + 1 == p_.size()) return x_[i];
  return x_[i] + (p_[i] - 0.5) / (p_[i] - p_[i + 1]) * (x_[i + 1] - x_[i]);
}

Interval isotonic_root_interval(std::span<const Observation> levels) {
  const double best = log_likelihood(levels, isotonic_fit(levels));
  Interval interval{kInfinity, -kInfinity};
  for (size_t i = 0; i <= levels.size(); ++i) {  // the win rate passes 1/2 between levels i - 1 and i
    const double here = bounded_log_likelihood(levels.first(i), true) + bounded_log_likelihood(levels.subspan(i), false);
    if (2 * (best - here) > kChiSquare) continue;
    interval.low = std::min(interval.low, i == 0 ? -kInfinity : levels[i - 1].x);
    interval.high = std::max(interval.high, i == levels.size() ? kInfinity : levels[i].x);
  }
  return interval;
}

std::vector<Observation> resampled(std::span<const Observation> levels, std::span<const double> p, SmallRng& rng) {
  std::vector<Observation> sample(levels.begin(), levels.end());
  for (size_t i = 0; i < sample.size(); ++i) {
    sample[i].wins = 0;
    for (int64_t game = 0; game < sample[i].games; ++game) sample[i].wins += rng.uniform() < p[i];
  }
  return sample;
}

double logistic_misfit(std::span<const Observation> levels, int replicates, uint64_t seed) {
  if (levels.size() < 3) return 1;
  const double seen = misfit(levels);
  const std::vector<double> p = logistic_rates(levels);
  SmallRng rng{seed};
  int as_large = 0;
  for (int i = 0; i < replicates; ++i) as_large += misfit(resampled(levels, p, rng)) >= seen;
  return (1.0 + as_large) / (1.0 + replicates);
}

}  // namespace archon
