#include "sim/matrix/matrix_summary.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "sim/stats/bradley_terry.h"
#include "sim/stats/distributions.h"
#include "sim/stats/nash.h"

namespace archon {

double simultaneous_confidence(int64_t count, double confidence) {
  return 1 - (1 - confidence) / static_cast<double>(std::max<int64_t>(1, count));
}

namespace {

// The score interval of the sum of independent proportions (mean_interval).
class SumScore {
 public:
  void add(const Proportion& each) {
    assert(each.trials > 0);
    const auto n = static_cast<double>(each.trials);
    const double p = mean(each.successes, each.trials);
    const double likely = (n * p + kExpectedTrials * each.expected) / (n + kExpectedTrials);
    sum_ += p;
    terms_.push_back({logit(likely), n});
  }

  double sum() const { return sum_; }

  Interval interval(double confidence) const {
    const double errors = normal_quantile(0.5 + confidence / 2);
    return {std::min(sum_, end(errors)), std::max(sum_, end(-errors))};
  }

 private:
  struct Term {
    double logit, trials;
  };

  // The shifted sum from which the one that was seen is so many standard errors away.
  double end(double errors) const {
    constexpr double kFar = 20;  // logits
    double low = -kFar, high = kFar, shifted = 0;
    for (int i = 0; i < 50; ++i) {
      const double shift = (low + high) / 2;
      double variance = 0;
      shifted = 0;
      for (const Term& each : terms_) {
        const double p = logistic(each.logit + shift);
        shifted += p;
        variance += p * (1 - p) / each.trials;
      }
      (shifted + errors * std::sqrt(variance) < sum_ ? low : high) = shift;
    }
    return shifted;
  }

  double sum_ = 0;
  std::vector<Term> terms_;
};

}  // namespace

Interval mean_interval(std::span<const Proportion> proportions, double confidence) {
  SumScore score;
  for (const Proportion& each : proportions) score.add(each);
  const auto n = static_cast<double>(std::max<size_t>(1, proportions.size()));
  const Interval of_sum = score.interval(confidence);
  return {of_sum.low / n, of_sum.high / n};
}

namespace {

void find_extremes(const Matrix& matrix, int deck, DeckSummary& out) {
  for (int other = matrix.pairs.field; other < matrix.decks; ++other) {
    if (other == deck) continue;
    ++out.opponents;
    if (matrix.decided(deck, other) == 0) continue;
    ++out.met;
    const double p = matrix.win_rate(deck, other);
    if (!out.best || p > out.best->win_rate) out.best = {other, p};
    if (!out.worst || p < out.worst->win_rate) out.worst = {other, p};
  }
}

// By how much ratings miss the win rates of pairs, at most; where too few pairs have met to tell, what matrices of 24 to 28
// decks have shown (4.7 to 6.8 points; results/).
double likely_misfit(const MatrixSummary& summary) {
  constexpr double kUsual = 0.06;
  return summary.misfit ? summary.misfit->interval.high : kUsual;
}

double predicted_rate(const BradleyTerryFit& fit, int deck, int other) {
  return logistic((fit.elo[static_cast<size_t>(deck)] - fit.elo[static_cast<size_t>(other)]) / kEloPerLogit);
}

// What a deck has not played yet, as the ratings predict it: the sum of its win rates and their standard error, that of the
// ratings (by the delta method) and, of each pair for itself, what ratings miss.
struct Predicted {
  double sum = 0, error = 0;
};

Predicted predicted_sum(const Matrix& matrix, const BradleyTerryFit& fit, double misfit, int deck) {
  Predicted out;
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(fit.covariance.rows());
  double apart = 0;
  for (int other = matrix.pairs.field; other < matrix.decks; ++other) {
    if (other == deck || matrix.decided(deck, other) > 0) continue;
    const double p = predicted_rate(fit, deck, other);
    out.sum += p;
    slope(deck) += p * (1 - p) / kEloPerLogit;
    slope(other) -= p * (1 - p) / kEloPerLogit;
    apart += misfit * misfit;
  }
  out.error = std::sqrt(slope.dot(fit.covariance * slope) + apart);
  return out;
}

// The ratings rest on the games that are counted, too: the errors of both parts are added as if they always went together,
// which is the most that they can make.
MeanWinRate find_mean(const Matrix& matrix, const BradleyTerryFit& fit, const Predicted& predicted, int deck,
                      const DeckSummary& summary) {
  SumScore played;
  for (int other = matrix.pairs.field; other < matrix.decks; ++other)
    if (other != deck && matrix.decided(deck, other) > 0)
      played.add({matrix.wins(deck, other), matrix.decided(deck, other), predicted_rate(fit, deck, other)});
  const double n = summary.opponents, error = normal_quantile(0.5 + kConfidence / 2) * predicted.error;
  const Interval of_sum = played.interval(kConfidence);
  return {(played.sum() + predicted.sum) / n,
          {std::max(0.0, of_sum.low + predicted.sum - error) / n, std::min(n, of_sum.high + predicted.sum + error) / n}};
}

void find_nash(const Matrix& matrix, MatrixSummary& out) {
  Eigen::MatrixXd payoff(matrix.decks, matrix.decks);
  for (int i = 0; i < matrix.decks; ++i)
    for (int j = 0; j < matrix.decks; ++j) payoff(i, j) = i == j ? 0 : matrix.win_rate(i, j) - 0.5;
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
    const Interval interval = cell.result.interval();
    out.widest = std::max(out.widest, (interval.high - interval.low) / 2);
  }
  if (decided) out.first_player_win_rate = mean(first_won, decided);
  out.first_player_interval = wilson_interval(first_won, decided, kConfidence);
}

// Ratings around the mean of the field: the contrast of a deck with an equal share of each deck there.
void rate(const BradleyTerryFit& fit, int field, const std::vector<bool>& played, MatrixSummary& out) {
  const Eigen::Index n = fit.covariance.rows();
  const auto decks = static_cast<double>(n - field);
  const double center = std::accumulate(fit.elo.begin() + field, fit.elo.end(), 0.0) / decks;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!played[static_cast<size_t>(i)]) continue;
    Eigen::VectorXd contrast = Eigen::VectorXd::Zero(n);
    contrast.tail(n - field).setConstant(-1 / decks);
    contrast(i) += 1;
    const double half = normal_quantile(0.5 + kConfidence / 2) * std::sqrt(contrast.dot(fit.covariance * contrast));
    const double elo = fit.elo[static_cast<size_t>(i)] - center;
    out.decks[static_cast<size_t>(i)].rating = EloRating{elo, {elo - half, elo + half}};
  }
}

