#pragma once
// What wins and losses say of the logit of a win rate that has a normal prior.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "sim/stats/distributions.h"

namespace archon {

// The posterior of a logit with a normal prior, of which wins and losses were seen, on even steps: sums over them are exact
// far beyond what is shown, as for every smooth density (Trefethen and Weideman, SIAM Review 56, 2014).
template <size_t kSteps>
class LogitPosterior {
 public:
  LogitPosterior(double mean, double variance, double wins, double losses) {
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
    step_ = 2 * kReach * wide / (kSteps - 1);
    const double most = log_density(mode, std::exp(-mode)), by_step = std::exp(-step_);
    double odds = std::exp(-least_);
    for (size_t i = 0; i < kSteps; ++i, odds *= by_step) {
      weights_[i] = std::exp(log_density(point(i), odds) - most);
      sum_ += weights_[i];
      below_[i] = sum_ - weights_[i] / 2;
    }
    log_evidence_ = most + std::log(sum_ * step_) - std::log(variance) / 2;
  }

  double log_evidence() const { return log_evidence_; }  // of the games, but for what does not depend on the prior

  // The mean of a function of the logit.
  template <class Function>
  double mean_of(Function function) const {
    double sum = 0;
    for (size_t i = 0; i < kSteps; ++i) sum += weights_[i] * function(point(i));
    return sum / sum_;
  }

  // The share of the posterior below a logit: linear between the points, of which half the weight lies on either side.
  double below(double x) const {
    const double place = std::clamp((x - least_) / step_, 0.0, kSteps - 1.001);
    const auto i = static_cast<size_t>(place);
    return (below_[i] + (place - static_cast<double>(i)) * (below_[i + 1] - below_[i])) / sum_;
  }

  double least() const { return least_; }
  double most() const { return point(kSteps - 1); }

 private:
  static constexpr double kReach = 6;  // standard deviations to either side

  static double mode_of(double mean, double variance, double wins, double losses) {
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

  double point(size_t i) const { return least_ + static_cast<double>(i) * step_; }

  std::array<double, kSteps> weights_, below_;
  double least_, step_, sum_ = 0, log_evidence_;
};

}  // namespace archon
