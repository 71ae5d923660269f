#include "sim/deck_report/field_second.h"

#include <algorithm>
#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

// What the first agent's games say of one opponent, in logit.
struct Expected {
  double logit = 0, error = 0;
};

// Opponents differ by a variance of logits (method of moments); each is one step of scoring away from the mean of all.
std::vector<Expected> expected_of(const FieldGames& first, double rate) {
  const double slope = rate * (1 - rate);  // the information of a game
  double squares = 0, noise = 0, weight = 0;
  for (const MatchCounts& each : first.by_opponent) {
    const auto games = static_cast<double>(each.total().decided());
    const double residual = static_cast<double>(each.total().wins[0]) - games * rate;
    squares += residual * residual;
    noise += games * slope;
    weight += games * games * slope * slope;
  }
  const double variance = std::max(0.0, (squares - noise) / weight);
  std::vector<Expected> expected;
  for (const MatchCounts& each : first.by_opponent) {
    const auto games = static_cast<double>(each.total().decided());
    const double residual = static_cast<double>(each.total().wins[0]) - games * rate;
    const double posterior = variance > 0 ? 1 / (games * slope + 1 / variance) : 0;
    expected.push_back({logit(rate) + residual * posterior, std::sqrt(posterior)});
  }
  return expected;
}

}  // namespace

PilotShifts field_shifts(const FieldGames& first, const FieldGames& second) {
  const Tally games = first.counts.total();
  PilotShifts none;
  none.decks.resize(first.by_opponent.size() + 1);
  if (games.decided() == 0 || second.counts.total().decided() == 0) return none;
  const auto decided = static_cast<double>(games.decided());
  const double rate = (static_cast<double>(games.wins[0]) + 0.5) / (decided + 1);  // never 0 or 1
  std::vector<double> errors{std::sqrt(1 / (decided * rate * (1 - rate)))};
  std::vector<PilotPair> pairs;
  int opponent = 0;
  for (const Expected& each : expected_of(first, rate)) {
    const Tally with_it = second.by_opponent[static_cast<size_t>(opponent)].total();
    errors.push_back(each.error);
    pairs.push_back({.a = 0, .b = ++opponent, .expected = each.logit, .wins = with_it.wins[0], .games = with_it.decided()});
  }
  return pilot_shifts(errors, pairs);
}

}  // namespace archon
