// Cycles against p-values worked out by hand, against a search of all permutations, and against what p-values promise.
#include "sim/stats/cycles.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <set>

#include "engine/core/random.h"
#include "sim/stats/distributions.h"
#include "sim/stats/statistics.h"

using namespace archon;

namespace {

int64_t binomial(SmallRng& rng, int64_t games, double p) {
  int64_t wins = 0;
  for (int64_t game = 0; game < games; ++game) wins += rng.uniform() < p;
  return wins;
}

// Every two items meet; win_rate(a, b) for a < b.
using RateOf = std::function<double(int a, int b)>;
std::vector<PairCount> played(int items, const RateOf& win_rate, int64_t games, SmallRng& rng) {
  std::vector<PairCount> pairs;
  for (int a = 0; a < items; ++a) {
    for (int b = a + 1; b < items; ++b) {
      const int64_t wins = binomial(rng, games, win_rate(a, b));
      pairs.push_back({a, b, wins, games - wins});
    }
  }
  return pairs;
}

// The least favourable ranking: of items a < b < c in three groups, a beats b and b beats c always, but a is no better than c.
double least_favourable(int items, int a, int b) {
  const int group_a = 3 * a / items, group_b = 3 * b / items;
  return group_b - group_a == 1 ? 1 : 0.5;
}

// How many of `runs` matrices have a significant cycle.
int alarms(int items, const RateOf& win_rate, int64_t games, int runs, SmallRng& rng) {
  int count = 0;
  for (int run = 0; run < runs; ++run) count += find_cycles(items, played(items, win_rate, games, rng)).significant > 0;
  return count;
}

}  // namespace

TEST_CASE("cycles: three items, worked out by hand") {
  // 8 of 10 games or more come up in 56 of 1024 cases; a triple errs in one of three sign tests, or in two at once.
  const std::vector<PairCount> circle = {{0, 1, 9, 1}, {1, 2, 8, 2}, {0, 2, 2, 8}};
  const CycleTest test = find_cycles(3, circle);
  CHECK(test.triples == 1);
  CHECK(test.significant == 0);
  REQUIRE(test.nearest.size() == 1);
  CHECK(test.nearest[0].items == std::array{0, 1, 2});
  const double p = 56 / 1024.;
  CHECK(test.nearest[0].p_value == Approx(p + p * p).margin(1e-12));
  // The other way round, and significant: 9 of 10.
  const std::vector<PairCount> turned = {{1, 0, 9, 1}, {1, 2, 1, 9}, {2, 0, 1, 9}};
  const CycleTest found = find_cycles(3, turned);
  CHECK(found.significant == 1);
  CHECK(found.nearest.at(0).items == std::array{0, 2, 1});
  CHECK(found.nearest.at(0).p_value == Approx(11 / 1024. * (1 + 11 / 1024.)).margin(1e-12));
}

TEST_CASE("cycles: a ranking has none, however steep or flat, and neither has a pair that is even") {
  for (const int64_t wins : {51, 62, 90, 100}) {
    const std::vector<PairCount> strict = {{0, 1, wins, 100 - wins}, {2, 0, 100 - wins, wins}, {1, 2, wins, 100 - wins}};
    CHECK(find_cycles(3, strict).triples == 1);
    CHECK(find_cycles(3, strict).nearest.empty());
  }
  const std::vector<PairCount> even = {{0, 1, 90, 10}, {1, 2, 90, 10}, {0, 2, 50, 50}};
  CHECK(find_cycles(3, even).nearest.empty());
}

TEST_CASE("cycles: triples that have not met count for nothing") {
  // A square with one diagonal has two triples and five pairs in them; the sixth pair and the pair without games are in none.
  const std::vector<PairCount> pairs = {{0, 1, 20, 0}, {1, 2, 20, 0}, {2, 3, 20, 0}, {0, 3, 20, 0},
                                        {0, 2, 5, 15}, {3, 4, 20, 0}, {0, 4, 0, 0}};
  const CycleTest test = find_cycles(5, pairs);
  CHECK(test.triples == 2);
  REQUIRE(test.nearest.size() == 1);
  CHECK(test.nearest[0].items == std::array{0, 1, 2});
  const double p = sign_test(15, 5);
  CHECK(test.nearest[0].p_value == Approx(2 * (p + p * p)));
  CHECK(find_cycles(5, {}).triples == 0);
}

TEST_CASE("cycles: only pairs of a triple are counted against one") {
  // Six items, 15 pairs in 20 triples: the bound by pairs is the smaller one. A seventh has met none, or one, of them.
  SmallRng rng{3};
  std::vector<PairCount> pairs = played(
      6, [](int a, int b) { return a == 0 && b == 2 ? 0.1 : 0.9; }, 40, rng);
  const CycleTest among_six = find_cycles(6, pairs), with_a_seventh = find_cycles(7, pairs);
  pairs.push_back({0, 6, 30, 10});
  const CycleTest met_once = find_cycles(7, pairs);
  REQUIRE(!among_six.nearest.empty());
  for (const CycleTest& test : {with_a_seventh, met_once}) {
    CHECK(test.triples == among_six.triples);
    REQUIRE(test.nearest.size() == among_six.nearest.size());
    for (size_t i = 0; i < test.nearest.size(); ++i) CHECK(test.nearest[i].p_value == among_six.nearest[i].p_value);
  }
}

