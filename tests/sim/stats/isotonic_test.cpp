// Falling win rates: the fit against all others, where it passes 1/2, how often its interval covers, and the test of a logistic
// curve.
#include "sim/stats/isotonic.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "engine/core/random.h"

using namespace archon;

namespace {

double log_likelihood(const std::vector<Observation>& levels, const std::vector<double>& p) {
  double sum = 0;
  for (size_t i = 0; i < levels.size(); ++i) {
    const double wins = static_cast<double>(levels[i].wins), losses = static_cast<double>(levels[i].games) - wins;
    if (wins > 0) sum += wins * std::log(p[i]);
    if (losses > 0) sum += losses * std::log(1 - p[i]);
  }
  return sum;
}

// Of all falling sequences of multiples of 1/20.
double best_of_grid(const std::vector<Observation>& levels, std::vector<double>& p) {
  if (p.size() == levels.size()) return log_likelihood(levels, p);
  double best = -INFINITY;
  for (int i = 0; i <= 20 && (p.empty() || i / 20.0 <= p.back()); ++i) {
    p.push_back(i / 20.0);
    best = std::max(best, best_of_grid(levels, p));
    p.pop_back();
  }
  return best;
}

std::vector<Observation> played(SmallRng& rng, double slope, double root, int from, int to, int games) {
  std::vector<Observation> levels;
  for (int x = from; x <= to; ++x) {
    Observation& level = levels.emplace_back(Observation{.x = static_cast<double>(x), .wins = 0, .games = games});
    for (int game = 0; game < games; ++game) level.wins += rng.uniform() < 1 / (1 + std::exp(-slope * (root - x)));
  }
  return levels;
}

}  // namespace

TEST_CASE("isotonic fit: neighbours in the wrong order are pooled by their games") {
  const std::vector<Observation> levels = {{0, 9, 10}, {1, 12, 20}, {2, 8, 10}, {3, 2, 10}};
  const std::vector<double> p = isotonic_fit(levels);
  REQUIRE(p.size() == 4);
  CHECK(p[0] == Approx(0.9));
  CHECK(p[1] == Approx(20.0 / 30));
  CHECK(p[2] == Approx(20.0 / 30));
  CHECK(p[3] == Approx(0.2));
}

TEST_CASE("isotonic fit: no falling curve is more likely") {
  SmallRng rng{5};
  for (int i = 0; i < 20; ++i) {
    std::vector<Observation> levels;
    for (int x = 0; x < 4; ++x) {
      const int64_t games = 1 + rng.below(12);
      levels.push_back({static_cast<double>(x), rng.below(static_cast<uint32_t>(games + 1)), games});
    }
    std::vector<double> p;
    const double ours = log_likelihood(levels, isotonic_fit(levels)), best = best_of_grid(levels, p);
    CHECK(ours >= best - 1e-9);
    CHECK(ours <= best + 0.3);  // the grid is coarse, but not that coarse
  }
}

TEST_CASE("isotonic curve: where it passes one half") {
  const IsotonicCurve curve(std::vector<Observation>{{0, 80, 100}, {4, 60, 100}, {8, 20, 100}});
  CHECK(curve.root() == Approx(5));
  CHECK(curve(2) == Approx(0.7));
  CHECK(curve(-9) == Approx(0.8));
  CHECK(curve(9) == Approx(0.2));
  CHECK(IsotonicCurve(std::vector<Observation>{{0, 60, 100}, {1, 51, 100}}).root() == INFINITY);
  CHECK(IsotonicCurve(std::vector<Observation>{{0, 40, 100}, {1, 11, 100}}).root() == -INFINITY);
  // Levels 0 and 2 are one block, which lies at their mean.
  CHECK(IsotonicCurve(std::vector<Observation>{{0, 60, 100}, {2, 60, 100}, {5, 40, 100}}).root() == Approx(3));
}

TEST_CASE("isotonic interval: it covers, and is not for ever open") {
  SmallRng rng{11};
  int covered = 0;
  double width = 0;
  constexpr int kReplicates = 1000;
  for (int i = 0; i < kReplicates; ++i) {
    const double root = 8 + 4 * rng.uniform();
    const Interval interval = isotonic_root_interval(played(rng, 0.1, root, 0, 20, 60));
    covered += interval.low <= root && root <= interval.high;
    width += std::min(interval.high, 20.0) - std::max(interval.low, 0.0);
  }
  CHECK(covered >= 0.935 * kReplicates);
  CHECK(width / kReplicates < 10);
  const Interval open = isotonic_root_interval(std::vector<Observation>{{0, 90, 100}, {1, 80, 100}});
  CHECK(open.low == 1);
  CHECK(open.high == INFINITY);
}

TEST_CASE("a logistic curve is rejected where it is wrong") {
  const std::vector<Observation> cliff = {{0, 560, 1000}, {2, 560, 1000}, {4, 550, 1000}, {5, 50, 1000}, {6, 50, 1000}};
  CHECK(logistic_misfit(cliff, 99, 1) < 0.05);
  const std::vector<Observation> smooth = {{0, 600, 1000}, {2, 550, 1000}, {4, 500, 1000}, {6, 450, 1000}};
  CHECK(logistic_misfit(smooth, 99, 1) > 0.2);
  CHECK(logistic_misfit(std::vector<Observation>{{0, 9, 10}, {1, 9, 10}}, 99, 1) == 1);
}

TEST_CASE("a logistic curve that is right is rejected as often as the level says", "[slow]") {
  SmallRng rng{21};
  int rejected = 0;
  constexpr int kReplicates = 1000;
  for (int i = 0; i < kReplicates; ++i) rejected += logistic_misfit(played(rng, 0.1, 6, 0, 12, 100), 99, rng.next()) <= 0.05;
  CHECK(rejected >= 0.025 * kReplicates);
  CHECK(rejected <= 0.075 * kReplicates);
}
