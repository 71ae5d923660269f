// The cyclic share against matrices whose split is known, and its p-value against what a p-value promises.
#include "sim/stats/cycles.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "engine/core/random.h"

using namespace archon;

namespace {

double probability(double logit) { return 1 / (1 + std::exp(-logit)); }

struct Field {
  int items = 0;
  std::vector<PairCount> pairs;
  std::vector<double> truth;     // P(a beats b)
  std::vector<double> expected;  // the same under the ranking
};

// Every pair of `ratings.size()` items; P(a beats b) = logistic(rating a - rating b + circle), where `circle` is added when b
// follows a on the circle of all items by less than half of it, and taken off in the other direction.
Field field(const std::vector<double>& ratings, double circle, int64_t games, SmallRng& rng) {
  Field out{.items = static_cast<int>(ratings.size()), .pairs = {}, .truth = {}, .expected = {}};
  for (int a = 0; a < out.items; ++a) {
    for (int b = a + 1; b < out.items; ++b) {
      const double difference = ratings[static_cast<size_t>(a)] - ratings[static_cast<size_t>(b)];
      out.expected.push_back(probability(difference));
      out.truth.push_back(probability(difference + (b - a <= out.items / 2 ? circle : -circle)));
      int64_t wins = 0;
      for (int64_t game = 0; game < games; ++game) wins += rng.uniform() < out.truth.back();
      out.pairs.push_back({a, b, wins, games - wins});
    }
  }
  return out;
}

}  // namespace

TEST_CASE("Hodge: rock, paper, scissors is all cycle, a ranking none") {
  const std::vector<PairCount> pairs = {{0, 1}, {1, 2}, {2, 0}};
  const HodgeSplit circle = hodge_split(3, pairs, std::vector<double>{2, 2, 2});
  CHECK(circle.share() == Approx(1));
  CHECK(circle.cyclic == Approx(12));
  for (double rating : circle.ratings) CHECK(rating == Approx(0).margin(1e-12));

  const HodgeSplit ranking = hodge_split(3, pairs, std::vector<double>{1, 2, -3});  // ratings 4/3, 1/3, -5/3
  CHECK(ranking.share() == Approx(0).margin(1e-12));
  CHECK(ranking.ratings[0] == Approx(4 / 3.));
  CHECK(ranking.ratings[1] == Approx(1 / 3.));
  CHECK(ranking.ratings[2] == Approx(-5 / 3.));
}

TEST_CASE("Hodge: the parts are orthogonal, with pairs missing as well") {
  // A square 0-1-2-3 without diagonals: a circle of 1 on top of the ratings 3, 1, -1, -3.
  const std::vector<PairCount> square = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  const HodgeSplit split = hodge_split(4, square, std::vector<double>{2 + 1, 2 + 1, 2 + 1, -6 + 1});
  CHECK(split.gradient == Approx(4 + 4 + 4 + 36));
  CHECK(split.cyclic == Approx(4));
  CHECK(split.ratings[0] == Approx(3));
  // A tree has no cycle: any values are a ranking.
  const std::vector<PairCount> tree = {{0, 1}, {1, 2}, {1, 3}};
  CHECK(hodge_split(4, tree, std::vector<double>{5, -2, 7}).share() == Approx(0).margin(1e-12));
  CHECK(hodge_split(2, {}, {}).share() == 0);
  // Two parts and an item that nobody met: the ratings of each part sum to 0.
  const std::vector<PairCount> parts = {{0, 3}, {1, 4}, {4, 2}};
  const HodgeSplit apart = hodge_split(6, parts, std::vector<double>{2, 3, 3});
  const double expected[] = {1, 3, -3, -1, 0, 0};
  for (size_t i = 0; i < 6; ++i) CHECK(apart.ratings[i] == Approx(expected[i]).margin(1e-12));
}

TEST_CASE("cyclic share: noise is taken off") {
  SmallRng rng{3};
  // Logit 1 around the circle and nothing else: share 1, although the counts give less than all of it.
  const Field circle = field({0, 0, 0, 0, 0}, 1.0, 200, rng);
  const CyclicShare all = cyclic_share(circle.items, circle.pairs, circle.expected, 1, 200);
  CHECK(all.share >= 0.95);
  CHECK(all.p_value == Approx(1 / 201.));
  // Equal parts: the sum of squares of the differences is that of the circle.
  const std::vector<double> ratings = {1, 0.5, 0, -0.5, -1};  // sum of squared differences 12.5
  const Field half = field(ratings, std::sqrt(12.5 / 10), 1000, rng);
  const CyclicShare both = cyclic_share(half.items, half.pairs, half.expected, 1, 200);
  CHECK(both.share == Approx(0.5).margin(0.05));
  // A ranking with few games: the raw share is all noise.
  double raw = 0, share = 0;
  for (int i = 0; i < 20; ++i) {
    const Field noisy = field({0.4, 0.2, 0, 0, -0.2, -0.4}, 0, 30, rng);
    const CyclicShare none = cyclic_share(noisy.items, noisy.pairs, noisy.expected, static_cast<uint64_t>(i), 100);
    raw += none.raw / 20;
    share += none.share / 20;
  }
  CHECK(raw > 0.3);
  CHECK(share < 0.15);
}

TEST_CASE("cyclic share: without a cycle there is nothing to find") {
  const std::vector<PairCount> tree = {{0, 1, 30, 20}, {1, 2, 49, 1}, {1, 3, 10, 40}};
  const CyclicShare none = cyclic_share(4, tree, std::vector<double>{0.6, 0.9, 0.2}, 1, 100);
  CHECK(none.share == 0);
  CHECK(none.p_value == 1);
}

TEST_CASE("cyclic share: a repeated run gives the same, pairs without games count for nothing") {
  SmallRng rng{4};
  Field some = field({0.5, 0, -0.5, 0}, 0.5, 60, rng);
  const CyclicShare one = cyclic_share(some.items, some.pairs, some.expected, 9, 100);
  const CyclicShare two = cyclic_share(some.items, some.pairs, some.expected, 9, 100);
  CHECK(one.share == two.share);
  CHECK(one.p_value == two.p_value);
  const Field fewer{3, {some.pairs[0], some.pairs[1], some.pairs[3]}, {}, {0.5, 0.5, 0.5}};  // items 0, 1, 2 alone
  Field with_empty = fewer;
  with_empty.pairs.push_back({0, 2, 0, 0});
  with_empty.expected.push_back(0.9);
  CHECK(cyclic_share(3, with_empty.pairs, with_empty.expected, 2, 50).share ==
        cyclic_share(3, fewer.pairs, fewer.expected, 2, 50).share);
}

// The p-value of a true ranking is uniform: below 5 % in 5 % of the cases, below one half in half of them.
TEST_CASE("cyclic share: under a ranking the p-value is uniform", "[slow]") {
  SmallRng rng{11};
  constexpr int kRuns = 2000;
  int below_5 = 0, below_50 = 0;
  for (int i = 0; i < kRuns; ++i) {
    const Field noisy = field({1, 0.6, 0.3, 0, -0.3, -0.6, -1}, 0, 50, rng);
    const double p = cyclic_share(noisy.items, noisy.pairs, noisy.expected, static_cast<uint64_t>(i), 199).p_value;
    below_5 += p <= 0.05;
    below_50 += p <= 0.5;
  }
  CHECK(below_5 >= 0.035 * kRuns);
  CHECK(below_5 <= 0.065 * kRuns);
  CHECK(below_50 >= 0.465 * kRuns);
  CHECK(below_50 <= 0.535 * kRuns);
}
