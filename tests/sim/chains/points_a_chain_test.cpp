// Points of a rating a chain: on decks whose strengths and ratings are drawn, so that the answer is known.
#include "sim/chains/points_a_chain.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "engine/core/random.h"
#include "sim/stats/distributions.h"

using namespace archon;

namespace {

// Decks whose even handicap is `chains` for a point of rating, and what decks and pairs are besides.
struct Drawn {
  double chains = 0.25, deck_error = 0, pair_error = 0, games_error = 0.5;
  int decks = 20;

  std::vector<RatedPair> pairs(uint64_t seed) const {
    SmallRng rng{seed};
    const auto normal = [&rng] { return normal_quantile(rng.uniform()); };
    std::vector<double> rating, strength;  // the latter in chains
    for (int i = 0; i < decks; ++i) {
      rating.push_back(65 + 8 * normal());
      strength.push_back(chains * rating.back() + deck_error * normal());
    }
    std::vector<RatedPair> all;
    for (const auto& [a, b] : pairs_in_rounds(decks, seed)) {
      const auto of = [](const std::vector<double>& values, int deck) { return values[static_cast<size_t>(deck)]; };
      const double handicap = of(strength, a) - of(strength, b) + pair_error * normal() + games_error * normal();
      all.push_back({a, b, of(rating, a) - of(rating, b), handicap, games_error});
    }
    return all;
  }
};

}  // namespace

TEST_CASE("points a chain: the line through the origin is found, and the scatter beside the error of games") {
  const Drawn drawn{.pair_error = 3, .decks = 40};
  const std::vector<RatedPair> pairs = drawn.pairs(1);
  const PointsFit fit = fit_points(pairs, drawn.decks, 1);
  CHECK(fit.chains_a_point == Approx(0.25).margin(0.02));
  CHECK(fit.points_a_chain == Approx(1 / fit.chains_a_point));
  CHECK(fit.scatter == Approx(3).margin(0.3));
  CHECK(fit.scatter_without > fit.scatter);
  CHECK(games_error(pairs) == Approx(0.5));
  CHECK(fit.points_interval.low < 4);
  CHECK(fit.points_interval.high > 4);
  REQUIRE(fit.points_by_chains);
  CHECK(*fit.points_by_chains < fit.points_a_chain);  // what scatters is attributed to the rating
}

TEST_CASE("points a chain: without scatter both directions agree") {
  const PointsFit fit = fit_points(Drawn{.games_error = 0.01}.pairs(2), 20, 1);
  CHECK(fit.points_a_chain == Approx(4).margin(0.01));
  CHECK(fit.points_by_chains.value() == Approx(4).margin(0.01));
  CHECK(fit.scatter < 0.05);
}

TEST_CASE("points a chain: pairs beyond 24 chains count for what is known of them") {
  const Drawn drawn{.chains = 2, .pair_error = 10, .decks = 30};
  std::vector<RatedPair> pairs = drawn.pairs(3), within;
  for (RatedPair& pair : pairs) {
    pair.handicap = std::clamp(pair.handicap, -25.0, 25.0);
    if (pair.beyond() == 0) within.push_back(pair);
  }
  CHECK(std::ranges::count_if(pairs, &RatedPair::beyond) > 40);
  CHECK(fit_points(pairs, drawn.decks, 1, 1).chains_a_point == Approx(2).margin(0.2));
  CHECK(fit_points(within, drawn.decks, 1, 1).chains_a_point < 1.7);
}

TEST_CASE("points a chain: intervals hold the truth where decks are off by more than pairs") {
  const Drawn drawn{.deck_error = 4, .pair_error = 2, .decks = 24};
  int covered = 0;
  constexpr int kRuns = 100;
  for (uint64_t run = 0; run < kRuns; ++run) {
    const PointsFit fit = fit_points(drawn.pairs(100 + run), drawn.decks, run, 100);
    covered += fit.chains_interval.low <= 0.25 && 0.25 <= fit.chains_interval.high;
  }
  INFO(covered);
  CHECK(covered >= 88);
}

TEST_CASE("points a chain: a rating that says nothing has no end") {
  const PointsFit fit = fit_points(Drawn{.chains = 0, .deck_error = 4}.pairs(4), 20, 1);
  CHECK(fit.chains_interval.low < 0);
  CHECK(fit.points_interval.high == kInfinity);
}

TEST_CASE("points a chain: rounds have every pair once and each deck once a round") {
  for (const int decks : {2, 3, 7, 10}) {
    const auto pairs = pairs_in_rounds(decks, 5);
    CHECK(std::set(pairs.begin(), pairs.end()).size() == static_cast<size_t>(decks * (decks - 1) / 2));
    const auto a_round = static_cast<size_t>(decks / 2);
    for (size_t begin = 0; begin < pairs.size(); begin += a_round) {
      std::set<int> met;
      for (size_t i = begin; i < begin + a_round; ++i) met.insert({pairs[i].first, pairs[i].second});
      CHECK(met.size() == 2 * a_round);
    }
  }
  CHECK(pairs_in_rounds(10, 1) == pairs_in_rounds(10, 1));
  CHECK(pairs_in_rounds(10, 1) != pairs_in_rounds(10, 2));
}
