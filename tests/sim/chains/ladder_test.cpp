// The handicap ladder against closed forms and against playing it.
#include "sim/chains/ladder.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/core/random.h"

using namespace archon;

namespace {

std::vector<double> constant(double p) { return std::vector<double>(kLadderTop + 1, p); }

std::vector<double> falling(double even_at) {
  std::vector<double> p;
  for (int chains = 0; chains <= kLadderTop; ++chains) p.push_back(1 / (1 + std::exp(0.1 * (chains - even_at))));
  return p;
}

}  // namespace

TEST_CASE("ladder: two in a row since rulebook 18.4, three before") {
  CHECK(ladder_run(*find_rules("18.4")) == 2);
  for (const char* rules : {"1.3", "1.2", "1.0"}) CHECK(ladder_run(*find_rules(rules)) == 3);
}

TEST_CASE("ladder: between even opponents every number of chains is as frequent") {
  for (int run : {2, 3}) {
    const Ladder ladder = settle_ladder(constant(0.5), run);
    for (double share : ladder.share) CHECK(share == Approx(1.0 / 25));
    CHECK(ladder.mean == Approx(12));
    CHECK(ladder.low == 1);
    CHECK(ladder.high == 23);
    CHECK(ladder.win_rate == Approx(0.5));
  }
}

TEST_CASE(
    "ladder: neighbours are in the ratio of runs of wins and of losses (Feller, An Introduction to Probability Theory I, "
    "XIII.8)") {
  const double p = 0.55, q = 1 - p;
  for (int run : {2, 3}) {
    const double a = std::pow(p, run - 1), b = std::pow(q, run - 1);
    const double up = a * (1 - b * q) / (a + b - a * b);  // a run of wins comes before one of losses
    const Ladder ladder = settle_ladder(constant(p), run);
    for (size_t chains = 0; chains < kLadderTop; ++chains)
      CHECK(ladder.share[chains + 1] / ladder.share[chains] == Approx(up / (1 - up)));
  }
}

TEST_CASE("ladder: a deck that always wins climbs a step every two or three games") {
  for (int run : {2, 3}) {
    const Ladder ladder = settle_ladder(constant(1 - 1e-9), run);
    CHECK(ladder.mean == Approx(24).margin(1e-3));
    CHECK(ladder.games_to_mean == Approx(20 * run).margin(1e-3));
  }
}

TEST_CASE("ladder: what comes out when it is played") {
  const std::vector<double> p = falling(7);
  SmallRng rng{3};
  const Ladder ladder = settle_ladder(p, 2);
  std::vector<double> seen(kLadderTop + 1, 0);
  int chains = kLadderStart;
  constexpr int kGames = 200000;
  for (int game = 0, won = 0, lost = 0; game < kGames; ++game) {
    seen[static_cast<size_t>(chains)] += 1.0 / kGames;
    const bool win = rng.uniform() < p[static_cast<size_t>(chains)];
    won = win ? won + 1 : 0;
    lost = win ? 0 : lost + 1;
    if (won == 2) chains = std::min(chains + 1, kLadderTop), won = 0;
    if (lost == 2) chains = std::max(chains - 1, 0), lost = 0;
  }
  for (size_t i = 0; i <= kLadderTop; ++i) CHECK(seen[i] == Approx(ladder.share[i]).margin(0.01));
  CHECK(std::accumulate(ladder.share.begin(), ladder.share.end(), 0.0) == Approx(1));
  CHECK(ladder.mean == Approx(7).margin(0.5));
  CHECK(ladder.win_rate == Approx(0.5).margin(0.01));
}