TEST_CASE("cycles: those of a search through all orders of all triples") {
  SmallRng rng{5};
  constexpr int kItems = 9, kPairs = 36, kTriples = 84;
  const auto circle = [](int a, int b) { return (b - a) % kItems <= kItems / 2 ? 0.8 : 0.2; };
  const std::vector<PairCount> pairs = played(kItems, circle, 40, rng);
  int64_t wins[kItems][kItems] = {};
  for (const PairCount& pair : pairs) {
    wins[pair.a][pair.b] = pair.wins_a;
    wins[pair.b][pair.a] = pair.wins_b;
  }
  std::vector<double> p_values;
  for (int i = 0; i < kItems; ++i) {
    for (int j = 0; j < kItems; ++j) {
      for (int k = 0; k < kItems; ++k) {
        if (i == j || j == k || k == i || i > j || i > k) continue;
        const int64_t weakest = std::min({wins[i][j], wins[j][k], wins[k][i]});  // all pairs have as many games
        if (weakest > 20) p_values.push_back(std::min(1.0, kPairs * sign_test(weakest, 40 - weakest)));
      }
    }
  }
  std::ranges::sort(p_values);
  const CycleTest test = find_cycles(kItems, pairs);
  CHECK(test.triples == kTriples);
  CHECK(test.significant == std::ranges::count_if(p_values, [](double p) { return p <= 0.05; }));
  CHECK(test.significant > 5);
  REQUIRE(p_values.size() > kCyclesListed);
  REQUIRE(test.nearest.size() == kCyclesListed);
  std::set<std::array<int, 3>> different;
  for (size_t i = 0; i < kCyclesListed; ++i) {
    CHECK(test.nearest[i].p_value == Approx(p_values[i]));
    const auto& [a, b, c] = test.nearest[i].items;
    CHECK(std::min({wins[a][b], wins[b][c], wins[c][a]}) > 20);
    different.insert(test.nearest[i].items);
  }
  CHECK(different.size() == kCyclesListed);
}

TEST_CASE("cycles: a ranking gives a false alarm in at most 5 % of the matrices", "[slow]") {
  SmallRng rng{11};
  struct Kind {
    std::string name;
    RateOf win_rate;
  };
  for (const int items : {3, 8, 28}) {
    const Kind rankings[] = {
        {"even", [](int, int) { return 0.5; }},
        {"Bradley-Terry", [items](int a, int b) { return logistic(2.0 * (b - a) / items); }},
        {"saturating", [](int a, int b) { return b - a == 1 ? 0.55 : 0.9; }},
        {"falling", [](int a, int b) { return b - a == 1 ? 0.9 : 0.52; }},  // transitive, but the farther the less
        {"strict", [](int, int) { return 0.62; }},
        {"least favourable", [items](int a, int b) { return least_favourable(items, a, b); }},
    };
    for (const Kind& ranking : rankings) {
      for (const int64_t games : {2, 10, 50, 200}) {
        const int runs = items < 28 ? 4000 : 1000;
        const int seen = alarms(items, ranking.win_rate, games, runs, rng);
        INFO(items << " items, " << ranking.name << ", " << games << " games: " << seen << " of " << runs);
        CHECK(seen <= 0.06 * runs);
        // The bound is not an empty one: binomials are discrete, but with many games close to 5 %.
        if (ranking.name == "least favourable" && games == 200 && items == 3) CHECK(seen >= 0.03 * runs);
      }
    }
  }
}

// A ranking of all other pairs, and one circle in the middle of it: how often a significant cycle is found, for the README.
TEST_CASE("cycles: a true one is found as often as the README says", "[slow]") {
  SmallRng rng{12};
  struct Row {
    int items;
    double win_rate;
    int64_t games;
    double low, high;  // of the share of the matrices
  };
  for (const Row& row : {Row{3, 0.6, 50, 0.02, 0.06},
                         {3, 0.6, 200, 0.56, 0.66},
                         {3, 0.7, 50, 0.59, 0.69},
                         {28, 0.6, 200, 0, 0.02},
                         {28, 0.6, 1000, 0.96, 1},
                         {28, 0.7, 50, 0, 0.03},
                         {28, 0.7, 200, 0.91, 0.97},
                         {28, 0.8, 50, 0.28, 0.39}}) {
    const int first = row.items / 2 - 1;
    const RateOf circle = [&](int a, int b) {
      const bool inside = a >= first && b <= first + 2;
      return !inside ? logistic(0.1 * (b - a)) : b - a == 1 ? row.win_rate : 1 - row.win_rate;
    };
    const double found = alarms(row.items, circle, row.games, 1000, rng) / 1000.0;
    INFO(row.items << " items, " << row.win_rate << ", " << row.games << " games: " << found);
    CHECK(found >= row.low);
    CHECK(found <= row.high);
  }
}
