#pragma once
// Ratings of players from a matrix of results: agents in the arena, decks in a matrix.
//
// P(i beats j) = 1 / (1 + 10^((elo_j - elo_i)/400)) (Zermelo 1929; Bradley and Terry 1952), fitted by maximum likelihood with
// Newton's method; the likelihood is concave (Ford 1957). The first player is the anchor and has rating 0.
#include <Eigen/Dense>
#include <string>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

struct BradleyTerryFit {
  std::vector<double> elo;     // of each player; the first has 0
  Eigen::MatrixXd covariance;  // players x players, in Elo squared, inverse of the observed information; 0 for the anchor

  // Why there are no ratings: "" when there are. Players are numbered from 0 in it.
  std::string error;
  // With an error: the players in groups that cannot be compared, each group in ascending order.
  std::vector<std::vector<int>> groups;

  // Of the difference to the anchor (or to `other`), a normal approximation.
  Interval interval(int player, double confidence = 0.95) const { return interval(player, 0, confidence); }
  Interval interval(int player, int other, double confidence) const;
};

// points(i, j): points of player i in games against player j, a draw being 1/2 for both; players x players, not negative, the
// diagonal is ignored. There are no ratings when the players fall into groups that never met (a disconnected graph), or when
// one group won every point against the others (the likelihood has its maximum at infinity; then a group later in the list
// never took a point from an earlier one). O(players^3) an iteration, about 10 iterations.
BradleyTerryFit fit_bradley_terry(const Eigen::MatrixXd& points);

}  // namespace archon
