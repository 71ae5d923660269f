#include "sim/tournament/matrix_rates.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/core/random.h"
#include "sim/matrix/matrix_posterior.h"
#include "sim/stats/beta_draw.h"

namespace archon {
namespace {

double half_added(double wins, double games) { return (wins + 0.5) / (games + 1); }

double square(double x) { return x * x; }

// Of one pair alone: the estimate and its variance.
struct Counted {
  double advantage, variance;
};

Counted count(const MatrixCell& cell) {
  const Tally& going_first = cell.result.by_first[0];
  const Tally& going_second = cell.result.by_first[1];
  const auto rate = [](const Tally& tally) {
    return half_added(static_cast<double>(tally.wins[0]), static_cast<double>(tally.decided()));
  };
  const auto variance = [&](const Tally& tally) {
    return rate(tally) * (1 - rate(tally)) / (static_cast<double>(tally.decided()) + 1);
  };
  const double p = (rate(going_first) + rate(going_second)) / 2, scale = 4 * p * (1 - p);
  return {(rate(going_first) - rate(going_second)) / 2 / scale,
          (variance(going_first) + variance(going_second)) / 4 / square(scale)};
}

std::vector<int> numbers_below(int end) {
  std::vector<int> numbers(static_cast<size_t>(end));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

std::vector<Eigen::VectorXd> columns_of(const Eigen::MatrixXd& matrix) {
  std::vector<Eigen::VectorXd> columns;
  for (const auto& column : matrix.colwise()) columns.emplace_back(column);
  return columns;
}

double bounded(double advantage) { return std::clamp(advantage, -0.25, 0.25); }

}  // namespace

// Moments, each pair with the weight that it has at the prior spread; the prior counts as one pair without an advantage for the
// mean and as ten pairs of its spread for the spread.
MatrixRates::MatrixRates(const Matrix& matrix, const Matrix& all, std::vector<int> places, std::span<const double> known)
    : matrix_(matrix),
      places_(std::move(places)),
      pairs_(count_wins(all), Eigen::Map<const Eigen::VectorXd>(known.data(), std::ssize(known))),
      strengths_(columns_of(pairs_.draw_strengths(kTournamentDraws, all.cells.front().seed))) {
  for (const MatrixCell& cell : matrix.cells) draws_.push_back(pairs_.draws_of(place(cell.a), place(cell.b)));
  constexpr double kPriorPairs = 10, kLeastSpread = 0.01;
  const double prior = square(kPriorAdvantage);
  double weights = 1 / prior, sum = 0;
  for (const MatrixCell& cell : all.cells) {
    const Counted each = count(cell);
    weights += 1 / (each.variance + prior);
    sum += each.advantage / (each.variance + prior);
  }
  mean_ = sum / weights;
  double spread = kPriorPairs, spread_weights = kPriorPairs / prior;
  for (const MatrixCell& cell : all.cells) {
    const Counted each = count(cell);
    spread += (square(each.advantage - mean_) - each.variance) / (each.variance + prior);
    spread_weights += 1 / (each.variance + prior);
  }
  spread_ = std::sqrt(std::max(square(kLeastSpread), spread / spread_weights));
}

MatrixRates::MatrixRates(const Matrix& matrix) : MatrixRates(matrix, matrix, numbers_below(matrix.decks), {}) {}

MatrixRates::Normal MatrixRates::advantage(const MatrixCell& cell) const {
  const Counted own = count(cell);
  const double variance = 1 / (1 / own.variance + 1 / square(spread_));
  return {variance * (own.advantage / own.variance + mean_ / square(spread_)), variance};
}

PairRates MatrixRates::expected(int deck, int opponent) const {
  const MatrixCell* cell = matrix_.cell(deck, opponent);
  if (!cell) return {0.5, bounded(mean_)};
  return {pairs_.mean(place(deck), place(opponent)), bounded(advantage(*cell).mean)};
}

PairRates MatrixRates::drawn(int deck, int opponent, uint64_t draw) const {
  const MatrixCell* cell = matrix_.cell(deck, opponent);
  if (!cell) return {0.5, bounded(mean_)};
  SmallRng rng{stream_seed(cell->seed, draw, Stream::Chance)};
  const double rate = draws_[static_cast<size_t>(cell - matrix_.cells.data())].rate(strengths_[draw], draw_normal(rng));
  const Normal added = advantage(*cell);
  const PairRates of_a{rate, bounded(added.mean + std::sqrt(added.variance) * draw_normal(rng))};
  return cell->a == deck ? of_a : of_a.turned();
}

}  // namespace archon
