#pragma once
// Statistics of win rates. Pure functions; probabilities and confidence levels are fractions in [0, 1].
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>

namespace archon {

constexpr double kPoints = 100;  // of win rate: all games
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEloPerLogit = 400 / std::numbers::ln10;

struct Interval {
  double low = 0, high = 0;
};

// What is known of a win rate.
struct WinRate {
  double value = 0.5;
  Interval interval{0, 1};

  WinRate turned() const { return {1 - value, {1 - interval.high, 1 - interval.low}}; }  // as the other side sees it
};

// Wilson's score interval of a proportion (Wilson 1927; method 3 of Newcombe, Statistics in Medicine 17, 1998, p. 857). [0, 1]
// without trials. Requires 0 <= successes <= trials.
Interval wilson_interval(int64_t successes, int64_t trials, double confidence = 0.95);

// The same for a proportion of that many trials, neither being whole: of observations that are not independent, the number of
// independent ones with the same variance (Korn and Graubard, Survey Methodology 24, 1998). Requires trials > 0.
Interval wilson_interval_of(double proportion, double trials, double confidence = 0.95);

// The 95 % interval of the difference of two proportions of independent trials, a less b (Newcombe, Statistics in Medicine 17,
// 1998, p. 873, method 10).
Interval difference_interval(int64_t wins_a, int64_t trials_a, int64_t wins_b, int64_t trials_b);

// One-sided sign test: the probability of at least so many wins in as many games when each is won with probability 1/2, by
// summing the binomial distribution. To about 1e-9 of itself up to a million games. O(sqrt(games)).
double sign_test(int64_t wins, int64_t losses);

// A prior on strengths: so many games count besides those played, half won and half lost. For one proportion that is Jeffreys'
// prior (Brown, Cai and DasGupta, Statistical Science 16, 2001). It keeps the ratings of those who won or lost everything
// finite, and is too little to be seen otherwise.
inline constexpr double kVirtualGames = 1;

// The difference in rating that an expected score corresponds to: -400 log10(1/score - 1). Infinite at 0 and 1.
double elo_difference(double score);

// Wins out of games at a value x of something that was varied, such as chains.
struct Observation {
  double x = 0;
  int64_t wins = 0, games = 0;
};

}  // namespace archon
