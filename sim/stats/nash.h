#pragma once
// Which mixture of decks nobody can beat: the maximin strategy of a symmetric zero-sum matrix game.
#include <Eigen/Core>
#include <vector>

namespace archon {

struct NashMixture {
  std::vector<double> weights;  // of the rows; not negative, sum 1
  // The most that a single row gains against the mixture, in units of the payoff: 0 for an exact solution, measured on
  // `weights` and at most kNashTolerance.
  double exploitability = 0;
};

inline constexpr double kNashTolerance = 1e-8;

// The maximin mixture of the game in which row i gains payoff(i, j) against row j. `payoff` is n x n, antisymmetric, with
// entries in [-1, 1], n >= 1: for win rates it is P - 1/2. The value of such a game is 0.
//
// Where there are several solutions (equal decks, closed cycles of even length) this is the one of greatest entropy, which
// exists, is unique and gives copies of a deck the same weight ("max-ent Nash", Balduzzi et al., "Re-evaluating evaluation",
// NeurIPS 2018).
//
// Method: the logit equilibrium w_i ~ exp((payoff w)_i / t) (McKelvey and Palfrey, "Quantal response equilibria for normal form
// games", GEB 10, 1995), followed by Newton's method as t falls to 0. For t > 0 it is the only equilibrium of the game with t
// times the entropy added, so its limit is the solution of greatest entropy, and no row gains more than t ln n. A step solves
// for the k rows that still have weight: O(k^3 + n k), some hundred steps; 1 to 2 s for 1,000 rows.
NashMixture nash_mixture(const Eigen::MatrixXd& payoff);

}  // namespace archon
