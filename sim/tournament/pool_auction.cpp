#include "sim/tournament/pool_auction.h"

#include <array>
#include <bit>
#include <cassert>

namespace archon {

namespace {

using Chains = std::array<int, kMostAuctioned>;  // on each deck; 0 beyond the last

double win_rate(const PoolCurves& curves, std::span<const int> chains, size_t deck) {
  double sum = 0;
  for (size_t other = 0; other < curves.size(); ++other)
    if (other != deck) sum += curves[deck][other][chains[deck] - chains[other]];
  return sum / static_cast<double>(curves.size() - 1);
}

// The players without a deck are alike: each expects the mean of the decks that are not sold (`sold`: bits of decks).
double without(const PoolCurves& curves, const Chains& chains, unsigned sold) {
  double sum = 0;
  int decks = 0;
  for (size_t deck = 0; deck < curves.size(); ++deck) {
    if (sold >> deck & 1) continue;
    sum += win_rate(curves, chains, deck);
    ++decks;
  }
  return sum / decks;
}

// What all decks go for when those before `next` have been up, for `chains`.
Chains sell(const PoolCurves& curves, Chains chains, unsigned sold, size_t next) {
  const bool alone = std::popcount(sold) + 1 == static_cast<int>(curves.size());  // nobody is left to bid against
  if (next == curves.size() || alone) return chains;
  Chains now = sell(curves, chains, sold, next + 1);  // nobody bids
  double rest = without(curves, now, sold);
  for (int bid = 0; bid <= kMaxHandicap; ++bid) {
    chains[next] = bid;
    const Chains raised = sell(curves, chains, sold | 1u << next, next + 1);
    if (win_rate(curves, raised, next) <= rest) break;
    now = raised;
    rest = without(curves, now, sold | 1u << next);
  }
  return now;
}

}  // namespace

std::vector<double> pool_win_rates(const PoolCurves& curves, std::span<const int> chains) {
  std::vector<double> rates;
  for (size_t deck = 0; deck < curves.size(); ++deck) rates.push_back(win_rate(curves, chains, deck));
  return rates;
}

std::vector<int> solve_pool_auction(const PoolCurves& curves) {
  assert(curves.size() >= 2 && curves.size() <= kMostAuctioned);
  const Chains chains = sell(curves, {}, 0, 0);
  return {chains.begin(), chains.begin() + static_cast<std::ptrdiff_t>(curves.size())};
}

}  // namespace archon
