#include "sim/chains/handicap_curves.h"

#include "sim/stats/distributions.h"

namespace archon {

HandicapCurves::HandicapCurves(HandicapEstimate estimated, uint64_t seed) : estimate(std::move(estimated)) {
  for (size_t i = 0; i < 3; ++i) {
    draws[i] = sampled_curves(estimate.observations(static_cast<int>(i) - 1), kCurveDraws, seed + i);
    curve[i] = mean_curve(draws[i]);
  }
}

const HandicapFit& HandicapCurves::fit(int first) const {
  return first < 0 ? estimate.all : estimate.by_first[static_cast<size_t>(first)];
}

RateAt rate_at(const std::vector<WinCurve>& draws, int handicap) {
  std::vector<double> rates;
  double sum = 0;
  for (const WinCurve& curve : draws) {
    rates.push_back(curve[handicap]);
    sum += curve[handicap];
  }
  return {sum / static_cast<double>(rates.size()), middle_interval(std::move(rates))};
}

}  // namespace archon
