#pragma once
// How far the win rate of a deck against a field moves when somebody else plays all decks: the error of a win rate that more
// games of the same agent do not make less. Without games by a second agent it is what was measured of other decks; with them
// it is what they say of these decks.
#include <optional>
#include <span>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

// Standard deviation between `standard` and `strong` on 28 decks, noise and a common stretch taken off: 4.6 points, as a
// difference in logit near even.
inline constexpr double kPilotLogit = 4 * 0.046;

// The 95 % interval for whoever plays well: that of one agent, in logit, and shifts of that standard deviation beside it.
Interval any_pilot_interval(double win_rate, const Interval& interval, double shift = kPilotLogit);

// A pair of decks and its games by the second agent; with none it only says that these two are opponents.
struct PilotPair {
  int a = 0, b = 0;
  double expected = 0;          // log-odds that a wins, in the hands of the first agent
  int64_t wins = 0, games = 0;  // of a; decided ones
};

// How much more a deck wins against its opponents, each counting the same, in the hands of the second agent: in logit, with its
// standard error.
struct PilotShift {
  double logit = 0, error = 0;

  bool sure() const;  // its 95 % interval does not hold 0
};

struct PilotShifts {
  std::vector<std::optional<PilotShift>> decks;  // none without games by the second agent
  double stretch = 1;                            // log-odds of the second agent's win rates over those of the first
  Interval stretch_interval;                     // 95 %
  double spread = kPilotLogit;                   // standard deviation of shifts, in logit; without games what it was elsewhere
};

// The games of a pair are binomial with logit k expected + d_a - d_b, where k is the stretch, N(1, 0.25^2) before any game, and
// the d are N(0, s^2 + e^2): s is the spread, and e the error of the deck's rating by the first agent in logit, which looks
// like a shift. Logistic regression with normal random effects by Laplace's approximation (Breslow and Clayton 1993); s is
// averaged over by its posterior, where what was measured elsewhere counts as kPilotLogit seen on four decks. What a shift is
// not the same against all opponents is taken as chance. Requires an error for each deck, 0 or more, and pairs of these decks,
// each once. O(decks^3), some hundred times.
PilotShifts pilot_shifts(std::span<const double> errors, std::span<const PilotPair> pairs);

// The win rate of a deck for an agent that was not asked yet, when two were: with shifts of agents independent and alike, half
// of the way to the second; its interval has what the shift is not known by and what such an agent differs by.
struct AnyPilotRate {
  double value = 0.5;
  Interval interval;  // 95 %
};
AnyPilotRate any_pilot_rate(double win_rate, const Interval& interval, const PilotShift& shift, double spread);

// The win rate in the hands of the second agent, stretch taken off, minus that of the first; and its 95 % interval.
struct RateChange {
  double value = 0;
  Interval interval;
};
RateChange rate_change(double win_rate, const PilotShift& shift);

}  // namespace archon
