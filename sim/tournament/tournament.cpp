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

PairSampler sample_series(const MatrixRates& rates, int games, FirstPlayer first) {
  return [&rates, games, first](int deck, int opponent) {
    SampledWin sampled;
    for (size_t draw = 0; draw < kTournamentDraws; ++draw)
      sampled.draws.push_back(best_of(games, rates.drawn(deck, opponent, draw), first));
    // Of a single game the mean is known.
    sampled.win = games == 1 ? rates.expected(deck, opponent).mean : mean_of(sampled.draws);
    return sampled;
  };
}

namespace {

// As the other deck of the pair sees it.
WinCurve turned(const WinCurve& curve) {
  WinCurve other;
  for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) other[c] = 1 - curve[-c];
  return other;
}

}  // namespace

SampledAdaptive sample_adaptive(const Matrix& matrix, const MatrixRates& rates, int deck, int opponent, FirstPlayer first) {
  const MatrixCell& cell = *matrix.cell(deck, opponent);
  const std::vector<Observation> levels = matrix.levels(cell.a, cell.b);
  std::vector<WinCurve> curves = sampled_curves(levels, static_cast<int>(kTournamentDraws), cell.seed);
  if (cell.a != deck) std::ranges::transform(curves, curves.begin(), turned);
  SampledAdaptive sampled{.draws = {}, .chained = cell.chained_games() > 0};
  for (size_t draw = 0; draw < curves.size(); ++draw)
    sampled.draws.push_back(solve_adaptive({curves[draw], rates.drawn(deck, opponent, draw).advantage}, first));
  return sampled;
}

PairSampler sample_adaptive(const Matrix& matrix, const MatrixRates& rates, FirstPlayer first) {
  return [&matrix, &rates, first](int deck, int opponent) {
    const SampledAdaptive adaptive = sample_adaptive(matrix, rates, deck, opponent, first);
    SampledWin sampled{.win = 0, .draws = adaptive.each([](const AdaptiveMatch& match) { return match.win; })};
    sampled.win = mean_of(sampled.draws);
    return sampled;
  };
}

std::vector<double> SampledAdaptive::each(const std::function<double(const AdaptiveMatch&)>& figure) const {
  std::vector<double> values;
  for (const AdaptiveMatch& match : draws) values.push_back(figure(match));
  return values;
}

ClosingBids closing_bids(const SampledAdaptive& adaptive, size_t deck) {
  const std::vector<double> bids = adaptive.each([deck](const AdaptiveMatch& match) { return match.third[deck].closing; });
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
