// Pair statistics against numbers computed in other ways: 50-digit arithmetic, the exact likelihood ratio, simulation.
#include "sim/stats/sprt.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "engine/core/random.h"

using namespace archon;

namespace {

PairScores of(std::array<int64_t, 5> counts) { return {counts}; }

// A distribution of pair scores 0, 1/4 ... 1, and draws from it.
struct Source {
  std::array<double, 5> probability;
  SmallRng rng;

  void draw(PairScores& scores, int pairs) {
    for (int i = 0; i < pairs; ++i) {
      double u = rng.uniform();
      size_t score = 0;
      while (score < 4 && (u -= probability[score]) >= 0) ++score;
      ++scores.counts[score];
    }
  }
  double mean() const {
    double sum = 0;
    for (size_t i = 0; i < 5; ++i) sum += probability[i] * static_cast<double>(i) / 4;
    return sum;
  }
  double nelo() const {
    double variance = 0;
    for (size_t i = 0; i < 5; ++i) variance += probability[i] * std::pow(static_cast<double>(i) / 4 - mean(), 2);
    return 800 / std::log(10) * (mean() - 0.5) / std::sqrt(2 * variance);
  }
};

// Both games of a pair won, split or lost, with this mean and share of split pairs.
Source source(double mean, double split, uint64_t seed) {
  return {{1 - mean - split / 2, 0, split, 0, mean - split / 2}, {seed}};
}

// The split share that gives the mean this difference in normalised Elo.
Source source_of_nelo(double nelo, uint64_t seed) {
  const double t = nelo * std::log(10) / 800, split = 0.5;
  const double half = t * std::sqrt(2 * (1 - split) / 4 / (1 + 2 * t * t));
  return source(0.5 + half, split, seed);
}

bool covers(const Interval& interval, double value) { return interval.low <= value && value <= interval.high; }

}  // namespace

TEST_CASE("mean, variance and discordant pairs") {
  const PairScores scores = of({1, 2, 3, 4, 10});
  CHECK(scores.pairs() == 20);
  CHECK(scores.discordant() == 17);
  CHECK(scores.mean() == Approx((0.5 + 1.5 + 3 + 10) / 20));
  CHECK(scores.variance() == Approx((1 * 0.5625 + 2 * 0.25 + 3 * 0.0625 + 0 + 10 * 0.0625) / 20));
}

TEST_CASE("the LLR is the closed form on stored counts") {
  // Computed with 50 decimal digits; `exact` is the generalised likelihood ratio of the multinomial, which the closed form
  // approximates.
  struct Stored {
    std::array<int64_t, 5> counts;
    double nelo0, nelo1, llr, exact, nelo;
  };
  const Stored stored[] = {
      {{167, 5550, 12428, 5912, 167}, 0, 5, 5.120786599392, 5.119203456, 5.0520273854},
      {{224, 8129, 17966, 8433, 272}, 0, 2, 3.314666782832, 3.314849883, 3.8562464962},
      {{40, 0, 120, 0, 60}, 0, 10, 1.029258203038, 1.026160099, 33.4320048046},
      {{3, 1, 50, 2, 44}, 0, 10, 2.347386940782, 2.373001046, 184.5277886300},
      {{1000, 20, 3000, 10, 900}, 0, 10, -10.940592704435, -10.951945956, -8.4168113699},
  };
  for (const Stored& each : stored) {
    const Sprt sprt{.nelo0 = each.nelo0, .nelo1 = each.nelo1};
    CHECK(sprt.llr(of(each.counts)) == Approx(each.llr).margin(1e-9));
    CHECK(sprt.llr(of(each.counts)) == Approx(each.exact).epsilon(0.02));
    CHECK(nelo_estimate(of(each.counts)).value == Approx(each.nelo).margin(1e-7));
  }
}

