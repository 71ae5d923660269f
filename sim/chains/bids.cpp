#include "sim/chains/bids.h"

#include <algorithm>
#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

// Of the holder of `deck` (0: the first of the pair) with 0 ... 24 chains.
BidCurve bid_curve(const WinCurve& curve, int deck) {
  BidCurve p{};
  for (int chains = 0; chains <= kMaxHandicap; ++chains)
    p[static_cast<size_t>(chains)] = deck == 0 ? curve[chains] : 1 - curve[-chains];
  return p;
}

// The choices of the pool when `curve_of` gives the curve of each pair.
template <class CurveOf>
std::vector<PoolChoice> choices_of(int decks, std::span<const PairCurves> pairs, const CurveOf& curve_of) {
  std::vector<const WinCurve*> curves(static_cast<size_t>(decks * decks));
  for (const PairCurves& pair : pairs) curves[static_cast<size_t>(pair.a * decks + pair.b)] = &curve_of(pair.handicap);
  return pool_choices(decks, kMaxHandicap, [&](int i, int j, int chains) {
    const WinCurve& curve = *curves[static_cast<size_t>(std::min(i, j) * decks + std::max(i, j))];
    return i < j ? curve[chains] : 1 - curve[-chains];
  });
}

BidCurve worth_of(const std::vector<PoolChoice>& choices) {
  BidCurve p{};
  std::ranges::transform(choices, p.begin(), &PoolChoice::win_rate);
  return p;
}

PilotFigure figure_of(const std::vector<int>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const int value : values) {
    sum += value;
    squares += static_cast<double>(value) * value;
  }
  return {sum / n, std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n)))};
}

}  // namespace

Bidding bidding(const BidCurve& win_rate, std::span<const BidCurve> draws) {
  Bidding result;
  result.win_rate = win_rate;
  result.auction = solve_auction(win_rate);
  result.closing = result.auction.closing(0);
  result.fair = largest_fair_bid(win_rate);
  std::vector<int> closings;
  for (const BidCurve& draw : draws) closings.push_back(solve_auction(draw).closing(0));
  const auto share = [&](int64_t agree) { return static_cast<double>(agree) / static_cast<double>(draws.size()); };
  result.closing_share = share(std::ranges::count(closings, result.closing));
  result.closing_figure = figure_of(closings);
  if (result.fair >= 0)
    result.fair_share = share(std::ranges::count_if(
        draws, [fair = static_cast<size_t>(result.fair)](const BidCurve& draw) { return draw[fair] >= 0.5; }));
  for (size_t chains = 0; chains < win_rate.size(); ++chains) {
    std::vector<double> rates;
    for (const BidCurve& draw : draws) rates.push_back(draw[chains]);
    result.interval[chains] = middle_interval(std::move(rates));
  }
  return result;
}

Bidding bid_for(const HandicapCurves& pair, int deck, int first) {
  const auto which = static_cast<size_t>(first + 1);
  std::vector<BidCurve> draws;
  for (const WinCurve& draw : pair.draws[which]) draws.push_back(bid_curve(draw, deck));
  return bidding(bid_curve(pair.curve[which], deck), draws);
}

int wanted_deck(const HandicapCurves& pair, int first) { return pair.curve[static_cast<size_t>(first + 1)][0] >= 0.5 ? 0 : 1; }

PoolBidding bid_for_pool(int decks, std::span<const PairCurves> pairs) {
  PoolBidding result{
      .choices = choices_of(decks, pairs, [](const HandicapCurves& each) -> const WinCurve& { return each.curve[0]; }),
      .bidding = {}};
  std::vector<BidCurve> draws;
  for (size_t i = 0; i < kCurveDraws; ++i)
    draws.push_back(
        worth_of(choices_of(decks, pairs, [i](const HandicapCurves& each) -> const WinCurve& { return each.draws[0][i]; })));
  result.bidding = bidding(worth_of(result.choices), draws);
  return result;
}

}  // namespace archon
