#include "sim/matrix/matrix_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/stats/bradley_terry.h"
#include "sim/stats/nash.h"

namespace archon {

double simultaneous_confidence(int64_t count, double confidence) {
  return 1 - (1 - confidence) / static_cast<double>(std::max<int64_t>(1, count));
}

Interval mean_interval(std::span<const Proportion> proportions, double confidence) {
  double sum = 0, below = 0, above = 0;
  for (const auto& [successes, trials] : proportions) {
    const double p = trials ? mean(successes, trials) : 0.5;
    const Interval interval = wilson_interval(successes, trials, confidence);
    sum += p;
    below += (p - interval.low) * (p - interval.low);
    above += (interval.high - p) * (interval.high - p);
  }
  const auto n = static_cast<double>(std::max<size_t>(1, proportions.size()));
  return {(sum - std::sqrt(below)) / n, (sum + std::sqrt(above)) / n};
}

namespace {

DeckSummary summarize_deck(const Matrix& matrix, int deck) {
  DeckSummary out;
  std::vector<Proportion> proportions;
  double sum = 0;
  for (int other = matrix.pairs.field; other < matrix.decks; ++other) {
    if (other == deck) continue;
    proportions.push_back({matrix.wins(deck, other), matrix.decided(deck, other)});
    const double p = matrix.win_rate(deck, other);
    sum += p;
    if (out.best < 0 || p > out.best_win_rate) {
      out.best = other;
      out.best_win_rate = p;
    }
    if (out.worst < 0 || p < out.worst_win_rate) {
      out.worst = other;
      out.worst_win_rate = p;
    }
  }
  if (!proportions.empty()) out.mean = sum / static_cast<double>(proportions.size());
  out.mean_interval = mean_interval(proportions);
  return out;
}

void find_nash(const Matrix& matrix, MatrixSummary& out) {
  Eigen::MatrixXd payoff(matrix.decks, matrix.decks);
  for (int i = 0; i < matrix.decks; ++i)
    for (int j = 0; j < matrix.decks; ++j) payoff(i, j) = i == j ? 0 : matrix.win_rate(i, j) - 0.5;
  const NashMixture mixture = nash_mixture(payoff);
  out.nash_exploitability = mixture.exploitability;
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
    first_won += cell.result.by_first[0].wins[0] + cell.result.by_first[1].wins[1];
    const Interval interval = cell.result.interval();
    out.widest = std::max(out.widest, (interval.high - interval.low) / 2);
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
    Eigen::VectorXd contrast = Eigen::VectorXd::Zero(n);
    contrast.tail(n - field).setConstant(-1 / decks);
    contrast(i) += 1;
    const double half = normal_quantile(0.5 + kConfidence / 2) * std::sqrt(contrast.dot(fit.covariance * contrast));
    const double elo = fit.elo[static_cast<size_t>(i)] - center;
    out.decks[static_cast<size_t>(i)].rating = EloRating{elo, {elo - half, elo + half}};
  }
}

void find_ratings(const Matrix& matrix, MatrixSummary& out) {
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(matrix.decks, matrix.decks);
  for (int i = 0; i < matrix.decks; ++i)
    for (int j = 0; j < matrix.decks; ++j) wins(i, j) = static_cast<double>(matrix.wins(i, j));
  const BradleyTerryFit fit = fit_bradley_terry(wins, VirtualGames::even(matrix.decks));
  out.parts = fit.groups;
  if (!fit.error.empty()) return;
  rate(fit, matrix.pairs.field, out);
  out.misfit = rating_misfit(wins, fit);
  out.residuals = rating_residuals(wins, fit);
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

MatrixSummary summarize(const Matrix& matrix) {
  MatrixSummary out;
  out.decks.resize(static_cast<size_t>(matrix.decks));
  out.order.resize(static_cast<size_t>(std::min(matrix.pairs.mine, matrix.decks)));
  std::iota(out.order.begin(), out.order.end(), 0);
  for (int deck : out.order) out.decks[static_cast<size_t>(deck)] = summarize_deck(matrix, deck);
  std::ranges::stable_sort(out.order, std::greater<>(), [&](int deck) { return out.decks[static_cast<size_t>(deck)].mean; });
  count_games(matrix, out);
  find_ratings(matrix, out);
  if (!matrix.pairs.every(matrix.decks)) return out;
  find_nash(matrix, out);
  find_cycles(matrix, out);
  return out;
}

}  // namespace archon
