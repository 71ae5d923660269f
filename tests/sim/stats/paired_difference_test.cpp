// Paired differences by hand and by simulation; false discoveries where nothing is to be found, and where something is.
#include "sim/stats/paired_difference.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/core/random.h"
#include "sim/stats/distributions.h"
#include "tests/approx.h"

using namespace archon;

namespace {

double normal(SmallRng& rng) { return normal_quantile(rng.uniform() * (1 - 1e-12) + 5e-13); }

}  // namespace

TEST_CASE("paired differences: by hand") {
  PairedDifferences differences;
  CHECK(differences.mean() == 0);
  CHECK(differences.p_value() == near(1, 1e-12));
  for (const double each : {1., 1., 1., 0., 0., 0., 0., -1.}) differences.add(each);
  CHECK(differences.pairs() == 8);
  CHECK(differences.mean() == near(2 / 8., 1e-12));
  CHECK(differences.variance() == near(4 / 8. - 1 / 16., 1e-12));
  // Agresti and Min: 3.5 and 1.5 of 10 pairs differ: (5 - 2^2 / 10) / 10^2 is the variance of 0.2.
  CHECK(differences.error() == near(std::sqrt(4.6) / 10, 1e-12));
  const Interval interval = differences.interval();
  CHECK(interval.low == near(0.2 - 1.959964 * std::sqrt(4.6) / 10, 1e-6));
  CHECK(interval.high == near(0.2 + 1.959964 * std::sqrt(4.6) / 10, 1e-6));
  CHECK(differences.p_value() == near(0.351, 0.001));  // twice the tail beyond 0.9325
}

TEST_CASE("paired differences: intervals cover, of few and of many pairs, rarely or often different", "[slow]") {
  SmallRng rng{3};
  for (const int pairs : {20, 100, 1000})
    for (const auto& [more, less] : {std::pair(0.02, 0.02), std::pair(0.1, 0.05), std::pair(0.3, 0.2), std::pair(0.2, 0.0)}) {
      constexpr int kTrials = 4000;
      int covered = 0;
      for (int trial = 0; trial < kTrials; ++trial) {
        PairedDifferences differences;
        for (int pair = 0; pair < pairs; ++pair) {
          const double x = rng.uniform();
          differences.add(x < more ? 1 : x < more + less ? -1 : 0);
        }
        const Interval interval = differences.interval();
        covered += interval.low <= more - less && more - less <= interval.high;
      }
      INFO(pairs << " pairs, " << more << " and " << less << ": " << covered / double(kTrials));
      CHECK(covered > 0.93 * kTrials);
      if (pairs == 1000) CHECK(covered < 0.97 * kTrials);
    }
}

TEST_CASE("discoveries: Benjamini and Hochberg's procedure by hand") {
  // Bounds 0.01, 0.02, 0.03, 0.04, 0.05: the fourth smallest is below its bound, so that all four are found.
  const std::vector<double> p = {0.039, 0.2, 0.008, 0.029, 0.03};
  CHECK(discoveries(p, 0.05) == std::vector<size_t>{2, 3, 4, 0});
  CHECK(discoveries(std::vector<double>{0.02, 0.9}, 0.03).empty());
  CHECK(discoveries({}, 0.05).empty());
}

// Pairs of 20 cards, tested by what both together do more than each alone; the results of each alone are shared by 19 tests.
TEST_CASE("discoveries: few are false among interactions that share their games, and true ones are found", "[slow]") {
  constexpr int kCards = 20, kTrials = 200, kGames = 400;
  constexpr double kRate = 0.1;
  for (const int true_pairs : {0, 8}) {
    SmallRng rng{11};
    double false_share = 0, found_share = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<PairedDifferences> pairs;
      std::vector<std::vector<double>> alone(kGames, std::vector<double>(kCards));
      for (auto& game : alone)
        for (double& each : game) each = 0.4 * normal(rng);
      for (int a = 0; a < kCards; ++a)
        for (int b = a + 1; b < kCards; ++b) {
          PairedDifferences& pair = pairs.emplace_back();
          const bool real = b == a + 1 && a % 2 == 0 && a / 2 < true_pairs;
          for (const auto& game : alone) {
            const auto i = static_cast<size_t>(a), j = static_cast<size_t>(b);
            pair.add(0.3 * normal(rng) - 0.3 * game[i] - 0.3 * game[j] + (real ? 0.1 : 0));
          }
        }
      std::vector<double> p_values;
      for (const PairedDifferences& each : pairs) p_values.push_back(each.p_value());
      const std::vector<size_t> found = discoveries(p_values, kRate);
      int right = 0;
      for (size_t i = 0, index = 0; i < kCards; ++i)
        for (size_t j = i + 1; j < kCards; ++j, ++index)
          if (j == i + 1 && i % 2 == 0 && i / 2 < static_cast<size_t>(true_pairs))
            right += std::ranges::count(found, index) > 0 ? 1 : 0;
      if (!found.empty()) false_share += static_cast<double>(std::ssize(found) - right) / static_cast<double>(found.size());
      found_share += true_pairs ? right / static_cast<double>(true_pairs) : 0;
    }
    INFO(true_pairs << " pairs: false " << false_share / kTrials << ", found " << found_share / kTrials);
    CHECK(false_share / kTrials < kRate + 0.04);  // 0.04: twice the standard error of 200 trials in which one in ten has one
    if (true_pairs) CHECK(found_share / kTrials > 0.8);
  }
}
