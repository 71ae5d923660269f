#pragma once
// Simulated win rates as tables would see them. Between equals who know their decks, at home, real differences are as large as
// simulated ones (252 games of 47 decks); at open events, where players differ as well, a logit of 1 is 0.51 (677,000 official
// games).
#include "sim/stats/distributions.h"

namespace archon {

inline constexpr double kHomeScale = 1, kOpenScale = 0.5;

inline double at_table(double win_rate, double scale) { return logistic(scale * logit(win_rate)); }
inline Interval at_table(const Interval& interval, double scale) {
  return {at_table(interval.low, scale), at_table(interval.high, scale)};
}

}  // namespace archon
