#include "sim/tournament/tournament.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>

#include "sim/play/threads.h"
#include "sim/stats/distributions.h"

namespace archon {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> shares_of_best(const std::vector<std::vector<double>>& sets) {
  std::vector<double> shares(sets.size(), 0.0);
  const size_t draws = sets.front().size();
  for (size_t draw = 0; draw < draws; ++draw) {
    const auto best = std::ranges::max_element(sets, {}, [draw](const auto& set) { return set[draw]; });
    ++shares[static_cast<size_t>(best - sets.begin())];
  }
  for (double& share : shares) share /= static_cast<double>(draws);  // a sum of shares may be more than 1
  return shares;
}

Interval SampledWin::interval() const { return middle_interval(draws); }

namespace {

PairSampler sample_rates(const MatrixRates& rates, int games, FirstPlayer first, bool turned) {
  const auto win = [games, first, turned](const PairRates& pair) {
    return best_of(games, turned ? pair.turned() : pair, first);
  };
  return [&rates, games, win](int deck, int opponent) {
    SampledWin sampled;
    for (size_t draw = 0; draw < kTournamentDraws; ++draw) sampled.draws.push_back(win(rates.drawn(deck, opponent, draw)));
    // Of a single game the mean is known.
    sampled.win = games == 1 ? win(rates.expected(deck, opponent)) : mean_of(sampled.draws);
    return sampled;
  };
}

// As the other deck of the pair sees it.
WinCurve turned(const WinCurve& curve) {
  WinCurve other;
  for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) other[c] = 1 - curve[-c];
  return other;
}

std::vector<WinCurve> drawn_curves(const Matrix& matrix, int deck, int opponent, size_t draws) {
  const MatrixCell& cell = *matrix.cell(deck, opponent);
  std::vector<WinCurve> curves = sampled_curves(matrix.levels(cell.a, cell.b), static_cast<int>(draws), cell.seed);
  if (cell.a != deck) std::ranges::transform(curves, curves.begin(), turned);
  return curves;
}

template <class Solve>
auto sample_bids(const Matrix& matrix, const MatrixRates& rates, int deck, int opponent, const Solve& solve) {
  const std::vector<WinCurve> curves = drawn_curves(matrix, deck, opponent, kTournamentDraws);
  SampledMatch<decltype(solve(AdaptiveRates()))> sampled;
  for (size_t draw = 0; draw < curves.size(); ++draw)
    sampled.draws.push_back(solve({curves[draw], rates.drawn(deck, opponent, draw).advantage}));
  return sampled;
}

template <class Match>
SampledWin wins_of(const SampledMatch<Match>& matches) {
  SampledWin sampled{.win = 0, .draws = matches.each([](const Match& match) { return match.win; })};
  sampled.win = mean_of(sampled.draws);
  return sampled;
}

}  // namespace

PairSampler sample_series(const MatrixRates& rates, int games, FirstPlayer first) {
  return sample_rates(rates, games, first, false);
}

PairSampler sample_reversal(const MatrixRates& rates, int games, FirstPlayer first) {
  return sample_rates(rates, games, first, true);
}

SampledAdaptive sample_adaptive(const Matrix& matrix, const MatrixRates& rates, int deck, int opponent, FirstPlayer first) {
  return sample_bids(matrix, rates, deck, opponent, [first](const AdaptiveRates& pair) { return solve_adaptive(pair, first); });
}

PairSampler sample_adaptive(const Matrix& matrix, const MatrixRates& rates, FirstPlayer first) {
  return [&matrix, &rates, first](int deck, int opponent) {
    return wins_of(sample_adaptive(matrix, rates, deck, opponent, first));
  };
}

SampledAdaptiveOne sample_adaptive_one(const Matrix& matrix, const MatrixRates& rates, int deck, int opponent) {
  return sample_bids(matrix, rates, deck, opponent, solve_adaptive_one);
}

PairSampler sample_adaptive_one(const Matrix& matrix, const MatrixRates& rates) {
  return [&matrix, &rates](int deck, int opponent) { return wins_of(sample_adaptive_one(matrix, rates, deck, opponent)); };
}

