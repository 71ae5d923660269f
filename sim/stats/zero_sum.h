#pragma once
// Small zero-sum games in which both choose at the same time, such as bans: what they are worth and how to play them.
#include <Eigen/Core>
#include <vector>

namespace archon {

inline constexpr int kMostChoices = 4;

// payoff(i, j): what the row player gains, and the column player loses, with choices i and j. From 1 to kMostChoices rows and
// columns.
using SmallGame = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostChoices, kMostChoices>;

struct ZeroSumSolution {
  double value = 0;
  // How often to make each choice. Where several mixtures are optimal: the mean of the extreme ones, so that choices that are
  // the same have the same share.
  std::vector<double> row, column;
};

// Exact, by the theorem of Shapley and Snow ("Basic solutions of discrete games", Annals of Mathematics Studies 24, 1950):
// every extreme pair of optimal mixtures makes the choices of a square part of the game with a nonsingular border equal. All
// parts are tried; 3 x 3: 19 systems of at most 4 equations, 4 x 4: 69 of at most 5.
ZeroSumSolution solve_zero_sum(const SmallGame& payoff);

// Its value alone, faster: the first part that is optimal will do.
double zero_sum_value(const SmallGame& payoff);

}  // namespace archon
