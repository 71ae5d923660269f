#pragma once
// What to bid, when win rates are as certain as games make them.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/chains/auction.h"
#include "sim/chains/handicap_curves.h"
#include "sim/chains/pilots.h"

namespace archon {

// Games before a search for what to bid ends: a bid rests on win rates far from even, which a narrow handicap says little
// about.
inline constexpr int64_t kLeastOfBid = 1000;

using BidCurve = std::array<double, kMaxHandicap + 1>;  // P(win) by the chains bid

// An auction for something whose worth is known but for the uncertainty of its draws.
struct Bidding {
  BidCurve win_rate{};
  std::array<Interval, kMaxHandicap + 1> interval{};  // of win_rate: the middle 95 % of the draws
  Auction auction;
  int closing = 0, fair = -1;                // after an opening of 0; the largest bid that wins half the time
  double closing_share = 0, fair_share = 0;  // of the draws that agree
  PilotFigure closing_figure;                // over the draws
};

Bidding bidding(const BidCurve& win_rate, std::span<const BidCurve> draws);

// For the right to play `deck` of a pair; `first`: the deck that goes first, -1: either, half the time each.
Bidding bid_for(const HandicapCurves& pair, int deck, int first);

int wanted_deck(const HandicapCurves& pair, int first);  // the one that both want when `first` goes first

struct PairCurves {
  int a = 0, b = 0;  // a < b
  HandicapCurves handicap;
};

// For the first choice of a pool.
struct PoolBidding {
  std::vector<PoolChoice> choices;  // by chains
  Bidding bidding;
};
PoolBidding bid_for_pool(int decks, std::span<const PairCurves> pairs);

}  // namespace archon
