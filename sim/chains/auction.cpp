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

Auction solve_auction(std::span<const double> p) { return solve_auction(p, p)[0]; }

std::array<Auction, 2> solve_auction(std::span<const double> p, std::span<const double> others) {
  assert(!p.empty() && p.size() == others.size());
  const std::array<std::span<const double>, 2> rates{p, others};
  std::array<Auction, 2> auctions;
  for (Auction& each : auctions) each = {.value = std::vector<double>(p.size()), .raise = std::vector<int>(p.size(), -1)};
  std::array<size_t, 2> best{p.size(), p.size()};  // of each player: the least of the raises with the highest value
  for (size_t bid = p.size(); bid-- > 0;) {
    for (size_t player : {0u, 1u}) {
      double& value = auctions[player].value[bid];
      value = rates[player][bid];
      const size_t answer = best[1 - player];
      if (answer == p.size() || 1 - auctions[1 - player].value[answer] >= value) continue;
      value = 1 - auctions[1 - player].value[answer];
      auctions[player].raise[bid] = static_cast<int>(answer);
    }
    for (size_t player : {0u, 1u}) {
      const std::vector<double>& value = auctions[player].value;
      if (best[player] == p.size() || value[bid] >= value[best[player]]) best[player] = bid;
    }
  }
  return auctions;
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
