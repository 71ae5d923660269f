// Pair statistics against numbers computed in other ways: 50-digit arithmetic, searches for the maximum, simulation.
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

// With this share of split pairs, and the mean that gives this difference in normalised Elo.
Source source_of_nelo(double nelo, double split, uint64_t seed) {
  const double t = nelo * std::log(10) / 800;
  const double half = t * std::sqrt(2 * (1 - split) / 4 / (1 + 2 * t * t));
  return source(0.5 + half, split, seed);
}

struct Stopped {
  PairScores scores;
  SprtDecision decision = SprtDecision::Continue;
};

// A test that looks after every batch.
Stopped decided(const Sprt& sprt, Source draws, int batch) {
  Stopped stopped;
  while (stopped.decision == SprtDecision::Continue) {
    draws.draw(stopped.scores, batch);
    stopped.decision = sprt.decision(sprt.llr(stopped.scores));
  }
  return stopped;
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

TEST_CASE("the LLR is the generalised likelihood ratio of the multinomial") {
  // Values by other means: 50-digit arithmetic, and where three scores leave one free parameter, a golden section search over
  // it.
  struct Stored {
    std::array<double, 5> counts;
    double nelo0, nelo1, llr;
  };
  const Stored stored[] = {
      {{167, 5550, 12428, 5912, 167}, 0, 5, 5.119203456}, {{224, 8129, 17966, 8433, 272}, 0, 2, 3.314849883},
      {{40, 0, 120, 0, 60}, 0, 10, 1.026159201},          {{3, 1, 50, 2, 44}, 0, 10, 2.373001046},
      {{1000, 20, 3000, 10, 900}, 0, 10, -10.951945956},  {{5, 0, 20, 0, 75}, -100, 100, 62.340144562},
  };
  for (const Stored& each : stored) {
    CHECK(generalised_llr(each.counts, each.nelo0, each.nelo1) == Approx(each.llr).margin(1e-8));
    std::array<double, 5> turned = each.counts;
    std::ranges::reverse(turned);
    CHECK(generalised_llr(turned, -each.nelo0, -each.nelo1) == Approx(each.llr).margin(1e-8));
  }
  // With the scores 0 and 1 alone a normalised Elo leaves nothing to choose: of mean q, t = (q - 1/2) / sqrt(2 q (1 - q)).
  const auto q_of = [](double nelo) {
    const double c = std::sqrt(2) * nelo * std::log(10) / 800;
    return 0.5 + c / (2 * std::sqrt(1 + c * c));
  };
  for (const double nelo : {-190.0, -50.0, 10.0, 100.0, 199.0}) {
    const double q = q_of(nelo);
    CHECK(generalised_llr({7.5, 0, 0, 0, 93.5}, nelo, nelo + 1) ==
          Approx(7.5 * std::log((1 - q_of(nelo + 1)) / (1 - q)) + 93.5 * std::log(q_of(nelo + 1) / q)).margin(1e-8));
  }
}

// The likelihood that the ratio compares is the greatest one: no distribution found at random with that difference exceeds it.
TEST_CASE("no distribution with the difference of a hypothesis is more likely than the one of the LLR") {
  SmallRng rng{8};
  for (int sample = 0; sample < 200; ++sample) {
    std::array<double, 5> counts;
    double n = 0;
    for (double& count : counts) n += count = 0.5 + std::floor(60 * std::pow(rng.uniform(), 3));
    const double nelo = 400 * rng.uniform() - 200;
    // Against the hypothesis of the difference that was seen, whose likelihood is that of the counts themselves.
    Source seen{counts, {1}};
    for (double& p : seen.probability) p /= n;
    const double llr =
        seen.nelo() < nelo ? -generalised_llr(counts, seen.nelo(), nelo) : generalised_llr(counts, nelo, seen.nelo());
    CHECK(llr >= -1e-9);
    for (int attempt = 0; attempt < 50; ++attempt) {
      // Some distribution near the counts, its ends reweighted until it has the difference.
      Source other = seen;
      for (double& p : other.probability) p *= std::exp(0.5 * rng.uniform() - 0.25);
      const std::array<double, 5> start = other.probability;
      double low = -20, high = 20;
      for (int i = 0; i < 100; ++i) {
        const double tilt = (low + high) / 2;
        double sum = 0;
        for (size_t k = 0; k < 5; ++k) sum += other.probability[k] = start[k] * std::exp(tilt * static_cast<double>(k));
        for (double& p : other.probability) p /= sum;
        (other.nelo() < nelo ? low : high) = tilt;
      }
      if (std::abs(other.nelo() - nelo) > 1e-6) continue;
      double loss = 0;
      for (size_t k = 0; k < 5; ++k) loss += counts[k] * std::log(seen.probability[k] / other.probability[k]);
      REQUIRE(loss >= llr - 1e-6);
    }
  }
}

TEST_CASE("the plain normalised Elo on stored counts, with the virtual game") {
  // Without it 5.0520273854, by 50-digit arithmetic; half a pair of 24,224 takes a part as small off it.
  CHECK(nelo_estimate(of({167, 5550, 12428, 5912, 167})).value == Approx(5.0520273854).epsilon(2e-4));
  // By hand: 1.25 pairs of score 0, 2 of 1/2, 2.25 of 1: the mean is 1/11 above 1/2, and 7/11 of the pairs are 1/2 away from
  // it.
  CHECK(nelo_estimate(of({1, 0, 2, 0, 2})).value == Approx(800 / std::log(10) / 11 / std::sqrt(2 * (7 / 44. - 1 / 121.))));
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
  // Wilson's interval with the virtual game, for as many games as have the variance of the pairs.
  const double mean = (scores.mean() * 200 + 0.25) / 200.5, squares = 2 / 16. + 100 / 4. + 5 * 9 / 16. + 63.25;
  const double variance = squares / 200.5 - mean * mean;
  const Interval wilson = wilson_interval_of(mean, 200.5 * mean * (1 - mean) / variance);
  CHECK(score_estimate(scores).value == scores.mean());
  CHECK(score_estimate(scores).interval.low == Approx(wilson.low));
  CHECK(elo_estimate(scores).value == Approx(-400 * std::log10(1 / mean - 1)));
  CHECK(elo_estimate(scores).interval.high == Approx(elo_difference(wilson.high)));
  CHECK(Sprt().llr(scores) > 0);
}

TEST_CASE("pairs that all scored the same") {
  // An agent against itself: no difference, and sooner or later the test says so.
  CHECK(of({0, 0, 50, 0, 0}).discordant() == 0);
  CHECK(elo_estimate(of({0, 0, 50, 0, 0})).value == Approx(0).margin(1e-9));
  CHECK(covers(score_estimate(of({0, 0, 50, 0, 0})).interval, 0.5));
  CHECK(Sprt().decision(Sprt().llr(of({0, 0, 5000, 0, 0}))) == SprtDecision::AcceptH0);
  // All 280 games won, or lost: the test has long decided, and everything is finite, as if half of a 281st game had been lost.
  const PairScores won = of({0, 0, 0, 0, 140}), lost = of({140, 0, 0, 0, 0});
  CHECK(Sprt().decision(Sprt().llr(won)) == SprtDecision::AcceptH1);
  CHECK(Sprt().decision(Sprt().llr(lost)) == SprtDecision::AcceptH0);
  CHECK(Sprt().decision(Sprt().llr(of({0, 0, 0, 0, 74}))) == SprtDecision::AcceptH1);  // 148 games
  CHECK(elo_estimate(won).value == Approx(400 * std::log10(561)));
  CHECK(elo_estimate(won).interval.low == Approx(elo_difference(wilson_interval_of(140.25 / 140.5, 140.5).low)));
  CHECK(elo_estimate(won).interval.high < 1600);
  CHECK(score_estimate(won).value == 1);
  CHECK(score_estimate(won).interval.high == 1);
  for (const Estimate& nelo : {nelo_estimate(won), estimate_after_stop(Sprt(), won)}) {
    CHECK(nelo.interval.low > 200);
    CHECK(nelo.value > 1500);
    CHECK(nelo.value < 3500);
    CHECK(nelo.interval.high < 40'000);
  }
  CHECK(estimate_after_stop(Sprt{.nelo0 = -10, .nelo1 = 0}, lost).interval.low ==
        Approx(-estimate_after_stop(Sprt(), won).interval.high));
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

// Where an agent wins nearly everything scores come in few values: 95 % cannot be had, much less must not be.
TEST_CASE("printed 95 % intervals cover with few and lopsided pairs", "[slow]") {
  constexpr int kReplicates = 4'000;
  for (const int pairs : {20, 50, 200}) {
    for (const double p : {0.5, 0.8, 0.9, 0.97, 0.99}) {  // of independent games
      Source draws{{(1 - p) * (1 - p), 0, 2 * p * (1 - p), 0, p * p}, {9}};
      int elo = 0, nelo = 0;
      for (int i = 0; i < kReplicates; ++i) {
        PairScores scores;
        draws.draw(scores, pairs);
        elo += covers(elo_estimate(scores).interval, elo_difference(p));
        nelo += covers(nelo_estimate(scores).interval, draws.nelo());
      }
      INFO(pairs << " pairs, " << p << ": Elo " << elo << ", normalised Elo " << nelo << " of 4,000");
      CHECK(elo >= 0.87 * kReplicates);
      CHECK(nelo >= 0.87 * kReplicates);
    }
  }
}

// Errors at the hypotheses, at most 5 %, whatever the window, the share of split pairs and the size of a batch.
TEST_CASE("the test errs at most as often as it may", "[slow]") {
  for (const double window : {10.0, 20.0, 50.0, 100.0}) {
    for (const double split : {0.0, 0.5, 0.8}) {
      for (const int batch : {10, 28}) {
        const Sprt sprt{.nelo0 = 0, .nelo1 = window};
        const int replicates = window < 20 ? 400 : 2'000;
        int accepted = 0, rejected = 0;
        for (int i = 0; i < replicates; ++i) {
          accepted +=
              decided(sprt, source_of_nelo(0, split, static_cast<uint64_t>(i)), batch).decision == SprtDecision::AcceptH1;
          rejected +=
              decided(sprt, source_of_nelo(window, split, static_cast<uint64_t>(i)), batch).decision == SprtDecision::AcceptH0;
        }
        // Three standard errors of a true 5 % are allowed for.
        const double limit = replicates * 0.05 + 3 * std::sqrt(replicates * 0.05 * 0.95);
        INFO("0, " << window << ", split " << split << ", batch " << batch << ": accepted " << accepted << ", rejected "
                   << rejected << " of " << replicates);
        CHECK(accepted <= limit);
        CHECK(rejected <= limit);
      }
    }
  }
}

TEST_CASE("a larger difference takes fewer games", "[slow]") {
  double last = 1e9;
  struct Row {
    double won;
    double games;  // as the header says
  };
  for (const Row& row : {Row{0.55, 1200}, {0.6, 570}, {0.7, 0}, {0.8, 210}, {0.9, 0}, {0.95, 0}, {0.99, 150}, {1, 148}}) {
    const double p = row.won;
    constexpr int kReplicates = 500;
    double games = 0;
    for (int i = 0; i < kReplicates; ++i) {
      const Stopped stopped =
          decided(Sprt(), {{(1 - p) * (1 - p), 0, 2 * p * (1 - p), 0, p * p}, {static_cast<uint64_t>(i)}}, 1);
      REQUIRE(stopped.decision == SprtDecision::AcceptH1);
      games += 2.0 * static_cast<double>(stopped.scores.pairs()) / kReplicates;
    }
    INFO(p << " won: " << games << " games");
    CHECK(games < last);
    if (row.games > 0) CHECK(games == Approx(row.games).epsilon(0.05));
    last = games;
  }
}

TEST_CASE("the test errs as often as it may, and its estimate after stopping is median-unbiased", "[slow]") {
  constexpr int kReplicates = 10'000, kBatch = 28;
  const Sprt sprt{.nelo0 = 0, .nelo1 = 20};
  for (const double nelo : {-10.0, 0.0, 10.0, 20.0, 40.0, 150.0}) {
    Source draws = source_of_nelo(nelo, 0.5, 7);
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
    // The theory takes looks at every moment for granted; at 150 the test ends after three batches on average, and the virtual
    // game is one of 180.
    CHECK(above >= (nelo < 100 ? 4'800 : 4'200));
    CHECK(above <= 5'200);
    CHECK(covered >= (nelo < 100 ? 9'400 : 9'250));
    CHECK(covered <= 9'650);
  }
}
