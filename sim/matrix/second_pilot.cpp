#include "sim/matrix/second_pilot.h"

#include "sim/stats/distributions.h"

namespace archon {
namespace {

// The logarithm of the odds that `a` wins, in the hands of who played the matrix: predicted, and the residual of the pair's own
// games (one step of scoring) shrunk as its noise and what ratings miss make it likely.
double expected_logit(const Matrix& matrix, const MatrixSummary& summary, int a, int b) {
  const auto elo = [&](int deck) { return summary.decks[static_cast<size_t>(deck)].rating->elo; };
  const double predicted = (elo(a) - elo(b)) / kEloPerLogit, p = logistic(predicted), slope = p * (1 - p);
  const double misfit = summary.misfit ? summary.misfit->value / slope : 0;  // in logit
  if (misfit <= 0) return predicted;
  const auto games = static_cast<double>(matrix.decided(a, b)), wins = static_cast<double>(matrix.wins(a, b));
  return predicted + (wins - games * p) / (games * slope + 1 / (misfit * misfit));
}

double rating_error(const EloRating& rating) {
  return (rating.interval.high - rating.interval.low) / (2 * normal_quantile(0.5 + kConfidence / 2) * kEloPerLogit);
}

}  // namespace

Tally SecondPilot::games() const {
  Tally all;
  for (const MatrixCell& cell : matrix.cells) all.add(cell.result.total());
  return all;
}

int64_t SecondPilot::games_of(int deck) const {
  int64_t games = 0;
  for (int other = 0; other < matrix.decks; ++other) games += other == deck ? 0 : matrix.decided(deck, other);
  return games;
}

PilotShifts pilot_shifts(const Matrix& first, const MatrixSummary& summary, const Matrix& second) {
  std::vector<double> errors;
  for (const DeckSummary& deck : summary.decks) errors.push_back(deck.rating ? rating_error(*deck.rating) : 0);
  const auto rated = [&](int deck) { return summary.decks[static_cast<size_t>(deck)].rating.has_value(); };
  std::vector<PilotPair> pairs;
  for (const MatrixCell& cell : second.cells)
    if (rated(cell.a) && rated(cell.b))
      pairs.push_back({.a = cell.a,
                       .b = cell.b,
                       .expected = expected_logit(first, summary, cell.a, cell.b),
                       .wins = second.wins(cell.a, cell.b),
                       .games = second.decided(cell.a, cell.b)});
  return pilot_shifts(errors, pairs);
}

}  // namespace archon
