// Nash mixtures against games whose solution is known.
#include "sim/stats/nash.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "engine/core/random.h"

using namespace archon;

namespace {

Eigen::MatrixXd antisymmetric(std::initializer_list<std::initializer_list<double>> rows) {
  const auto n = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd m(n, n);
  Eigen::Index i = 0;
  for (const auto& row : rows) {
    Eigen::Index j = 0;
    for (double value : row) m(i, j++) = value;
    ++i;
  }
  REQUIRE((m + m.transpose()).isZero(1e-12));
  return m;
}

void check_weights(const NashMixture& mixture, const std::vector<double>& wanted) {
  REQUIRE(mixture.weights.size() == wanted.size());
  CHECK(mixture.exploitability <= kNashTolerance);
  for (size_t i = 0; i < wanted.size(); ++i) CHECK(mixture.weights[i] == Approx(wanted[i]).margin(1e-4));
}

}  // namespace

TEST_CASE("Nash: a deck that beats every other is played alone") {
  check_weights(nash_mixture(antisymmetric({{0, 0.1, 0.2}, {-0.1, 0, 0.1}, {-0.2, -0.1, 0}})), {1, 0, 0});
  check_weights(nash_mixture(antisymmetric({{0}})), {1});
  check_weights(nash_mixture(antisymmetric({{0, -0.001}, {0.001, 0}})), {0, 1});
}

// Of rock, paper and scissors with stakes, the weight of each is the stake between the other two.
TEST_CASE("Nash: rock, paper, scissors") {
  check_weights(nash_mixture(antisymmetric({{0, -0.5, 0.5}, {0.5, 0, -0.5}, {-0.5, 0.5, 0}})), {1 / 3., 1 / 3., 1 / 3.});
  check_weights(nash_mixture(antisymmetric({{0, -0.1, 0.2}, {0.1, 0, -0.3}, {-0.2, 0.3, 0}})), {3 / 6., 2 / 6., 1 / 6.});
}

TEST_CASE("Nash: of several solutions the one of greatest entropy") {
  check_weights(nash_mixture(Eigen::MatrixXd::Zero(4, 4)), {0.25, 0.25, 0.25, 0.25});
  // Two copies of rock share its weight.
  check_weights(nash_mixture(antisymmetric({{0, 0, -0.5, 0.5}, {0, 0, -0.5, 0.5}, {0.5, 0.5, 0, -0.5}, {-0.5, -0.5, 0.5, 0}})),
                {1 / 6., 1 / 6., 1 / 3., 1 / 3.});
  // Equal to the best deck, but beaten nowhere: copies in effect.
  check_weights(nash_mixture(antisymmetric({{0, 0, 0.3}, {0, 0, 0.1}, {-0.3, -0.1, 0}})), {0.5, 0.5, 0});
}

TEST_CASE("Nash: decks without weight change nothing") {
  // Rock, paper and scissors with stakes among 97 decks that lose to all three, and to each other by their number.
  constexpr Eigen::Index kDecks = 100;
  Eigen::MatrixXd payoff = Eigen::MatrixXd::Zero(kDecks, kDecks);
  for (Eigen::Index i = 0; i < kDecks; ++i)
    for (Eigen::Index j = std::max<Eigen::Index>(3, i + 1); j < kDecks; ++j) payoff(i, j) = 0.002 * static_cast<double>(j - i);
  payoff(0, 1) = -0.1;
  payoff(0, 2) = 0.2;
  payoff(1, 2) = -0.3;
  payoff.triangularView<Eigen::StrictlyLower>() = -payoff.transpose();
  std::vector<double> wanted(kDecks, 0);
  wanted[0] = 3 / 6.;
  wanted[1] = 2 / 6.;
  wanted[2] = 1 / 6.;
  check_weights(nash_mixture(payoff), wanted);
}

TEST_CASE("Nash: nobody gains against the mixture of a random game") {
  SmallRng rng{5};
  for (int game = 0; game < 30; ++game) {
    const Eigen::Index n = 2 + game;
    Eigen::MatrixXd payoff = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = i + 1; j < n; ++j) {
        // Win rates of 50 games: multiples of 1/50, so that ties occur.
        payoff(i, j) = std::round(50 * (rng.uniform() - 0.5)) / 50;
        payoff(j, i) = -payoff(i, j);
      }
    const NashMixture mixture = nash_mixture(payoff);
    const Eigen::VectorXd w = Eigen::Map<const Eigen::VectorXd>(mixture.weights.data(), n);
    CHECK(w.minCoeff() >= 0);
    CHECK(w.sum() == Approx(1));
    CHECK((payoff * w).maxCoeff() <= kNashTolerance);
  }
}
