#include "sim/stats/pilot_shift.h"

#include <algorithm>
#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

double inner_logit(double p) { return logit(std::clamp(p, 1e-9, 1 - 1e-9)); }  // an end may be 0 or 1

}  // namespace

Interval any_pilot_interval(double win_rate, const Interval& interval, double shift) {
  const double middle = inner_logit(win_rate), aside = normal_quantile(0.975) * shift;
  return {logistic(middle - std::hypot(middle - inner_logit(interval.low), aside)),
          logistic(middle + std::hypot(inner_logit(interval.high) - middle, aside))};
}

}  // namespace archon
