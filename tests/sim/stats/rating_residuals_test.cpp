// Which pairs defy the ratings.
#include "sim/stats/rating_residuals.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace archon;

namespace {

// Games between players whose strengths are even steps, each pair's won at random; the first pair's win rate is moved.
Eigen::MatrixXd random_wins(int players, int games, double moved, std::mt19937_64& rng) {
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(players, players);
  for (int i = 0; i < players; ++i) {
    for (int j = i + 1; j < players; ++j) {
      const double p = 1 / (1 + std::exp(-0.1 * (j - i))) + (i == 0 && j == 1 ? moved : 0);
      wins(i, j) = std::binomial_distribution<int>(games, p)(rng);
      wins(j, i) = games - wins(i, j);
    }
  }
  return wins;
}

}  // namespace

TEST_CASE("residuals: of right ratings they are standard normal") {
  std::mt19937_64 rng(1);
  double squares = 0;
  int count = 0, reported = 0;
  for (int run = 0; run < 40; ++run) {
    const Eigen::MatrixXd wins = random_wins(12, 200, 0, rng);
    const auto residuals = rating_residuals(wins, fit_bradley_terry(wins, VirtualGames::even(12)));
    REQUIRE(residuals.size() == 66);
    for (const RatingResidual& each : residuals) squares += each.z * each.z;
    count += 66;
    reported += residuals.front().q_value <= 0.05;
  }
  CHECK(squares / count == Approx(1).margin(0.08));  // 2,640 of them: standard error 0.03
  CHECK(reported <= 6);                              // any false finding in 5 % of the runs
}

TEST_CASE("residuals: a pair that defies the ratings comes first, with its side") {
  std::mt19937_64 rng(2);
  const Eigen::MatrixXd wins = random_wins(12, 200, 0.25, rng);
  const auto residuals = rating_residuals(wins, fit_bradley_terry(wins, VirtualGames::even(12)));
  CHECK(residuals.front().a == 0);
  CHECK(residuals.front().b == 1);
  CHECK(residuals.front().z > 4);
  CHECK(residuals.front().q_value < 0.01);
  CHECK(residuals.front().win_rate == Approx(wins(0, 1) / 200));
  CHECK(residuals.front().win_rate - residuals.front().predicted > 0.15);
}

TEST_CASE("residuals: two players predict each other alone") {
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(2, 2);
  wins(0, 1) = 60;
  wins(1, 0) = 40;
  CHECK(rating_residuals(wins, fit_bradley_terry(wins, VirtualGames::even(2))).empty());
}
