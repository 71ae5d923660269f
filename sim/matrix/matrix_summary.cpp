#include "sim/matrix/matrix_summary.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "sim/play/threads.h"
#include "sim/stats/bradley_terry.h"
#include "sim/stats/distributions.h"
#include "sim/stats/nash.h"

namespace archon {

namespace {

void find_extremes(const Matrix& matrix, const MatrixPosterior& posterior, int deck, DeckSummary& out) {
  for (int other = matrix.pairs.field; other < matrix.decks; ++other) {
    if (other == deck) continue;
    ++out.opponents;
    if (matrix.decided(deck, other) == 0) continue;
    ++out.met;
    const double p = *posterior.value(deck, other);
    if (!out.best || p > out.best->win_rate) out.best = {other, p};
    if (!out.worst || p < out.worst->win_rate) out.worst = {other, p};
  }
}

void find_nash(const Matrix& matrix, MatrixSummary& out) {
  Eigen::MatrixXd payoff(matrix.decks, matrix.decks);
  for (int i = 0; i < matrix.decks; ++i)
    for (int j = 0; j < matrix.decks; ++j) payoff(i, j) = i == j ? 0 : *out.posterior->value(i, j) - 0.5;
  const NashMixture mixture = nash_mixture(payoff);
  for (size_t i = 0; i < out.decks.size(); ++i) out.decks[i].nash_weight = mixture.weights[i];
}

void count_games(const Matrix& matrix, MatrixSummary& out) {
  int64_t decided = 0, first_won = 0;
  for (const MatrixCell& cell : matrix.cells) {
    const Tally total = cell.result.total();
    out.games += total.games;
    out.undecided += total.undecided;
    out.faults += total.faults;
    out.forfeits += total.forfeits[0] + total.forfeits[1];
    out.fallbacks += cell.result.fallbacks[0] + cell.result.fallbacks[1];
    decided += total.decided();
    ++out.pairs;
    if (total.decided() == 0) continue;
    ++out.pairs_met;
    out.pairs_few += total.decided() < kFewGames;
    first_won += cell.result.by_first[0].wins[0] + cell.result.by_first[1].wins[1];
  }
  if (decided) out.first_player_win_rate = mean(first_won, decided);
  out.first_player_interval = wilson_interval(first_won, decided, kConfidence);
}

// Ratings around the mean of the field: the contrast of a deck with an equal share of each deck there.
void rate(const BradleyTerryFit& fit, int field, MatrixSummary& out) {
  const Eigen::Index n = fit.covariance.rows();
  const auto decks = static_cast<double>(n - field);
  const double center = std::accumulate(fit.elo.begin() + field, fit.elo.end(), 0.0) / decks;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!out.posterior->played(static_cast<int>(i))) continue;
    Eigen::VectorXd contrast = Eigen::VectorXd::Zero(n);
    contrast.tail(n - field).setConstant(-1 / decks);
    contrast(i) += 1;
    const double half = normal_quantile(0.5 + kConfidence / 2) * std::sqrt(contrast.dot(fit.covariance * contrast));
    const double elo = fit.elo[static_cast<size_t>(i)] - center;
    out.decks[static_cast<size_t>(i)].rating = EloRating{elo, {elo - half, elo + half}};
  }
}

void find_ratings(const Matrix& matrix, MatrixSummary& out) {
  const Eigen::MatrixXd wins = count_wins(matrix);
  const BradleyTerryFit fit = fit_bradley_terry(wins, VirtualGames::even(matrix.decks));
  std::ranges::copy_if(fit.groups, std::back_inserter(out.parts), [](const auto& part) { return part.size() > 1; });
  if (out.parts.size() == 1) out.parts.clear();
  rate(fit, matrix.pairs.field, out);
  out.misfit = rating_misfit(wins, fit);
  out.residuals = rating_residuals(wins, fit);
}

void find_rates(const Matrix& matrix, MatrixSummary& out) {
  out.rates.resize(matrix.cells.size());
  parallel_for(matrix.cells.size(), 0, [&](size_t i) {
    const MatrixCell& cell = matrix.cells[i];
    out.rates[i] = out.posterior->rate(cell.a, cell.b);
  });
}

void find_cycles(const Matrix& matrix, MatrixSummary& out) {
  std::vector<PairCount> pairs;
  for (const MatrixCell& cell : matrix.cells) {
    const Tally total = cell.result.total();
    pairs.push_back({cell.a, cell.b, total.wins[0], total.wins[1]});
  }
  CycleTest test = archon::find_cycles(matrix.decks, pairs);
  if (test.triples > 0) out.cycles = std::move(test);
}

}  // namespace

MatrixSummary rank_decks(const Matrix& matrix, std::span<const double> known) {
  MatrixSummary out;
  out.decks.resize(static_cast<size_t>(matrix.decks));
  out.order.resize(static_cast<size_t>(std::min(matrix.pairs.mine, matrix.decks)));
  std::iota(out.order.begin(), out.order.end(), 0);
  out.posterior = std::make_shared<MatrixPosterior>(matrix, known);
  for (const int deck : out.order) {
    DeckSummary& summary = out.decks[static_cast<size_t>(deck)];
    find_extremes(matrix, *out.posterior, deck, summary);
    summary.mean = out.posterior->mean(deck);
  }
  count_games(matrix, out);
  find_ratings(matrix, out);
  std::ranges::stable_sort(out.order, std::greater<>(), [&](int deck) {
    const std::optional<WinRate>& mean = out.decks[static_cast<size_t>(deck)].mean;
    return mean ? mean->value : -1;
  });
  return out;
}

MatrixSummary summarize(const Matrix& matrix, std::span<const double> known) {
  MatrixSummary out = rank_decks(matrix, known);
  find_rates(matrix, out);
  if (!matrix.pairs.every(matrix.decks)) return out;
  if (out.pairs_met == out.pairs) find_nash(matrix, out);
  find_cycles(matrix, out);
  return out;
}

}  // namespace archon
