#pragma once
// Which of two agents is stronger, from pairs of games, and when enough of them were played. Pure functions.
//
// Both games of a pair have the same decks, shuffles and first player, with the agents swapped, so that luck of the deal mostly
// cancels. The pair is the unit: n pairs of mean score m and variance v (of one pair, divided by n). Written for the first
// agent; the other one has 1 - m.
//   Elo            -400 log10(1/m - 1), interval from m +- 1.96 sqrt(v/n)
//   normalised Elo 800/ln(10) t, where t = (m - 1/2) / sqrt(2v) is the effect size of a single game
//   SPRT           LLR = n ln[(1 + (t - t0)^2) / (1 + (t - t1)^2)], stopped at ln(beta/(1-alpha)) or ln((1-beta)/alpha)
// (Wald 1945; Van den Bergh, "Normalized Elo" and "A practical introduction to the GSPRT", 2020-2021: the t-test form of the
// generalised likelihood ratio with pentanomial pair scores, as used by the Stockfish testing framework.)
// When all pairs scored the same, v = 0 says nothing about the spread; then one pair of score 0 and one of score 1 are added
// (rule of succession) for intervals and LLR.
#include <array>
#include <cstdint>

#include "sim/stats/statistics.h"

namespace archon {

// How many pairs scored 0, 1/4, 1/2, 3/4, 1 for the first agent. Quarters come from games without a winner, which are 1/2 each.
struct PairScores {
  std::array<int64_t, 5> counts{};

  int64_t pairs() const { return counts[0] + counts[1] + counts[2] + counts[3] + counts[4]; }
  double mean() const;      // 1/2 without pairs
  double variance() const;  // of the score of a pair, divisor n; 0 without pairs
  int64_t discordant() const { return pairs() - counts[2]; }
  void add(const PairScores& other);
};

struct Estimate {
  double value = 0;
  Interval interval;  // infinite ends are possible; -+infinity without pairs
};

Estimate score_estimate(const PairScores& scores, double confidence = 0.95);  // mean score, within [0, 1]
Estimate elo_estimate(const PairScores& scores, double confidence = 0.95);
// Interval by the delta method for a ratio of mean and standard deviation, with the skewness and kurtosis of the scores.
Estimate nelo_estimate(const PairScores& scores, double confidence = 0.95);

enum class SprtDecision : uint8_t { Continue, AcceptH0, AcceptH1 };

// H0: the difference is nelo0; H1: it is nelo1. Requires nelo0 < nelo1 and 0 < alpha, beta < 1/2. The chance to accept H1 when
// H0 holds is about alpha, to accept H0 when H1 holds about beta.
struct Sprt {
  double nelo0 = 0, nelo1 = 10;
  double alpha = 0.05, beta = 0.05;

  Interval bounds() const;
  double llr(const PairScores& scores) const;  // 0 without pairs
  SprtDecision decision(double llr) const;
  // Pairs until the decision, from an LLR between the bounds, that Brownian motion takes on average when the difference is
  // `nelo` (Wald's approximation).
  double expected_pairs(double nelo, double from_llr = 0) const;
};

// The difference after a test that has stopped with these scores, in normalised Elo. The plain estimate is biased away from the
// middle, because a test stops when it has been lucky. The value is median-unbiased and the interval has its ends where a worse
// (better) outcome has probability (1 - confidence)/2; outcomes are ordered from early failure over late failure and late
// pass to early pass (Siegmund, Sequential Analysis, 1985, section III.4; the LLR as Brownian motion between two barriers,
// Darling and Siegert 1953, the one that was crossed lying where it was crossed). In simulations 95 % intervals cover 95.0 to
// 95.3 %, and 93.2 % where the test ends after three looks. Requires a decision other than Continue.
Estimate estimate_after_stop(const Sprt& sprt, const PairScores& scores, double confidence = 0.95);

// The probability that Brownian motion from 0 with this drift and variance a unit of time reaches `upper` > 0 before `time` and
// before it reaches `lower` < 0. `time` may be infinite. To about 1e-8.
double upper_first(double time, double lower, double upper, double drift, double variance);

}  // namespace archon
