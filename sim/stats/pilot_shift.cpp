#include "sim/stats/pilot_shift.h"

#include <algorithm>
#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

double logit_of(double p) {
  const double inside = std::clamp(p, 1e-9, 1 - 1e-9);  // an end may be 0 or 1
  return std::log(inside / (1 - inside));
}

}  // namespace

Interval any_pilot_interval(double win_rate, const Interval& interval, double shift) {
  const double middle = logit_of(win_rate), aside = normal_quantile(0.975) * shift;
  return {logistic(middle - std::hypot(middle - logit_of(interval.low), aside)),
          logistic(middle + std::hypot(logit_of(interval.high) - middle, aside))};
}

}  // namespace archon
