#include "sim/stats/percentile.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

struct Angle {
  double value = 0, variance = 0;
};

Angle angle(const WinCount& count) {
  const auto wins = static_cast<double>(count.wins), games = static_cast<double>(count.games);
  return {std::asin(std::sqrt((wins + 0.375) / (games + 0.75))), 1 / (4 * games + 2)};
}

// The rate at an angle, and how fast it grows there.
double rate_at(double angle) { return std::pow(std::sin(angle), 2); }
double slope_at(double angle) { return std::sin(2 * angle); }

// What the others say when tau is known.
struct Population {
  double tau = 0, weight = 0;          // weight: the posterior of tau, up to a factor
  double mean = 0, mean_variance = 0;  // of mu
};

Population population(std::span<const Angle> others, double tau) {
  double weights = 0, sum = 0, log_likelihood = 0;
  for (const Angle& each : others) {
    const double weight = 1 / (tau * tau + each.variance);
    weights += weight;
    sum += weight * each.value;
    log_likelihood += std::log(weight) / 2;
  }
  const double mean = sum / weights;
  for (const Angle& each : others)
    log_likelihood -= (each.value - mean) * (each.value - mean) / (tau * tau + each.variance) / 2;
  return {.tau = tau, .weight = log_likelihood - std::log(weights) / 2, .mean = mean, .mean_variance = 1 / weights};
}

// Over a grid of tau: angles lie between 0 and pi/2, so 1 is more than any distribution on them has.
std::vector<Population> posterior(std::span<const Angle> others) {
  constexpr int kSteps = 200;
  std::vector<Population> grid;
  for (int i = 0; i < kSteps; ++i) grid.push_back(population(others, (i + 0.5) / kSteps));
  const double highest = std::ranges::max(grid, {}, &Population::weight).weight;
  double sum = 0;
  for (Population& each : grid) sum += each.weight = std::exp(each.weight - highest);
  for (Population& each : grid) each.weight /= sum;
  return grid;
}

// P(share < q): with tau, the own rate lies below the q-quantile of the others.
double below(std::span<const Population> grid, const Angle& own, double q) {
  double sum = 0;
  for (const Population& each : grid) {
    const double distance = own.value - each.mean, error = std::sqrt(own.variance + each.mean_variance);
    sum += each.weight * normal_cdf((each.tau * normal_quantile(q) - distance) / error);
  }
  return sum;
}

double quantile(std::span<const Population> grid, const Angle& own, double probability) {
  double low = 0, high = 1;
  for (int i = 0; i < 24; ++i) {
    const double middle = (low + high) / 2;
    (below(grid, own, middle) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

Percentile percentile_among(const WinCount& own, std::span<const WinCount> others) {
  std::vector<Angle> angles;
  for (const WinCount& each : others)
    if (each.games > 0) angles.push_back(angle(each));
  if (std::ssize(angles) < kFewestOthers) return {};
  const std::vector<Population> grid = posterior(angles);
  const Angle self = angle(own);
  double mean = 0, tau = 0;
  for (const Population& each : grid) {
    mean += each.weight * each.mean;
    tau += each.weight * each.tau;
  }
  return {.value = quantile(grid, self, 0.5),
          .interval = {quantile(grid, self, 0.025), quantile(grid, self, 0.975)},
          .mean = rate_at(mean),
          .spread = tau * slope_at(mean)};
}

}  // namespace archon
