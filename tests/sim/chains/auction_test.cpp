// The auction against its game tree, and closed forms.
#include "sim/chains/auction.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "engine/core/random.h"

using namespace archon;

namespace {

// What a player who has just bid `bid` gets: the other refuses, or bids again and is then in the same place.
double game_tree(const std::vector<double>& p, size_t bid) {
  double others_best = 1 - p[bid];
  for (size_t raise = bid + 1; raise < p.size(); ++raise) others_best = std::max(others_best, game_tree(p, raise));
  return 1 - others_best;
}

std::vector<double> random_curve(SmallRng& rng, size_t bids, bool falling) {
  std::vector<double> p;
  for (size_t i = 0; i < bids; ++i) p.push_back(rng.uniform());
  if (falling) std::ranges::sort(p, std::greater<>());
  return p;
}

}  // namespace

TEST_CASE("auction: its value is that of the whole game tree") {
  SmallRng rng{1};
  for (int i = 0; i < 300; ++i) {
    const std::vector<double> p = random_curve(rng, 1 + rng.below(9), i % 2 == 0);
    const Auction auction = solve_auction(p);
    for (size_t bid = 0; bid < p.size(); ++bid) CHECK(auction.value[bid] == Approx(game_tree(p, bid)));
  }
}

TEST_CASE("auction: the raises are worth what the values say") {
  SmallRng rng{2};
  for (int i = 0; i < 300; ++i) {
    const std::vector<double> p = random_curve(rng, 1 + rng.below(25), i % 2 == 0);
    const Auction auction = solve_auction(p);
    for (size_t opening = 0; opening < p.size(); ++opening) {
      size_t bid = opening;
      bool opener = true;  // has just bid
      while (auction.raise[bid] >= 0) {
        CHECK(static_cast<size_t>(auction.raise[bid]) > bid);
        bid = static_cast<size_t>(auction.raise[bid]);
        opener = !opener;
      }
      CHECK(static_cast<int>(bid) == auction.closing(static_cast<int>(opening)));
      CHECK((opener ? p[bid] : 1 - p[bid]) == Approx(auction.value[opening]));
    }
  }
}

TEST_CASE("auction: with falling win rates it closes where holding stops being better than letting go") {
  SmallRng rng{3};
  for (int i = 0; i < 300; ++i) {
    const std::vector<double> p = random_curve(rng, 25, true);
    size_t least = 0;
    while (least + 1 < p.size() && p[least] + p[least + 1] > 1) ++least;
    CHECK(solve_auction(p).closing(0) == static_cast<int>(least));
  }
}

TEST_CASE("auction: examples") {
  const std::vector<double> eighths = {0.875, 0.75, 0.625, 0.5, 0.375};
  const Auction auction = solve_auction(eighths);
  CHECK(auction.value == std::vector<double>{0.5, 0.5, 0.5, 0.5, 0.375});
  CHECK(auction.closing(0) == 3);
  CHECK(auction.opening() == 0);
  CHECK(largest_fair_bid(eighths) == 3);
  // Nobody wants the weaker deck.
  const std::vector<double> weak = {0.25, 0.125};
  CHECK(solve_auction(weak).closing(0) == 0);
  CHECK(solve_auction(weak).value[0] == 0.25);
  CHECK(largest_fair_bid(weak) == -1);
  // To bid 1 at once forestalls the other.
  const std::vector<double> good = {0.75, 0.625, 0.25};
  CHECK(solve_auction(good).value == std::vector<double>{0.375, 0.625, 0.25});
  CHECK(solve_auction(good).opening() == 1);
  CHECK(largest_fair_bid(good) == 1);
}

TEST_CASE("pool: the first choice is the deck whose worst opponent is the least bad") {
  // Deck 0 beats 1, 1 beats 2, 2 beats 0; deck 3 is a little worse than even against all.
  const double table[4][4] = {
      {0, 0.75, 0.25, 0.5625}, {0.25, 0, 0.75, 0.5625}, {0.75, 0.25, 0, 0.5625}, {0.4375, 0.4375, 0.4375, 0}};
  const auto win_rate = [&](int i, int j, int chains) { return table[i][j] - chains / 32.0; };
  const std::vector<PoolChoice> all = pool_choices(4, 8, win_rate);
  REQUIRE(all.size() == 9);
  for (int chains = 0; chains <= 8; ++chains) {
    const PoolChoice& choice = all[static_cast<size_t>(chains)];
    CHECK(choice.deck == 3);
    CHECK(choice.win_rate == 0.4375 - chains / 32.0);
  }
  // Without deck 3 every choice has a reply that beats it.
  const std::vector<PoolChoice> circle = pool_choices(3, 0, win_rate);
  CHECK(circle[0].win_rate == 0.25);
  CHECK(table[circle[0].deck][circle[0].reply] == 0.25);
  // Two decks: the better one, against the other.
  const std::vector<PoolChoice> two = pool_choices(2, 24, win_rate);
  CHECK(two[0].deck == 0);
  CHECK(two[0].reply == 1);
  CHECK(two[8].win_rate == 0.5);
}
