#pragma once
// Bidding chains for a deck: what it is worth and where it ends, exactly.
//
// Rulebook 18.4, CHAIN BIDDING (l. 577-583 of the text; optional rule): of a pool of decks; one player, drawn at random, makes
// the first bid, then the players alternate, each bid at least one chain more than the last, until one refuses; the other then
// chooses first from the pool and starts with as many chains as he bid, the one who refused chooses from the rest and has none.
// Rulebooks 1.0 to 1.3, CHAIN BIDDING (1.0: p. 8): for the right to use one of two decks; who begins is not said. In the
// Adaptive formats (event rules; no rulebook has them) the players bid for one deck of two, and the owner's opening bid is 0.
// At most 24 chains are bid (18.4, CHAINS, p. 10). Both players know the win rates and play the same.
#include <array>
#include <functional>
#include <span>
#include <vector>

namespace archon {

// The right to use something that wins with probability p[b] when b chains were bid for it; the other player wins else.
struct Auction {
  std::vector<double> value;  // V(b): probability that the player who has just bid b wins in the end
  std::vector<int> raise;     // the answer to a bid b: the least of the best raises, or -1: to refuse is as good

  int opening() const;             // the best free opening bid (the least of them)
  int closing(int opening) const;  // the last bid after this opening
};

// V(b) = min(p[b], min over b' > b of 1 - V(b')), backwards from the highest bid, p.size() - 1. O(bids). If p falls, the
// closing bid after an opening of 0 is the least b with p[b] + p[b + 1] <= 1.
Auction solve_auction(std::span<const double> p);

// The same for two players who win with different probabilities once they have it (one of them may choose who goes first): of
// each, when he has just bid. Requires as many bids for both.
std::array<Auction, 2> solve_auction(std::span<const double> p, std::span<const double> others);

// The largest b with p[b] >= 1/2, -1: none.
int largest_fair_bid(std::span<const double> p);

// P(deck i with c chains beats deck j without), i != j.
using PoolWinRate = std::function<double(int i, int j, int chains)>;

// The choice of the player with c chains, who picks first from the pool, and the best reply to it:
// f(c) = max over i of min over j != i of P(i with c chains beats j).
struct PoolChoice {
  double win_rate = 0;  // f(c), of the first to choose
  int deck = 0, reply = 0;
};

// For c = 0 ... most. Requires two decks. O(chains x decks^2).
std::vector<PoolChoice> pool_choices(int decks, int most, const PoolWinRate& win_rate);

}  // namespace archon