std::vector<bool> with_games(const Matrix& matrix) {
  std::vector<bool> played(static_cast<size_t>(matrix.decks));
  for (const MatrixCell& cell : matrix.cells)
    if (cell.result.total().decided() > 0) played[static_cast<size_t>(cell.a)] = played[static_cast<size_t>(cell.b)] = true;
  return played;
}

// Ratings, and means with what they predict. My decks only have a mean.
void find_ratings(const Matrix& matrix, MatrixSummary& out) {
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(matrix.decks, matrix.decks);
  for (int i = 0; i < matrix.decks; ++i)
    for (int j = 0; j < matrix.decks; ++j) wins(i, j) = static_cast<double>(matrix.wins(i, j));
  const BradleyTerryFit fit = fit_bradley_terry(wins, VirtualGames::even(matrix.decks));
  std::ranges::copy_if(fit.groups, std::back_inserter(out.parts), [](const auto& part) { return part.size() > 1; });
  if (out.parts.size() == 1) out.parts.clear();
  rate(fit, matrix.pairs.field, with_games(matrix), out);
  out.misfit = rating_misfit(wins, fit);
  out.residuals = rating_residuals(wins, fit);
  for (const int deck : out.order) {
    DeckSummary& summary = out.decks[static_cast<size_t>(deck)];
    if (summary.met == 0) continue;
    const Predicted predicted =
        summary.met < summary.opponents ? predicted_sum(matrix, fit, likely_misfit(out), deck) : Predicted();
    summary.mean = find_mean(matrix, fit, predicted, deck, summary);
  }
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

MatrixSummary rank_decks(const Matrix& matrix) {
  MatrixSummary out;
  out.decks.resize(static_cast<size_t>(matrix.decks));
  out.order.resize(static_cast<size_t>(std::min(matrix.pairs.mine, matrix.decks)));
  std::iota(out.order.begin(), out.order.end(), 0);
  for (const int deck : out.order) find_extremes(matrix, deck, out.decks[static_cast<size_t>(deck)]);
  count_games(matrix, out);
  find_ratings(matrix, out);
  std::ranges::stable_sort(out.order, std::greater<>(), [&](int deck) {
    const std::optional<EloRating>& rating = out.decks[static_cast<size_t>(deck)].rating;
    return rating ? rating->elo : std::numeric_limits<double>::lowest();
  });
  return out;
}

MatrixSummary summarize(const Matrix& matrix) {
  MatrixSummary out = rank_decks(matrix);
  if (!matrix.pairs.every(matrix.decks)) return out;
  if (out.pairs_met == out.pairs) find_nash(matrix, out);
  find_cycles(matrix, out);
  return out;
}

}  // namespace archon
