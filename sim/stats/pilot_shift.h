#pragma once
// How far the win rate of a deck against a field moves when somebody else plays all decks: the error of a win rate that more
// games of the same agent do not make less.
#include "sim/stats/statistics.h"

namespace archon {

// Standard deviation between `standard` and `strong` on 28 decks, noise and a common stretch taken off: 4.6 points, as a
// difference in logit near even.
inline constexpr double kPilotLogit = 4 * 0.046;

// The 95 % interval for whoever plays well: that of one agent, in logit, and shifts of that standard deviation beside it.
Interval any_pilot_interval(double win_rate, const Interval& interval, double shift = kPilotLogit);

}  // namespace archon
