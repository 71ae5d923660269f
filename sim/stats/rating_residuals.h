#pragma once
// Which pairs defy the ratings: how far the win rate of a pair is from the one that the ratings of its two decks predict.
#include <Eigen/Dense>
#include <vector>

#include "sim/stats/bradley_terry.h"

namespace archon {

struct RatingResidual {
  int a = 0, b = 0;       // players, a < b
  double win_rate = 0.5;  // of a, over the games of the pair
  double predicted = 0.5;
  double z = 0;  // standardised residual: (win rate - predicted) / its standard error, about normal when the ratings are right
  double p_value = 1;  // two-sided, of this pair alone
  double q_value = 1;  // the same with all pairs considered (sim/stats/false_discovery.h)
};

// Of all pairs that played, by falling |z|. The prediction uses the games of the pair itself, which draws it towards them: the
// standard error has that leverage taken off, and pairs that decide their own prediction (leverage above 0.95) are left out.
// wins(i, j): games that i won against j. Requires ratings. O(players^2 log players).
std::vector<RatingResidual> rating_residuals(const Eigen::MatrixXd& wins, const BradleyTerryFit& fit);

}  // namespace archon
