// Statistics against published numbers.
#include "sim/stats/statistics.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "engine/core/random.h"

using namespace archon;

namespace {
Approx near(double value, double margin) { return Approx(value).epsilon(0).margin(margin); }
}  // namespace

TEST_CASE("normal quantile: the values published with algorithm AS 241") {
  CHECK(normal_quantile(0.25) == near(-0.6744897501960817, 1e-15));
  CHECK(normal_quantile(0.001) == near(-3.090232306167814, 1e-14));
  CHECK(normal_quantile(1e-20) == near(-9.262340089798408, 1e-14));
  CHECK(normal_quantile(0.975) == near(1.959963984540054, 1e-14));
  CHECK(normal_quantile(0.5) == 0);
  CHECK(std::isinf(normal_quantile(0)));
  CHECK(std::isinf(normal_quantile(1)));
}

TEST_CASE("Wilson interval: table I of Newcombe 1998") {
  struct Row {
    int successes, trials;
    double low, high;
  };
  for (const Row& row :
       {Row{81, 263, 0.2553, 0.3662}, Row{15, 148, 0.0624, 0.1605}, Row{0, 20, 0.0, 0.1611}, Row{1, 29, 0.0061, 0.1718}}) {
    const Interval interval = wilson_interval(row.successes, row.trials);
    CHECK(interval.low == near(row.low, 6e-5));
    CHECK(interval.high == near(row.high, 6e-5));
  }
  CHECK(wilson_interval(0, 0).low == 0);
  CHECK(wilson_interval(0, 0).high == 1);
  CHECK(wilson_interval(7, 7).high == 1);
}

TEST_CASE("difference of two proportions: method 10, table II of Newcombe 1998 (p. 873)") {
  const Interval interval = difference_interval(56, 70, 48, 80);
  CHECK(interval.low == near(0.0524, 6e-5));
  CHECK(interval.high == near(0.3339, 6e-5));
  const Interval none = difference_interval(0, 10, 0, 20);
  CHECK(none.low == near(-0.1611, 6e-5));
  CHECK(none.high == near(0.2775, 6e-5));
}

TEST_CASE("Student's t: the values of tables") {
  CHECK(student_quantile(0.975, 5) == near(2.5706, 0.005));
  CHECK(student_quantile(0.975, 10) == near(2.2281, 5e-4));
  CHECK(student_quantile(0.975, 40) == near(2.0211, 1e-4));
  CHECK(student_quantile(0.5, 7) == near(0, 1e-12));
}

// Of ten deer eight have the longer left hind leg: Zar, Biostatistical Analysis.
TEST_CASE("sign test: binomial tails") {
  CHECK(sign_test(8, 2) == near(56 / 1024., 1e-15));
  CHECK(sign_test(8, 0) == near(1 / 256., 1e-15));
  CHECK(sign_test(2, 8) == near(1013 / 1024., 1e-15));
  CHECK(sign_test(5, 5) == near(638 / 1024., 1e-15));
  CHECK(sign_test(0, 7) == 1);
  CHECK(sign_test(0, 0) == 1);
  // Far out, against the normal distribution with its continuity correction and, where that ends, a single term.
  CHECK(sign_test(500'500, 499'500) == Approx(std::erfc(999 / std::sqrt(2e6)) / 2).epsilon(1e-3));
  CHECK(sign_test(1000, 0) == Approx(std::pow(2, -1000)));
}

TEST_CASE("Elo difference") {
  CHECK(elo_difference(0.5) == near(0, 1e-12));
  CHECK(elo_difference(0.75) == near(190.85, 0.005));
  CHECK(elo_difference(0.25) == near(-190.85, 0.005));
  CHECK(std::isinf(elo_difference(1)));
}

TEST_CASE("logistic fit: the beetles of Bliss 1935, as fitted by Dobson") {
  const std::vector<Observation> beetles = {{1.6907, 6, 59},  {1.7242, 13, 60}, {1.7552, 18, 62}, {1.7842, 28, 56},
                                            {1.8113, 52, 63}, {1.8369, 53, 59}, {1.8610, 61, 62}, {1.8839, 60, 60}};
  const LogisticFit fit = fit_logistic(beetles, 0);
  REQUIRE(fit.converged);
  CHECK(fit.intercept == near(-60.717, 5e-4));
  CHECK(fit.slope == near(34.270, 5e-4));
  CHECK(std::sqrt(fit.var_intercept) == near(5.181, 2e-3));
  CHECK(std::sqrt(fit.var_slope) == near(2.912, 2e-3));
}

TEST_CASE("logistic fit: the O-rings of Dalal, Fowlkes and Hoadley 1989") {
  const std::vector<double> failed = {53, 57, 58, 63, 70, 70, 75};
  const std::vector<double> held = {66, 67, 67, 67, 68, 69, 70, 70, 72, 73, 75, 76, 76, 78, 79, 81};
  std::vector<Observation> flights;
  for (double x : failed) flights.push_back({x, 1, 1});
  for (double x : held) flights.push_back({x, 0, 1});
  const LogisticFit fit = fit_logistic(flights, 0);
  REQUIRE(fit.converged);
  CHECK(fit.intercept == near(15.0429, 1e-4));
  CHECK(fit.slope == near(-0.2322, 1e-4));
  CHECK(std::sqrt(fit.var_intercept) == near(7.3786, 1e-3));
  CHECK(std::sqrt(fit.var_slope) == near(0.1082, 1e-4));
  CHECK(fit.probability(31) == near(0.9996, 1e-4));  // on the day of the accident
}

TEST_CASE("logistic fit: separated outcomes stay finite, and nothing played says nothing") {
  const LogisticFit won = fit_logistic(std::vector<Observation>{{0, 100, 100}, {8, 100, 100}});
  CHECK(std::isfinite(won.intercept));
  CHECK(std::isfinite(won.slope));
  const LogisticFit cut = fit_logistic(std::vector<Observation>{{0, 100, 100}, {8, 0, 100}});
  CHECK(cut.slope < 0);
  CHECK(-cut.intercept / cut.slope == near(4, 1));  // where it passes 1/2
  CHECK(fit_logistic({}).probability(5) == 0.5);
}

TEST_CASE("the Wilson interval covers the truth as often as it says") {
  SmallRng rng{12345};
  constexpr int kReplicates = 10000, kGames = 400;
  int covered = 0;
  for (int i = 0; i < kReplicates; ++i) {
    int wins = 0;
    for (int game = 0; game < kGames; ++game) wins += rng.uniform() < 0.62;
    const Interval interval = wilson_interval(wins, kGames);
    covered += interval.low <= 0.62 && 0.62 <= interval.high;
  }
  CHECK(covered >= 0.94 * kReplicates);
  CHECK(covered <= 0.965 * kReplicates);
}
