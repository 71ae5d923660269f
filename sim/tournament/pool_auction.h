#pragma once
// An auction of a sealed pool (a format of players' leagues; no rulebook has it): as many players as decks. The decks are
// auctioned one after the other, each by raises of one chain from 0 among the players who have none yet. Decks for which nobody
// bids are dealt to the players who are left, by lot and without chains. Then everybody plays everybody with the chains bid. At
// most 24 chains (rulebook 18.4, CHAINS).
#include <span>
#include <vector>

#include "sim/chains/chains.h"

namespace archon {

inline constexpr size_t kMostAuctioned = 8;

// [i][j]: deck i against deck j, by the chains of i less those of j. That two decks with chains play as with their difference
// on one of them is an assumption.
using PoolCurves = std::vector<std::vector<WinCurve>>;

// The mean win rate of each deck against the others, with those chains.
std::vector<double> pool_win_rates(const PoolCurves& curves, std::span<const int> chains);

// What each deck goes for, in the order of the decks, when all players know the win rates and each does what wins him most:
// a player bids 0, or raises, where that wins more than what the players without a deck win on the mean if he does not. From 2
// to kMostAuctioned decks. Time grows as the product of the closing bids, each counted from 2.
std::vector<int> solve_pool_auction(const PoolCurves& curves);

}  // namespace archon
