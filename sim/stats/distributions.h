#pragma once
// Distributions, and the order statistics of draws. Pure functions; probabilities are fractions in [0, 1].
#include <cmath>
#include <concepts>
#include <span>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

inline constexpr double kErrorsOf95 = 1.959963984540054;  // standard errors on each side of an interval of 95 %

// The probability that a logit stands for: 1 / (1 + exp(-logit)).
template <std::floating_point Real>
Real logistic(Real logit) {
  return 1 / (1 + std::exp(-logit));
}

// The other way round; -+infinity at 0 and 1.
inline double logit(double p) { return std::log(p / (1 - p)); }

// The distribution function of the standard normal distribution.
double normal_cdf(double z);

// The quantile of the standard normal distribution for 0 < p < 1, to about 1e-15 (Wichura, algorithm AS 241, 1988); -+infinity
// at the ends. Exactly odd around 1/2, which that of Boost.Math is not.
double normal_quantile(double p);

// The probability that a standard normal variable is at least as far from 0 as z.
double two_sided_p(double z);

// The quantile of Student's distribution, from its finite series for whole degrees of freedom (Abramowitz and Stegun, 26.7.3
// and 26.7.4). Requires 0 < p < 1 and degrees > 0. O(degrees).
double student_quantile(double p, int degrees);

// Of values in ascending order, the one of the nearest rank: q is 0 for the first and 1 for the last. Requires a value.
double sorted_quantile(std::span<const double> sorted, double q);

// The middle value, of two the larger one. Requires a value. O(values).
double median(std::vector<double> values);

// The middle 95 % of draws. Requires a value.
Interval middle_interval(std::vector<double> values);

}  // namespace archon
