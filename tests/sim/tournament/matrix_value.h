#pragma once
// The value of a zero-sum game with any numbers of choices, by the solver of symmetric games: not the one of matches.
#include <Eigen/Core>

#include "sim/stats/nash.h"

namespace archon {

inline double value_of_game(const Eigen::MatrixXd& game) {
  const Eigen::Index columns = game.cols(), n = game.size();
  Eigen::MatrixXd both(n, n);
  for (Eigen::Index k = 0; k < n; ++k)
    for (Eigen::Index l = 0; l < n; ++l) both(k, l) = (game(k / columns, l % columns) - game(l / columns, k % columns)) / 2;
  const NashMixture mixture = nash_mixture(both);
  Eigen::VectorXd rows = Eigen::VectorXd::Zero(game.rows());
  for (Eigen::Index k = 0; k < n; ++k) rows(k / columns) += mixture.weights[static_cast<size_t>(k)];
  return (game.transpose() * rows).minCoeff();
}

}  // namespace archon
