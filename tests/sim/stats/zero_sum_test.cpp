// Zero-sum games: their mixtures prove their value, and the symmetric solver agrees.
#include "sim/stats/zero_sum.h"

#include <catch2/catch.hpp>

#include "engine/core/random.h"
#include "sim/stats/nash.h"

using namespace archon;

namespace {

SmallGame random_game(SmallRng& rng, bool coarse) {
  SmallGame game(1 + rng.below(3), 1 + rng.below(3));
  for (Eigen::Index i = 0; i < game.rows(); ++i)
    for (Eigen::Index j = 0; j < game.cols(); ++j) game(i, j) = coarse ? rng.below(3) / 2.0 : rng.uniform();
  return game;
}

// The value by the other solver: each player plays both sides, half the time each; a choice is a row and a column. That game is
// symmetric, and its mixture, as rows, guarantees the value.
double by_symmetric_game(const SmallGame& game) {
  const Eigen::Index n = game.size();
  Eigen::MatrixXd both(n, n);
  const auto row = [&](Eigen::Index k) { return k / game.cols(); };
  const auto column = [&](Eigen::Index k) { return k % game.cols(); };
  for (Eigen::Index k = 0; k < n; ++k)
    for (Eigen::Index l = 0; l < n; ++l) both(k, l) = (game(row(k), column(l)) - game(row(l), column(k))) / 2;
  const NashMixture mixture = nash_mixture(both);
  Eigen::VectorXd rows = Eigen::VectorXd::Zero(game.rows());
  for (Eigen::Index k = 0; k < n; ++k) rows(row(k)) += mixture.weights[static_cast<size_t>(k)];
  return (game.transpose() * rows).minCoeff();
}

}  // namespace

TEST_CASE("zero-sum games: neither player can do better against the mixture of the other") {
  SmallRng rng{1};
  for (int i = 0; i < 2000; ++i) {
    const SmallGame game = random_game(rng, i % 2 == 0);
    const ZeroSumSolution solution = solve_zero_sum(game);
    const Eigen::Map<const Eigen::VectorXd> row(solution.row.data(), game.rows()), column(solution.column.data(), game.cols());
    CHECK(row.sum() == Approx(1));
    CHECK(column.sum() == Approx(1));
    CHECK(row.minCoeff() >= 0);
    CHECK(column.minCoeff() >= 0);
    CHECK((game.transpose() * row).minCoeff() == Approx(solution.value).margin(1e-9));
    CHECK((game * column).maxCoeff() == Approx(solution.value).margin(1e-9));
    CHECK(zero_sum_value(game) == Approx(solution.value).margin(1e-9));
  }
}

TEST_CASE("zero-sum games: the solver of symmetric games finds the same value") {
  SmallRng rng{2};
  for (int i = 0; i < 100; ++i) {
    const SmallGame game = random_game(rng, i % 3 == 0);
    CHECK(solve_zero_sum(game).value == Approx(by_symmetric_game(game)).margin(1e-6));
  }
}

TEST_CASE("zero-sum games: those with known mixtures") {
  SmallGame circle(3, 3);
  circle << 0, 1, -1, -1, 0, 1, 1, -1, 0;
  const ZeroSumSolution even = solve_zero_sum(circle);
  CHECK(even.value == Approx(0).margin(1e-12));
  for (size_t i = 0; i < 3; ++i) CHECK(even.row[i] == Approx(1 / 3.));
  SmallGame pennies(2, 2);
  pennies << 3, -1, -1, 1;  // value (3 * 1 - 1) / 6, each plays the first in a third
  const ZeroSumSolution mixed = solve_zero_sum(pennies);
  CHECK(mixed.value == Approx(1 / 3.));
  CHECK(mixed.row[0] == Approx(1 / 3.));
  CHECK(mixed.column[0] == Approx(1 / 3.));
  const ZeroSumSolution same = solve_zero_sum(SmallGame::Constant(3, 2, 0.5));
  CHECK(same.row[2] == Approx(1 / 3.));
  CHECK(same.column[1] == Approx(1 / 2.));
}