TEST_CASE("the bounds of the test and how long it takes") {
  const Sprt sprt;
  CHECK(sprt.bounds().low == Approx(-2.94443897916644));  // ln(1/19)
  CHECK(sprt.bounds().high == Approx(2.94443897916644));
  CHECK(sprt.decision(2.95) == SprtDecision::AcceptH1);
  CHECK(sprt.decision(-2.95) == SprtDecision::AcceptH0);
  CHECK(sprt.decision(2.94) == SprtDecision::Continue);
  CHECK(Sprt{.alpha = 0.01, .beta = 0.1}.bounds().low == Approx(std::log(0.1 / 0.99)));
  CHECK(Sprt{.alpha = 0.01, .beta = 0.1}.bounds().high == Approx(std::log(0.9 / 0.01)));
  // Known lengths for windows of 5, 10 and 20: 25,600, 6,400 and 1,600 games.
  for (const double width : {5.0, 10.0, 20.0}) {
    const Sprt window{.nelo0 = 0, .nelo1 = width};
    CHECK(2 * window.expected_pairs(0) == Approx(25'600 * 25 / (width * width)).epsilon(0.001));
    CHECK(window.expected_pairs(width) == Approx(window.expected_pairs(0)));
    CHECK(window.expected_pairs(width / 2) == Approx(window.expected_pairs(width / 2 + 0.001)).epsilon(1e-4));
    CHECK(window.expected_pairs(width / 2) > window.expected_pairs(0));
    CHECK(window.expected_pairs(3 * width, 2.9) < 0.1 * window.expected_pairs(3 * width));
  }
}

TEST_CASE("Elo and normalised Elo change sides with the agents") {
  const PairScores scores = of({30, 2, 100, 5, 63}), other = of({63, 5, 100, 2, 30});
  for (const auto estimate : {elo_estimate, nelo_estimate}) {
    const Estimate a = estimate(scores, 0.95), b = estimate(other, 0.95);
    CHECK(a.value == Approx(-b.value));
    CHECK(a.interval.low == Approx(-b.interval.high));
    CHECK(a.interval.high == Approx(-b.interval.low));
    CHECK(a.interval.low < a.value);
  }
  const Estimate score = score_estimate(scores);  // m +- 1.96 sqrt(v/n)
  CHECK(score.interval.high - score.value == Approx(1.959963985 * std::sqrt(scores.variance() / 200)));
  CHECK(elo_estimate(scores).value == Approx(-400 * std::log10(1 / scores.mean() - 1)));
  CHECK(Sprt().llr(scores) > 0);
}

TEST_CASE("pairs that all scored the same") {
  // An agent against itself: no difference, and sooner or later the test says so.
  CHECK(of({0, 0, 50, 0, 0}).discordant() == 0);
  CHECK(elo_estimate(of({0, 0, 50, 0, 0})).value == 0);
  CHECK(covers(score_estimate(of({0, 0, 50, 0, 0})).interval, 0.5));
  CHECK(Sprt().decision(Sprt().llr(of({0, 0, 5000, 0, 0}))) == SprtDecision::AcceptH0);
  // All won: more than any number, and sooner or later the test says so.
  const PairScores won = of({0, 0, 0, 0, 50});
  CHECK(elo_estimate(won).value == std::numeric_limits<double>::infinity());
  CHECK(elo_estimate(won).interval.low > 300);
  CHECK(std::isfinite(elo_estimate(won).interval.low));
  CHECK(std::isfinite(nelo_estimate(won).value));
  CHECK(Sprt().decision(Sprt().llr(of({0, 0, 0, 0, 500}))) == SprtDecision::AcceptH1);
  CHECK(Sprt().decision(Sprt().llr(of({500, 0, 0, 0, 0}))) == SprtDecision::AcceptH0);
  // Nothing played.
  CHECK(Sprt().llr({}) == 0);
  CHECK(score_estimate({}).interval.low == 0);
  CHECK(elo_estimate({}).interval.high == std::numeric_limits<double>::infinity());
}

TEST_CASE("Brownian motion between two barriers") {
  const double forever = std::numeric_limits<double>::infinity();
  CHECK(upper_first(forever, -1, 3, 0, 1) == Approx(0.25));
  CHECK(upper_first(forever, -2, 3, 0.4, 2) == Approx((1 - std::exp(-0.8)) / (1 - std::exp(-2.0))));
  CHECK(upper_first(forever, -2, 3, -0.4, 2) == Approx((1 - std::exp(0.8)) / (1 - std::exp(2.0))));
  CHECK(upper_first(forever, -2, 3, -400, 2) == Approx(0).margin(1e-12));
  // A far lower barrier does not matter: the inverse Gaussian distribution, by the reflection principle without drift.
  CHECK(upper_first(4, -100, 2, 0, 1) == Approx(std::erfc(1 / std::sqrt(2))));
  // Both formulas meet where one takes over from the other.
  for (const double drift : {-3.0, 0.0, 5.0})
    CHECK(upper_first(0.05 * 16 - 1e-9, -2, 2, drift, 1) ==
          Approx(upper_first(0.05 * 16 + 1e-9, -2, 2, drift, 1)).margin(1e-8));
  // Against random walks with small steps.
  SmallRng rng{5};
  int reached = 0;
  constexpr int kWalks = 4000;
  for (int walk = 0; walk < kWalks; ++walk) {
    double place = 0;
    for (int step = 0; step < 300 && std::abs(place) < 1; ++step) place += (rng.below(2) ? 0.05 : -0.05) + 0.3 * 0.0025;
    reached += place >= 1;
  }
  CHECK(reached / double{kWalks} == Approx(upper_first(300 * 0.0025, -1, 1, 0.3, 1)).margin(0.025));
}

TEST_CASE("printed 95 % intervals cover", "[slow]") {
  constexpr int kReplicates = 10'000;
  std::vector<Source> sources;
  for (const double mean : {0.5, 0.6, 0.75, 0.85}) sources.push_back(source(mean, 0.25, 1));
  sources.push_back({{0.1, 0.1, 0.3, 0.2, 0.3}, {2}});
  for (const Source& each : sources) {
    Source draws = each;
    int score = 0, elo = 0, nelo = 0;
    for (int i = 0; i < kReplicates; ++i) {
      PairScores scores;
      draws.draw(scores, 500);
      score += covers(score_estimate(scores).interval, each.mean());
      elo += covers(elo_estimate(scores).interval, -400 * std::log10(1 / each.mean() - 1));
      nelo += covers(nelo_estimate(scores).interval, each.nelo());
    }
    INFO("mean score " << each.mean() << ", coverage " << score << ' ' << elo << ' ' << nelo << " of 10,000");
    for (const int covered : {score, elo, nelo}) {
      CHECK(covered >= 9'400);
      CHECK(covered <= 9'650);
    }
  }
}

TEST_CASE("the test errs as often as it may, and its estimate after stopping is median-unbiased", "[slow]") {
  constexpr int kReplicates = 10'000, kBatch = 28;
  const Sprt sprt{.nelo0 = 0, .nelo1 = 20};
  for (const double nelo : {-10.0, 0.0, 10.0, 20.0, 40.0, 150.0}) {
    Source draws = source_of_nelo(nelo, 7);
    REQUIRE(draws.nelo() == Approx(nelo).margin(1e-9));
    int accepted = 0, above = 0, covered = 0;
    double plain = 0;
    int64_t pairs = 0;
    for (int i = 0; i < kReplicates; ++i) {
      PairScores scores;
      SprtDecision decision = SprtDecision::Continue;
      while (decision == SprtDecision::Continue) {
        draws.draw(scores, kBatch);
        decision = sprt.decision(sprt.llr(scores));
      }
      accepted += decision == SprtDecision::AcceptH1;
      pairs += scores.pairs();
      plain += nelo_estimate(scores).value / kReplicates;
      const Estimate estimate = estimate_after_stop(sprt, scores);
      above += estimate.value > nelo;
      covered += covers(estimate.interval, nelo);
    }
    INFO("nelo " << nelo << ": accepted " << accepted << ", mean pairs " << pairs / kReplicates << " (expected "
                 << sprt.expected_pairs(nelo) << "), mean plain estimate " << plain << ", estimates above " << above
                 << ", intervals cover " << covered << " of 10,000");
    if (nelo <= 0) CHECK(accepted <= 550);
    if (nelo >= 20) CHECK(accepted >= 9'450);
    // The theory takes looks at every moment for granted; at 150 the test ends after three batches on average.
    CHECK(above >= (nelo < 100 ? 4'800 : 4'600));
    CHECK(above <= 5'200);
    CHECK(covered >= (nelo < 100 ? 9'400 : 9'250));
    CHECK(covered <= 9'650);
  }
}
