#include "sim/stats/logit_posterior.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

double mode_of(double mean, double variance, double wins, double losses) {
  double mode = mean;
  for (int i = 0; i < 30; ++i) {  // Newton's method: the logarithm is concave
    const double p = logistic(mode);
    const double slope = wins - (wins + losses) * p - (mode - mean) / variance;
    const double move = slope / ((wins + losses) * p * (1 - p) + 1 / variance);
    mode += std::clamp(move, -2.0, 2.0);
    if (std::abs(move) < 1e-9) break;
  }
  return mode;
}

}  // namespace

LogitPosterior::LogitPosterior(size_t steps, double mean, double variance, double wins, double losses) : steps_(steps) {
  assert(steps > 1 && steps <= kMostSteps);
  // odds: exp(-x)
  const auto log_density = [&](double x, double odds) {
    const double d = x - mean, above = std::log1p(odds);  // -log p
    return -wins * above - losses * (above + x) - d * d / (2 * variance);
  };
  const double mode = mode_of(mean, variance, wins, losses), at_mode = logistic(mode);
  // Away from the mode the prior alone may bend the density, as on the long side of a pair that won all games.
  const double narrow = 1 / std::sqrt((wins + losses) * at_mode * (1 - at_mode) + 1 / variance);
  const double wide = std::min(std::sqrt(variance), 3 * narrow);
  least_ = mode - kReach * wide;
  step_ = 2 * kReach * wide / static_cast<double>(steps - 1);
  const double most = log_density(mode, std::exp(-mode)), by_step = std::exp(-step_);
  double odds = std::exp(-least_);
  for (size_t i = 0; i < steps; ++i, odds *= by_step) {
    weights_[i] = std::exp(log_density(point(i), odds) - most);
    sum_ += weights_[i];
    below_[i] = sum_ - weights_[i] / 2;
  }
  log_evidence_ = most + std::log(sum_ * step_) - std::log(variance) / 2;
}

double LogitPosterior::below(double x) const {
  const double place = std::clamp((x - least_) / step_, 0.0, static_cast<double>(steps_) - 1.001);
  const auto i = static_cast<size_t>(place);
  return (below_[i] + (place - static_cast<double>(i)) * (below_[i + 1] - below_[i])) / sum_;
}

}  // namespace archon
