#pragma once
// Where a falling win rate passes 1/2: the posterior of the root, over all falling curves.
#include <array>
#include <span>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

struct SmallRng;

// One curve: the logit of the first deck's win rate at the handicaps -24 ... 24. It falls; between them it is a line.
struct HandicapCurve {
  double root = 0;
  std::array<double, 49> logit{};

  double win_rate(int handicap) const;
  double slope_near_root() const;  // logit a chain, mean of the three chains on either side of the root, within -24 ... 24
};

// Prior: the root's cell (between two whole handicaps) is uniform from -32 to 32, and the share of the cell's cost on its left
// has the arcsine distribution, Jeffreys' prior of a proportion; the slope is normal in its logarithm around 0.12 logit a chain
// with standard deviation 1.5 (95 %: 0.006 to 2.3), from 0.005 on, at which 24 chains are 3 points of win rate; the shapes are
// those of falling_curve.h, from a line to one that is flat but for its jumps. Levels are whole handicaps from -24 to 24. Each
// deck goes first in half of the games. An advantage of going first that is the same for both, up to its sign, leaves the mean
// of the two win rates at 1/2 where the decks are even.
class RootPosterior {
 public:
  explicit RootPosterior(std::span<const Observation> levels);  // 4 ms with ten levels

  double root_quantile(double q) const;                             // 0 < q < 1
  std::vector<HandicapCurve> draw(int count, SmallRng& rng) const;  // 3 ms, and 4 for each thousand

 private:
  std::vector<Observation> levels_;
  std::vector<double> cumulative_;  // over the grid: (shape, cell of the root, part of the cell, slope), in this order
  std::vector<double> root_;        // cumulative, in parts of cells
};

}  // namespace archon
