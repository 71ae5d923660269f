#include "sim/tournament/matrix_rates.h"

#include <algorithm>
#include <cmath>

#include "engine/core/random.h"
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

PairRates seen_from(const MatrixCell& cell, int deck, const PairRates& rates) {
  return cell.a == deck ? rates : rates.turned();
}

double bounded(double advantage) { return std::clamp(advantage, -0.25, 0.25); }

}  // namespace

// Moments, each pair with the weight that it has at the prior spread; the prior counts as one pair without an advantage for the
// mean and as ten pairs of its spread for the spread.
MatrixRates::MatrixRates(const Matrix& matrix, const Matrix& all) : matrix_(matrix) {
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

MatrixRates::Normal MatrixRates::advantage(const MatrixCell& cell) const {
  const Counted own = count(cell);
  const double variance = 1 / (1 / own.variance + 1 / square(spread_));
  return {variance * (own.advantage / own.variance + mean_ / square(spread_)), variance};
}

PairRates MatrixRates::expected(int deck, int opponent) const {
  const MatrixCell* cell = matrix_.cell(deck, opponent);
  if (!cell) return {0.5, bounded(mean_)};
  const Tally total = cell->result.total();
  const double p = half_added(static_cast<double>(total.wins[0]), static_cast<double>(total.decided()));
  return seen_from(*cell, deck, {p, bounded(advantage(*cell).mean)});
}

PairRates MatrixRates::drawn(int deck, int opponent, uint64_t draw) const {
  const MatrixCell* cell = matrix_.cell(deck, opponent);
  if (!cell) return {0.5, bounded(mean_)};
  SmallRng rng{stream_seed(cell->seed, draw, Stream::Chance)};
  const Tally total = cell->result.total();
  const double p = draw_beta(static_cast<double>(total.wins[0]) + 0.5, static_cast<double>(total.wins[1]) + 0.5, rng);
  const Normal added = advantage(*cell);
  return seen_from(*cell, deck, {p, bounded(added.mean + std::sqrt(added.variance) * draw_normal(rng))});
}

}  // namespace archon
