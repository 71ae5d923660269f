// The rank among others whose games are few, against simulations with known strengths.
#include "sim/stats/percentile.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "sim/stats/distributions.h"

using namespace archon;

namespace {

// Decks whose strengths are normal in logits play a field of such decks; the one we ask about has a known place among them.
struct Simulation {
  int opponents = 40, others = 50, own_games = 50, other_games = 2;  // games: against each opponent
  double spread = 0.4;                                               // standard deviation of the strengths
};

struct Outcome {
  double mean = 0, naive = 0, covered = 0, spread = 0;  // means over the runs
};

class Simulator {
 public:
  Simulator(const Simulation& setting, unsigned seed) : setting_(setting), rng_(seed) {}

  Outcome run(double true_percentile, int runs) {
    Outcome sum;
    for (int i = 0; i < runs; ++i) add(true_percentile, sum, 1.0 / runs);
    return sum;
  }

 private:
  void add(double truth, Outcome& sum, double weight) {
    std::normal_distribution<double> strength(0, setting_.spread);
    std::vector<double> field(static_cast<size_t>(setting_.opponents));
    for (double& each : field) each = strength(rng_);
    std::vector<WinCount> others;
    for (int i = 0; i < setting_.others; ++i) others.push_back(play(strength(rng_), field, setting_.other_games));
    const WinCount own = play(setting_.spread * normal_quantile(truth), field, setting_.own_games);
    const Percentile found = percentile_among(own, others);
    const auto rate = [](const WinCount& each) { return static_cast<double>(each.wins) / static_cast<double>(each.games); };
    const auto weaker = std::ranges::count_if(others, [&](const WinCount& each) { return rate(each) < rate(own); });
    sum.mean += weight * found.value;
    sum.naive += weight * static_cast<double>(weaker) / static_cast<double>(others.size());
    sum.covered += weight * (found.interval.low <= truth && truth <= found.interval.high);
    sum.spread += weight * found.spread;
  }

  WinCount play(double strength, const std::vector<double>& field, int games) {
    WinCount count;
    for (const double opponent : field) {
      std::binomial_distribution<int64_t> wins(games, 1 / (1 + std::exp(opponent - strength)));
      count.wins += wins(rng_);
      count.games += games;
    }
    return count;
  }

  Simulation setting_;
  std::mt19937 rng_;
};

}  // namespace

TEST_CASE("percentile: the known rank comes back, and the interval covers it") {
  constexpr int kRuns = 200;
  for (const double truth : {0.03, 0.2, 0.5, 0.9}) {
    const Outcome out = Simulator({}, 7).run(truth, kRuns);
    CAPTURE(truth, out.mean, out.covered);
    CHECK(std::abs(out.mean - truth) < 0.02);
    CHECK(out.covered > 0.925);
    CHECK(out.covered < 0.99);  // no wider than it must be
  }
}

TEST_CASE("percentile: counting the weaker ones would pull a strong deck to the middle") {
  // Four opponents and eight games each of the others: their luck is three times as wide as their strength.
  const Outcome out = Simulator({.opponents = 4, .others = 60, .own_games = 400, .other_games = 2}, 3).run(0.9, 200);
  CHECK(out.naive < 0.75);
  CHECK(std::abs(out.mean - 0.9) < 0.06);
  CHECK(out.covered > 0.92);
}

TEST_CASE("percentile: the spread of the others is that without luck") {
  // A standard deviation of 0.4 logits is 0.4 / 4 = 10 points near even decks, a little less further out.
  const Outcome out = Simulator({.others = 200}, 5).run(0.5, 50);
  CHECK(out.spread == Approx(0.095).margin(0.01));
}

TEST_CASE("percentile: in the middle of equals, at the ends, and without others") {
  const std::vector<WinCount> others(30, WinCount{50, 100});
  CHECK(percentile_among({500, 1000}, others).value == Approx(0.5).margin(1e-6));
  CHECK(percentile_among({500, 1000}, others).mean == Approx(0.5));
  CHECK(percentile_among({1000, 1000}, others).value > 0.99);
  CHECK(percentile_among({0, 1000}, others).value < 0.01);
  const std::vector<WinCount> few{{50, 100}, {60, 100}, {0, 0}};
  CHECK(percentile_among({90, 100}, few).interval.low == 0);
  CHECK(percentile_among({90, 100}, few).interval.high == 1);
}
