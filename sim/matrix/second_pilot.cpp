#include "sim/matrix/second_pilot.h"

#include "sim/stats/distributions.h"

namespace archon {
namespace {

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

PilotShifts pilot_shifts(const MatrixSummary& first, const Matrix& second) {
  std::vector<double> errors;
  for (const DeckSummary& deck : first.decks) errors.push_back(deck.rating ? rating_error(*deck.rating) : 0);
  const auto rated = [&](int deck) { return first.decks[static_cast<size_t>(deck)].rating.has_value(); };
  std::vector<PilotPair> pairs;
  for (const MatrixCell& cell : second.cells)
    if (rated(cell.a) && rated(cell.b))
      pairs.push_back({.a = cell.a,
                       .b = cell.b,
                       .expected = logit(first.posterior->value(cell.a, cell.b).value()),
                       .wins = second.wins(cell.a, cell.b),
                       .games = second.decided(cell.a, cell.b)});
  return pilot_shifts(errors, pairs);
}

}  // namespace archon
