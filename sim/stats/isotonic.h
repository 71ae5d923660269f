#pragma once
// Win rates that fall from level to level and nothing else: isotonic regression, where it passes 1/2, and whether a logistic
// curve describes the same games. Pure functions. "Levels" are observations with rising x and at least one game each.
#include <cstdint>
#include <span>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

// The non-increasing win rates that make the observed wins most likely, one a level (pool adjacent violators: Ayer, Brunk,
// Ewing, Reid and Silverman, Annals of Mathematical Statistics 26, 1955). O(levels).
std::vector<double> isotonic_fit(std::span<const Observation> levels);

// A polygon through the blocks of equal win rate, each at the mean x of its games; level outside of them.
class IsotonicCurve {
 public:
  explicit IsotonicCurve(std::span<const Observation> levels);  // at least one level
  double operator()(double x) const;
  // Where it passes 1/2; -+infinity when all of it is below or above.
  double root() const;

 private:
  std::vector<double> x_, p_;
};

// The x at which the win rate may pass 1/2: those two neighbouring levels (or the outside) between which a change of sides is
// not rejected by the likelihood ratio of falling curves with and without it, at the 95 % quantile of chi-square with one
// degree of freedom. Conservative: for levels close to each other 2.28 would do instead of 3.84 (Banerjee and Wellner, Annals
// of Statistics 29, 2001, p. 1699). Ends are levels, or -+infinity. O(levels^2).
Interval isotonic_root_interval(std::span<const Observation> levels);

// p-value of the logistic curve against all falling curves: likelihood ratio, its distribution by `replicates` parametric
// bootstrap samples with the same numbers of games. 1 with fewer than three levels, which a logistic curve can't fail. O(games
// x replicates).
double logistic_misfit(std::span<const Observation> levels, int replicates, uint64_t seed);

// Wins of as many games with the win rates `p`, one a level: a sample of a parametric bootstrap.
std::vector<Observation> resampled(std::span<const Observation> levels, std::span<const double> p, struct SmallRng& rng);

}  // namespace archon
