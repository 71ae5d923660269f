// Statistics against published numbers.
#include "sim/stats/statistics.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "tests/approx.h"

using namespace archon;

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
