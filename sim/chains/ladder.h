#pragma once
// The chain handicap of the rulebook as a Markov chain: where it settles.
//
// Rulebook 18.4, CHAIN HANDICAP (l. 585 of the text; optional rule): the stronger deck starts with four chains; every time it
// wins two games in a row it takes one more, every time it loses two in a row one less. Rulebooks 1.0 to 1.3, SUGGESTIONS FOR
// ASSIGNING CHAINS (1.0: p. 8): three in a row. The rules do not say what a third win in a row does; here a change starts the
// count again. There are 0 to 24 chains (18.4: no more than 24; the chart of the earlier ones ends there); a step beyond
// changes nothing but starts the count again, too.
#include <array>
#include <span>

#include "engine/core/rules_profile.h"

namespace archon {

inline constexpr int kLadderStart = 4, kLadderTop = 24;

struct Ladder {
  std::array<double, kLadderTop + 1> share{};  // of all games in the long run, by the chains they are played with
  double mean = 0;                             // chains
  int low = 0, high = 0;                       // the middle 90 %: at most 5 % of the games lie below and above
  double win_rate = 0;                         // of the chained deck, in the long run
  double games_to_mean = 0;  // expected, from four chains until the chains are first those nearest to the mean
};

int ladder_run(const RulesProfile& rules);  // games in a row that change the chains: 2 or 3

// `win_rate[c]`: of the chained deck with c = 0 ... 24 chains, above 0 and below 1. Exact, by linear equations: O(states^3)
// with at most 125 states.
Ladder settle_ladder(std::span<const double> win_rate, int run);

}  // namespace archon
