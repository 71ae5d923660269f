#pragma once
// Ratings of players from a matrix of results: agents in the arena, decks in a matrix.
//
// P(i beats j) = 1 / (1 + 10^((elo_j - elo_i)/400)) (Zermelo 1929; Bradley and Terry 1952), fitted by maximum likelihood with
// Newton's method; the likelihood is concave (Ford 1957). The first player is the anchor and has rating 0.
#include <Eigen/Dense>
#include <optional>
#include <string>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

struct BradleyTerryFit {
  std::vector<double> elo;     // of each player; the first has 0
  Eigen::MatrixXd covariance;  // players x players, in Elo squared, inverse of the observed information; 0 for the anchor

  // Why there are no ratings: "" when there are. Players are numbered from 0 in it.
  std::string error;
  // With an error: the players in groups that cannot be compared, each group in ascending order. With virtual games: groups
  // that never met, which are compared by those games alone; empty where all are connected.
  std::vector<std::vector<int>> groups;

  // Of the difference to the anchor (or to `other`), a normal approximation.
  Interval interval(int player, double confidence = 0.95) const { return interval(player, 0, confidence); }
  Interval interval(int player, int other, double confidence) const;
};

// Points that count besides those played, from games of each player against one of average strength (as the virtual draws of
// BayesElo, Coulom 2005). Its strength is fitted with the others, so that the fit is still one of maximum likelihood, with one
// more player. Who won all games is rated as if it had lost half of a further one.
struct VirtualGames {
  Eigen::VectorXd won, lost;  // by each player; empty: no such games

  static VirtualGames even(Eigen::Index players, double games = kVirtualGames);  // half of them won
};

// points(i, j): points of player i in games against player j, a draw being 1/2 for both; players x players, not negative, the
// diagonal is ignored. Without virtual games there are no ratings when the players fall into groups that never met (a
// disconnected graph), or when one group won every point against the others (the likelihood has its maximum at infinity; then a
// group later in the list never took a point from an earlier one). O(players^3) an iteration, about 10 iterations.
BradleyTerryFit fit_bradley_terry(const Eigen::MatrixXd& points, const VirtualGames& prior = {});

// By how much the win rates that the ratings predict miss the true ones of the pairs: the root of the mean square over all
// pairs with two games or more, the noise of the counts taken off, as a fraction. Whatever is not a difference of ratings adds
// to it: curves, styles of play, cycles.
struct RatingMisfit {
  double value = 0;
  Interval interval;  // 95 %, from 0 where the noise explains all; a normal approximation for the mean square
};

// A pair counts with (x - p)^2 - (1 - h) x (1 - x) / (n - 1): x won of n games, p predicted, h the leverage of the pair in the
// fit. The mean of that is 0 where the ratings are right, for two games a pair as well; its spread is that of the pairs. In
// simulations with 2 to 200 games a pair the interval of right ratings begins above 0 in at most 3 %; that of wrong ones covers
// 88 % or more with 10 players, 94 % or more with 28. Requires ratings. Nothing with fewer than kMisfitPairs pairs beyond one
// for each rating. O(players^2).
inline constexpr int kMisfitPairs = 30;
std::optional<RatingMisfit> rating_misfit(const Eigen::MatrixXd& wins, const BradleyTerryFit& fit);

}  // namespace archon
