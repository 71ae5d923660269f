// Ratings against published fits and closed forms.
#include "sim/stats/bradley_terry.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "engine/core/random.h"
#include "sim/stats/statistics.h"

using namespace archon;

namespace {}  // namespace

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

TEST_CASE("groups that cannot be compared stand in the order in which they won, also through others") {
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(3, 3);
  points(1, 0) = points(0, 2) = 4;  // 1 and 2 have not met
  CHECK_THAT(fit_bradley_terry(points).error, Catch::Contains("{1} | {0} | {2}"));
}

TEST_CASE("virtual games keep ratings finite, and are not seen otherwise") {
  // Two players, all n games won: the gradient n (1 - p) - (p' - 1/2) is 0, p' being the score against the average player
  // half-way between them. For many games n (1 - p) = 1/2: as if half of a game were lost.
  for (const double games : {1, 10, 280, 100'000}) {
    Eigen::MatrixXd points(2, 2);
    points << 0, 0, games, 0;
    const BradleyTerryFit fit = fit_bradley_terry(points, VirtualGames::even(2));
    REQUIRE(fit.error == "");
    const auto score = [](double elo) { return 1 / (1 + std::pow(10, -elo / 400)); };
    CHECK(games * (1 - score(fit.elo[1])) == Approx(score(fit.elo[1] / 2) - 0.5).epsilon(1e-6));
    CHECK(fit.interval(1).low < fit.elo[1]);
    CHECK(fit.covariance.rows() == 2);
    if (games == 280) CHECK(fit.elo[1] == Approx(400 * std::log10(560)).margin(50));
  }
  // One who wins everything, one who loses everything, and two between them: in order, finite, and symmetric.
  Eigen::MatrixXd points(4, 4);
  points << 0, 50, 50, 50, 0, 0, 25, 50, 0, 25, 0, 50, 0, 0, 0, 0;
  const BradleyTerryFit fit = fit_bradley_terry(points, VirtualGames::even(4));
  REQUIRE(fit.error == "");
  CHECK(fit.elo[1] == Approx(fit.elo[2]));
  CHECK(fit.elo[0] - fit.elo[1] == Approx(fit.elo[2] - fit.elo[3]));
  CHECK(fit.elo[1] < -500);
  // Players that never met are compared by the virtual games alone, and so hardly.
  Eigen::MatrixXd apart = Eigen::MatrixXd::Zero(4, 4);
  apart(0, 1) = apart(2, 3) = 300;
  apart(1, 0) = apart(3, 2) = 100;
  const BradleyTerryFit parts = fit_bradley_terry(apart, VirtualGames::even(4));
  REQUIRE(parts.error == "");
  CHECK(parts.groups == std::vector<std::vector<int>>{{0, 1}, {2, 3}});
  CHECK(parts.elo[2] == Approx(parts.elo[0]).margin(1e-6));
  CHECK(parts.interval(1).high - parts.interval(1).low < 90);
  CHECK(parts.interval(2).high - parts.interval(2).low > 900);
  CHECK_FALSE(fit_bradley_terry(apart).error.empty());
  // 20,000 games a pair: the prior moves no rating by a tenth of a point.
  Eigen::MatrixXd many(3, 3);
  many << 0, 15'000, 16'000, 5'000, 0, 11'000, 4'000, 9'000, 0;
  for (size_t i = 0; i < 3; ++i)
    CHECK(fit_bradley_terry(many, VirtualGames::even(3)).elo[i] == Approx(fit_bradley_terry(many).elo[i]).margin(0.1));
}

TEST_CASE("intervals of ratings cover, with the virtual games", "[slow]") {
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
    const BradleyTerryFit fit = fit_bradley_terry(points, VirtualGames::even(4));
    REQUIRE(fit.error == "");
    for (int i = 1; i < 4; ++i) covered[i] += fit.interval(i).low <= elo[i] && elo[i] <= fit.interval(i).high;
  }
  for (int i = 1; i < 4; ++i) {
    CHECK(covered[i] >= 9'400);
    CHECK(covered[i] <= 9'650);
  }
}

TEST_CASE("what ratings miss of the win rates") {
  // Ten players of equal strength but for a pattern that no rating sees: each wins 70 % of its games against those at an odd
  // distance below it on a circle, and loses as many to those above. All ratings are 0, every pair is off by 20 points.
  constexpr int kPlayers = 11;
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(kPlayers, kPlayers);
  for (int i = 0; i < kPlayers; ++i)
    for (int distance = 1; distance <= kPlayers / 2; ++distance) {
      wins(i, (i + distance) % kPlayers) = 7000;
      wins((i + distance) % kPlayers, i) = 3000;
    }
  const std::optional<RatingMisfit> circle = rating_misfit(wins, fit_bradley_terry(wins, VirtualGames::even(kPlayers)));
  REQUIRE(circle);
  CHECK(circle->value == Approx(0.2).margin(1e-3));
  CHECK(circle->interval.low == Approx(0.2).margin(1e-3));  // all pairs are off by the same
  // What the model says, in counts: nothing is missed.
  for (int i = 0; i < kPlayers; ++i)
    for (int j = 0; j < kPlayers; ++j) wins(i, j) = i == j ? 0 : 1e6 / (1 + std::exp(0.2 * (i - j)));
  const std::optional<RatingMisfit> none = rating_misfit(wins, fit_bradley_terry(wins));
  REQUIRE(none);
  CHECK(none->value == 0);
  CHECK(none->interval.high == 0);
  const Eigen::MatrixXd nine = wins.topLeftCorner(9, 9);  // 36 pairs, 9 ratings
  CHECK_FALSE(rating_misfit(nine, fit_bradley_terry(nine)));
}

TEST_CASE("the misfit of right ratings is noise, also with two games a pair", "[slow]") {
  SmallRng rng{4};
  constexpr int kPlayers = 12, kReplicates = 1000;
  for (const int games : {2, 10, 50}) {
    int false_alarms = 0, covered = 0;
    for (int replicate = 0; replicate < 2 * kReplicates; ++replicate) {
      // Right ratings, then pairs that are 10 points better or worse than the ratings say, in a pattern that no rating sees.
      const bool right = replicate < kReplicates;
      Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(kPlayers, kPlayers);
      for (int i = 0; i < kPlayers; ++i)
        for (int j = i + 1; j < kPlayers; ++j) {
          const double p = right ? 1 / (1 + std::exp(0.15 * (i - j))) : (j - i) % 2 == 1 ? 0.6 : 0.4;
          for (int game = 0; game < games; ++game) (rng.uniform() < p ? wins(i, j) : wins(j, i)) += 1;
        }
      const auto misfit = rating_misfit(wins, fit_bradley_terry(wins, VirtualGames::even(kPlayers)));
      REQUIRE(misfit);
      if (right)
        false_alarms += misfit->interval.low > 0;
      else
        covered += misfit->interval.low <= 0.1 && 0.1 <= misfit->interval.high;
    }
    INFO(games << " games a pair: " << false_alarms << " false alarms, " << covered << " covered of " << kReplicates);
    CHECK(false_alarms <= 0.035 * kReplicates);
    CHECK(covered >= 0.88 * kReplicates);
  }
}
