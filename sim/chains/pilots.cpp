#include "sim/chains/pilots.h"

#include <cassert>
#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {

PilotFigure pilot_figure(const HandicapFit& fit) {
  return {fit.root, (fit.interval.high - fit.interval.low) / (2 * normal_quantile(0.975))};
}

AnyPilot any_pilot(std::span<const PilotFigure> agents, double shift) {
  assert(!agents.empty());
  double weights = 0, sum = 0;
  for (const PilotFigure& each : agents) {
    const double weight = 1 / (each.error * each.error + shift * shift);
    weights += weight;
    sum += weight * each.chains;
  }
  const double middle = sum / weights, half = normal_quantile(0.975) * std::sqrt(1 / weights + shift * shift);
  return {middle, {middle - half, middle + half}};
}

}  // namespace archon
