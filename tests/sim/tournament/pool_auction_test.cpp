// The auction of a pool against a table of everything that can be bid.
#include "sim/tournament/pool_auction.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <optional>

#include "engine/core/random.h"

using namespace archon;

namespace {

// Decks with strengths in logit, of which a chain takes off `chain`, and noise in every pair.
PoolCurves random_pool(SmallRng& rng, size_t decks, double chain, double noise) {
  std::vector<double> strength;
  for (size_t i = 0; i < decks; ++i) strength.push_back(2 * rng.uniform());
  PoolCurves curves(decks, std::vector<WinCurve>(decks));
  for (size_t i = 0; i < decks; ++i) {
    for (size_t j = i + 1; j < decks; ++j) {
      const double edge = strength[i] - strength[j] + noise * (rng.uniform() - 0.5);
      for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) {
        curves[i][j][c] = 1 / (1 + std::exp(chain * c - edge));
        curves[j][i][-c] = 1 - curves[i][j][c];
      }
    }
  }
  return curves;
}

// For each deck the chains bid, or nothing: nobody has bid.
using Bids = std::vector<std::optional<int>>;

// A player holds the deck `next` for a bid, or nobody has bid (-1). Each of the others may bid one more; what all end with.
class AuctionTree {
 public:
  AuctionTree(const PoolCurves& curves, int most) : curves_(curves), most_(most) {}

  Bids from(Bids bids, size_t next) {
    if (next == curves_.size()) return bids;
    if (const auto known = known_.find(bids); known != known_.end()) return known->second;
    const size_t players =
        curves_.size() - static_cast<size_t>(std::ranges::count_if(bids, [](const auto& bid) { return !!bid; }));
    Bids end = held(bids, next, -1, players);
    return known_[bids] = end;
  }

  double wins(const Bids& bids, size_t deck) const {
    double sum = 0;
    for (size_t other = 0; other < bids.size(); ++other)
      if (other != deck) sum += curves_[deck][other][bids[deck].value_or(0) - bids[other].value_or(0)];
    return sum / static_cast<double>(bids.size() - 1);
  }

 private:
  Bids held(const Bids& before, size_t next, int bid, size_t players) {
    Bids stays = before;
    stays.resize(next);
    stays.push_back(bid < 0 ? std::nullopt : std::optional(bid));
    const Bids end = from(stays, next + 1);
    if (bid == most_ || players == 1) return end;
    const Bids raised = [&] {
      Bids more = before;
      more.resize(next);
      more.push_back(bid + 1);
      return from(more, next + 1);
    }();
    // Who holds nothing gets one of the decks without a bid in the end, or of those still to come: the mean of them.
    std::vector<double> rest;
    for (size_t deck = 0; deck < end.size(); ++deck)
      if (deck > next || !stays[deck]) rest.push_back(wins(end, deck));
    double mean = 0;
    for (const double each : rest) mean += each / static_cast<double>(rest.size());
    return wins(raised, next) > mean + 1e-12 ? held(before, next, bid + 1, players) : end;
  }

  const PoolCurves& curves_;
  int most_;
  std::map<Bids, Bids> known_;
};

}  // namespace

TEST_CASE("auction of a pool: as the tree of all bids says") {
  SmallRng rng{1};
  for (const size_t decks : {2u, 3u, 4u}) {
    for (int i = 0; i < 20; ++i) {
      const PoolCurves curves = random_pool(rng, decks, 0.3, 1);
      const std::vector<int> sold = solve_pool_auction(curves);
      const Bids bids = AuctionTree(curves, kMaxHandicap).from({}, 0);
      for (size_t deck = 0; deck < decks; ++deck) CHECK(sold[deck] == bids[deck].value_or(0));
    }
  }
}

TEST_CASE("auction of a pool: equal decks go for nothing, and of two decks the better one for what makes them even") {
  SmallRng rng{2};
  PoolCurves curves = random_pool(rng, 4, 0.2, 0);
  for (auto& row : curves) row = std::vector<WinCurve>(4, curves[0][0]);
  for (auto& row : curves)
    for (WinCurve& each : row)
      for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) each[c] = 1 / (1 + std::exp(0.2 * c));
  CHECK(solve_pool_auction(curves) == std::vector<int>{0, 0, 0, 0});

  PoolCurves two(2, std::vector<WinCurve>(2));
  for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) {
    two[0][1][c] = 1 / (1 + std::exp(0.2 * (c - 5.3)));
    two[1][0][-c] = 1 - two[0][1][c];
  }
  CHECK(solve_pool_auction(two) == std::vector<int>{5, 0});
  // The worse one first: nobody bids, and then they bid for the other.
  const PoolCurves other{{two[1][1], two[1][0]}, {two[0][1], two[0][0]}};
  CHECK(solve_pool_auction(other) == std::vector<int>{0, 5});
  CHECK(pool_win_rates(two, std::vector<int>{5, 0})[0] == Approx(0.515).margin(0.001));
}