SurvivalWin sample_survival(const MatrixRates& rates, std::span<const int> mine, std::span<const int> theirs,
                            FirstPlayer first) {
  const auto team_rates = [&](const auto& of_pair) {
    TeamRates table;
    for (const int deck : mine) {
      table.emplace_back();
      for (const int opponent : theirs) table.back().push_back(of_pair(deck, opponent));
    }
    return table;
  };
  SurvivalWin survival;
  survival.expected = solve_survival(team_rates([&](int deck, int other) { return rates.expected(deck, other); }), first);
  std::vector<double> draws;
  for (size_t draw = 0; draw < kTournamentDraws; ++draw)
    draws.push_back(survival_win(team_rates([&](int deck, int other) { return rates.drawn(deck, other, draw); }), first));
  survival.win = mean_of(draws);
  survival.interval = middle_interval(draws);
  return survival;
}

std::vector<AuctionPrice> sample_auction(const Matrix& matrix, int threads) {
  const auto decks = static_cast<size_t>(matrix.decks);
  std::vector<PoolCurves> draws(kAuctionDraws, PoolCurves(decks, std::vector<WinCurve>(decks)));
  PoolCurves expected = draws[0];
  parallel_for(matrix.cells.size(), threads, [&](size_t i) {
    const MatrixCell& cell = matrix.cells[i];
    const auto a = static_cast<size_t>(cell.a), b = static_cast<size_t>(cell.b);
    const std::vector<WinCurve> curves = drawn_curves(matrix, cell.a, cell.b, kAuctionDraws);
    for (size_t draw = 0; draw < kAuctionDraws; ++draw) {
      draws[draw][a][b] = curves[draw];
      draws[draw][b][a] = turned(curves[draw]);
    }
    expected[a][b] = mean_curve(curves);
    expected[b][a] = turned(expected[a][b]);
  });
  const std::vector<int> chains = solve_pool_auction(expected);
  std::vector<std::vector<double>> prices(decks, std::vector<double>(kAuctionDraws)), wins = prices;
  parallel_for(kAuctionDraws, threads, [&](size_t draw) {
    const std::vector<int> price = solve_pool_auction(draws[draw]);
    const std::vector<double> win = pool_win_rates(draws[draw], chains);
    for (size_t deck = 0; deck < decks; ++deck) {
      prices[deck][draw] = price[deck];
      wins[deck][draw] = win[deck];
    }
  });
  std::vector<AuctionPrice> sold;
  for (size_t deck = 0; deck < decks; ++deck)
    sold.push_back({static_cast<int>(deck), chains[deck], middle_interval(prices[deck]), mean_of(wins[deck]),
                    middle_interval(wins[deck])});
  return sold;
}

ClosingBids closing_bids(const SampledAdaptive& adaptive, size_t deck) {
  const std::vector<double> bids = adaptive.each([deck](const AdaptiveMatch& match) { return match.third[deck].closing; });
  return {median(bids), middle_interval(bids)};
}

ClosingBids closing_bids(const SampledAdaptiveOne& adaptive, size_t first) {
  const std::vector<double> bids = adaptive.each([first](const AdaptiveOne& match) { return match.game[first].closing; });
  return {median(bids), middle_interval(bids)};
}

std::vector<DeckWin> rank_decks(const Matrix& matrix, const PairSampler& sample, int threads) {
  const auto mine = static_cast<size_t>(std::min(matrix.pairs.mine, matrix.decks));
  std::vector<DeckWin> decks(mine);
  std::vector<std::vector<double>> draws(mine);
  parallel_for(mine, threads, [&](size_t i) {
    DeckWin& deck = decks[i];
    deck.deck = static_cast<int>(i);
    std::vector<double>& sums = draws[i];
    sums.assign(kTournamentDraws, 0.0);
    for (int opponent = matrix.pairs.field; opponent < matrix.decks; ++opponent) {
      if (opponent == deck.deck) continue;
      const SampledWin match = sample(deck.deck, opponent);
      deck.matchups.push_back({opponent, match.win, match.interval()});
      deck.win += match.win;
      std::ranges::transform(sums, match.draws, sums.begin(), std::plus<>());
    }
    assert(!deck.matchups.empty());
    const auto opponents = static_cast<double>(deck.matchups.size());
    deck.win /= opponents;
    for (double& sum : sums) sum /= opponents;
    deck.interval = middle_interval(sums);
  });
  const std::vector<double> best = shares_of_best(draws);
  for (size_t i = 0; i < mine; ++i) decks[i].best = best[i];
  std::ranges::stable_sort(decks, std::greater<>(), &DeckWin::win);
  return decks;
}

}  // namespace archon
