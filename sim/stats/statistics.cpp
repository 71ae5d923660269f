#include "sim/stats/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/stats/distributions.h"

namespace archon {
Interval wilson_interval_of(double proportion, double trials, double confidence) {
  const double z = normal_quantile(0.5 + confidence / 2), p = proportion, n = trials;
  const double center = p + z * z / (2 * n);
  const double half = z * std::sqrt((p * (1 - p) + z * z / (4 * n)) / n);
  const double scale = 1 + z * z / n;
  // At the ends the formula gives exactly 0 and 1, but for rounding.
  return {p == 0 ? 0.0 : (center - half) / scale, p == 1 ? 1.0 : (center + half) / scale};
}

Interval wilson_interval(int64_t successes, int64_t trials, double confidence) {
  if (trials <= 0) return {0, 1};
  const auto n = static_cast<double>(trials);
  return wilson_interval_of(static_cast<double>(successes) / n, n, confidence);
}

Interval difference_interval(int64_t wins_a, int64_t trials_a, int64_t wins_b, int64_t trials_b) {
  const auto rate = [](int64_t wins, int64_t trials) {
    return trials > 0 ? static_cast<double>(wins) / static_cast<double>(trials) : 0.5;
  };
  const double a = rate(wins_a, trials_a), b = rate(wins_b, trials_b);
  const Interval of_a = wilson_interval(wins_a, trials_a), of_b = wilson_interval(wins_b, trials_b);
  return {a - b - std::hypot(a - of_a.low, of_b.high - b), a - b + std::hypot(of_a.high - a, b - of_b.low)};
}

double sign_test(int64_t wins, int64_t losses) {
  if (wins <= losses) return wins == 0 ? 1 : 1 - sign_test(losses + 1, wins - 1);
  const double games = static_cast<double>(wins + losses), won = static_cast<double>(wins);
  double term =
      std::exp(std::lgamma(games + 1) - std::lgamma(won + 1) - std::lgamma(games - won + 1) - games * std::numbers::ln2);
  double sum = 0;
  for (double k = won; term > 1e-17 * sum; ++k) {  // past the middle the terms fall
    sum += term;
    term *= (games - k) / (k + 1);
  }
  return std::min(1.0, sum);
}

double elo_difference(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return 0.0 - 400 * std::log10(1 / score - 1);  // no -0
}

}  // namespace archon
