#pragma once
// Where a falling logistic win rate passes 1/2: the posterior over a grid of (root, slope, share of steps).
#include <span>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

struct SmallRng;

// One curve: the first deck wins with probability 1 / (1 + exp(-slope (cost(root) - cost(x)))) at the signed handicap x.
// The cost is (1 - share) x + share * (steps of 6 between 6 and 7, 12 and 13, 18 and 19): chains take a card more from each
// refill from 7, 13 and 19 on (rulebook 18.4, CHAINS, p. 10), and how much of their cost comes at once is not known beforehand.
struct HandicapCurve {
  double root = 0, slope = 0, share = 0;

  double win_rate(double x) const;
  double slope_near_root() const;  // mean over the three chains on either side of the root
};

// The grid: costs of the root from -48 to 48 in steps of 1/8; slopes from 0.01 to 1.28, each 2^(1/4) times the one before;
// shares of 0, 1/4, 1/2, 3/4. Prior: uniform in the root's cost; normal in the logarithm of the slope around 0.12 with standard
// deviation 1 (95 %: 0.017 to 0.85 logit a chain); 0.6, 0.2, 0.15 and 0.05 for the shares. Levels are whole handicaps from -24
// to 24. Each deck goes first in half of the games. An advantage of going first that is the same for both, up to its sign,
// leaves the mean of the two win rates at 1/2 where the decks are even.
class RootPosterior {
 public:
  explicit RootPosterior(std::span<const Observation> levels);  // O(levels x 89,000) at most, a tenth of it with many games

  double root_quantile(double q) const;     // 0 < q < 1; mass is spread evenly over a step of the grid
  HandicapCurve draw(SmallRng& rng) const;  // O(log(grid))

 private:
  std::vector<double> cumulative_;  // over the grid: (share, root, slope), in this order
  std::vector<double> root_;        // cumulative, in steps of 1/8 chain
};

}  // namespace archon
