#pragma once
// A handicap with the win rates that go with it, as certain as its games make them.
#include <array>
#include <vector>

#include "sim/chains/chains.h"

namespace archon {

inline constexpr int kCurveDraws = 1000;  // curves as likely as the data say

// Index of curves and draws: 0 all games, 1 those in which the first deck went first, 2 the second.
struct HandicapCurves {
  HandicapEstimate estimate;
  std::array<std::vector<WinCurve>, 3> draws;
  std::array<WinCurve, 3> curve;  // their means

  HandicapCurves(HandicapEstimate estimated, uint64_t seed);

  const HandicapFit& fit(int first) const;  // `first`: the deck that goes first, -1: either, half the time each
};

// The win rate at a handicap over draws: mean, and the middle 95 %.
struct RateAt {
  double rate = 0;
  Interval interval;
};
RateAt rate_at(const std::vector<WinCurve>& draws, int handicap);

}  // namespace archon
