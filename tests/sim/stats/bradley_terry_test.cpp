// Ratings against published fits and closed forms.
#include "sim/stats/bradley_terry.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "engine/core/random.h"
#include "sim/stats/statistics.h"

using namespace archon;

namespace {

const double kEloPerLogit = 400 / std::numbers::ln10;

}  // namespace

TEST_CASE("two players: the rating is the Elo difference, the interval that of a logit") {
  Eigen::MatrixXd points(2, 2);
  points << 0, 30, 70, 0;
  const BradleyTerryFit fit = fit_bradley_terry(points);
  REQUIRE(fit.error == "");
  CHECK(fit.elo[0] == 0);
  CHECK(fit.elo[1] == Approx(elo_difference(0.7)));
  CHECK(fit.covariance(1, 1) == Approx(kEloPerLogit * kEloPerLogit / (100 * 0.7 * 0.3)));
  CHECK(fit.interval(1).high - fit.elo[1] == Approx(1.959963985 * kEloPerLogit / std::sqrt(21)));
  CHECK(fit.interval(0).low == 0);
}

TEST_CASE("the baseball season of 1987") {
  // Agresti, Categorical Data Analysis, table 10.10; estimates and standard errors in logits as published with the R package
  // BradleyTerry2 (Turner and Firth, Journal of Statistical Software 48, 2012), Baltimore being the reference.
  Eigen::MatrixXd wins(7, 7);   // Baltimore, Milwaukee, Detroit, Toronto, New York, Boston, Cleveland
  wins << 0, 2, 4, 1, 3, 1, 7,  //
      11, 0, 7, 9, 7, 7, 9,     //
      9, 6, 0, 7, 5, 11, 9,     //
      12, 4, 6, 0, 7, 7, 8,     //
      10, 6, 8, 6, 0, 6, 7,     //
      12, 6, 2, 6, 7, 0, 7,     //
      6, 4, 4, 5, 6, 6, 0;
  const double published[] = {0, 1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839};
  const double errors[] = {0, 0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319};
  const BradleyTerryFit fit = fit_bradley_terry(wins);
  REQUIRE(fit.error == "");
  for (int i = 0; i < 7; ++i) {
    CHECK(fit.elo[static_cast<size_t>(i)] / kEloPerLogit == Approx(published[i]).margin(1e-4));
    CHECK(std::sqrt(fit.covariance(i, i)) / kEloPerLogit == Approx(errors[i]).margin(1e-4));
  }
  CHECK(fit.interval(1, 2, 0.95).low == Approx(-fit.interval(2, 1, 0.95).high));
}

TEST_CASE("expected scores that follow the model give the ratings back, however far apart") {
  const double elo[] = {0, -350, 120, 900, 1500};
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(5, 5);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      if (i != j && (i + j) % 5 != 3) points(i, j) = 100 / (1 + std::pow(10, (elo[j] - elo[i]) / 400));  // not all met
  const BradleyTerryFit fit = fit_bradley_terry(points);
  REQUIRE(fit.error == "");
  for (int i = 0; i < 5; ++i) CHECK(fit.elo[static_cast<size_t>(i)] == Approx(elo[i]).margin(1e-6));
}

TEST_CASE("players that cannot be compared are named") {
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(5, 5);
  points(0, 2) = points(2, 0) = points(1, 4) = points(4, 1) = 3;
  const BradleyTerryFit apart = fit_bradley_terry(points);
  CHECK(apart.error == "the players fall into groups that never met: {0, 2} | {1, 4} | {3}");
  CHECK(apart.groups == std::vector<std::vector<int>>{{0, 2}, {1, 4}, {3}});
  CHECK(apart.elo.empty());
  points(3, 0) = points(3, 1) = 5;  // player 3 wins everything
  const BradleyTerryFit above = fit_bradley_terry(points);
  CHECK_THAT(above.error, Catch::Contains("no finite ratings") && Catch::Contains("{3} | {0, 2} | {1, 4}"));
  points(0, 1) = points(1, 3) = 0.5;
  CHECK(fit_bradley_terry(points).error == "");
}

TEST_CASE("intervals of ratings cover", "[slow]") {
  const double elo[] = {0, 80, -120, 200};
  SmallRng rng{3};
  int covered[4] = {};
  constexpr int kReplicates = 10'000, kGames = 100;
  for (int replicate = 0; replicate < kReplicates; ++replicate) {
    Eigen::MatrixXd points = Eigen::MatrixXd::Zero(4, 4);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j)
        for (int game = 0; game < kGames; ++game) {
          const bool won = rng.uniform() < 1 / (1 + std::pow(10, (elo[j] - elo[i]) / 400));
          (won ? points(i, j) : points(j, i)) += 1;
        }
    const BradleyTerryFit fit = fit_bradley_terry(points);
    REQUIRE(fit.error == "");
    for (int i = 1; i < 4; ++i) covered[i] += fit.interval(i).low <= elo[i] && elo[i] <= fit.interval(i).high;
  }
  for (int i = 1; i < 4; ++i) {
    CHECK(covered[i] >= 9'400);
    CHECK(covered[i] <= 9'650);
  }
}
