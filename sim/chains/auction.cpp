#include "sim/chains/auction.h"

#include <algorithm>
#include <cassert>

namespace archon {

int Auction::opening() const { return static_cast<int>(std::ranges::max_element(value) - value.begin()); }

int Auction::closing(int opening) const {
  int bid = opening;
  while (raise[static_cast<size_t>(bid)] >= 0) bid = raise[static_cast<size_t>(bid)];
  return bid;
}

Auction solve_auction(std::span<const double> p) {
  assert(!p.empty());
  Auction auction{.value = std::vector<double>(p.size()), .raise = std::vector<int>(p.size(), -1)};
  size_t best = p.size();  // the least of the raises with the highest value
  for (size_t bid = p.size(); bid-- > 0;) {
    double& value = auction.value[bid];
    value = p[bid];
    if (best < p.size() && 1 - auction.value[best] < value) {
      value = 1 - auction.value[best];
      auction.raise[bid] = static_cast<int>(best);
    }
    if (best == p.size() || value >= auction.value[best]) best = bid;
  }
  return auction;
}

int largest_fair_bid(std::span<const double> p) {
  int bid = static_cast<int>(p.size()) - 1;
  while (bid >= 0 && p[static_cast<size_t>(bid)] < 0.5) --bid;
  return bid;
}

std::vector<PoolChoice> pool_choices(int decks, int most, const PoolWinRate& win_rate) {
  assert(decks >= 2);
  std::vector<PoolChoice> choices;
  for (int chains = 0; chains <= most; ++chains) {
    PoolChoice best{.win_rate = -1};
    for (int deck = 0; deck < decks; ++deck) {
      PoolChoice worst{.win_rate = 2, .deck = deck};
      for (int reply = 0; reply < decks; ++reply) {
        if (reply == deck) continue;
        const double rate = win_rate(deck, reply, chains);
        if (rate < worst.win_rate) worst = {rate, deck, reply};
      }
      if (worst.win_rate > best.win_rate) best = worst;
    }
    choices.push_back(best);
  }
  return choices;
}

}  // namespace archon
