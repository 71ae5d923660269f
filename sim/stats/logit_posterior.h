#pragma once
// What wins and losses say of the logit of a win rate that has a normal prior.
#include <array>
#include <cstddef>

namespace archon {

// The posterior of a logit with a normal prior, of which wins and losses were seen, on even steps: sums over them are exact
// far beyond what is shown, as for every smooth density (Trefethen and Weideman, SIAM Review 56, 2014).
class LogitPosterior {
 public:
  static constexpr size_t kMostSteps = 65;

  // `steps`: 33 for sums, more for quantiles between the points.
  LogitPosterior(size_t steps, double mean, double variance, double wins, double losses);

  double log_evidence() const { return log_evidence_; }  // of the games, but for what does not depend on the prior

  // The mean of a function of the logit.
  template <class Function>
  double mean_of(Function function) const {
    double sum = 0;
    for (size_t i = 0; i < steps_; ++i) sum += weights_[i] * function(point(i));
    return sum / sum_;
  }

  // The share of the posterior below a logit: linear between the points, of which half the weight lies on either side.
  double below(double x) const;

  double least() const { return least_; }
  double most() const { return point(steps_ - 1); }

 private:
  static constexpr double kReach = 6;  // standard deviations to either side

  double point(size_t i) const { return least_ + static_cast<double>(i) * step_; }

  std::array<double, kMostSteps> weights_, below_;
  const size_t steps_;
  double least_, step_, sum_ = 0, log_evidence_;
};

}  // namespace archon
