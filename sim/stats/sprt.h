#pragma once
// Which of two agents is stronger, from pairs of games, and when enough of them were played. Pure functions.
//
// Both games of a pair have the same decks, shuffles and first player, with the agents swapped, so that luck of the deal mostly
// cancels. The pair is the unit: n pairs of mean score m and variance v (of one pair, divided by n). Written for the first
// agent; the other one has 1 - m. A prior counts with them: a virtual game, half won and half lost, which are quarters of pairs
// of score 0 and 1. It keeps every figure finite when all pairs scored the same.
//   score          m without the prior; interval: Wilson's with n m (1 - m) / v trials
//   Elo            -400 log10(1/m - 1), interval likewise
//   normalised Elo 800/ln(10) t, where t = (m - 1/2) / sqrt(2v) is the effect size of a single game
//   SPRT           LLR = sum over the scores i of n_i ln(p1_i / p0_i), stopped at ln(beta/(1-alpha)) or ln((1-beta)/alpha);
//                  p0 and p1: the distributions of pair scores of greatest likelihood with the normalised Elo of H0 and H1
// (Wald 1945; Van den Bergh, "Normalized Elo" and "A practical introduction to the GSPRT", 2020-2021: the generalised
// likelihood ratio with pentanomial pair scores, as used by the Stockfish testing framework.) The LLR grows with the effect, up
// to all games won: of independent games of which 55, 60, 80, 99 and 100 % are won, a test for 0, 10 takes 1200, 570, 210, 150
// and 148.
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
  Interval interval;  // without pairs the whole range
};

Estimate score_estimate(const PairScores& scores, double confidence = 0.95);  // mean score, within [0, 1]
Estimate elo_estimate(const PairScores& scores, double confidence = 0.95);
// Interval by the delta method for a ratio of mean and standard deviation, with the skewness and kurtosis of the scores, on a
// scale that stabilises its variance (asinh).
Estimate nelo_estimate(const PairScores& scores, double confidence = 0.95);

enum class SprtDecision : uint8_t { Continue, AcceptH0, AcceptH1 };

// Hypotheses are at most so far from 0: beyond, the likelihood can have several maxima, of which the search may end in a lesser
// one. Up to here it never did in 1,200 samples.
inline constexpr double kMaxNelo = 200;

// The LLR of counts of the scores 0, 1/4 ... 1, without a prior. The first and the last must not be 0.
double generalised_llr(const std::array<double, 5>& counts, double nelo0, double nelo1);

// H0: the difference is nelo0; H1: it is nelo1. Requires -kMaxNelo <= nelo0 < nelo1 <= kMaxNelo and 0 < alpha, beta < 1/2. The
// chance to accept H1 when H0 holds is about alpha, to accept H0 when H1 holds about beta; both are less where few batches
// decide.
struct Sprt {
  double nelo0 = 0, nelo1 = 10;
  double alpha = 0.05, beta = 0.05;

  Interval bounds() const;
  double llr(const PairScores& scores) const;  // 0 without pairs
  SprtDecision decision(double llr) const;
  // Pairs until the decision, from an LLR between the bounds, that Brownian motion takes on average when the difference is
  // `nelo` (Wald's approximation, which is short where few pairs decide).
  double expected_pairs(double nelo, double from_llr = 0) const;
};

// The difference after a test that has stopped with these scores, in normalised Elo. The plain estimate is biased away from the
// middle, because a test stops when it has been lucky. The value is median-unbiased and the interval has its ends where a worse
// (better) outcome has probability (1 - confidence)/2; outcomes are ordered from early failure over late failure and late
// pass to early pass (Siegmund, Sequential Analysis, 1985, section III.4; the LLR as Brownian motion between two barriers,
// Darling and Siegert 1953, the one that was crossed lying where it was crossed; on the scale of nelo_estimate). In simulations
// 95 % intervals cover 95.0 to 95.5 %; where the test ends after three looks 94.0 %, and 46 % of the values are above the
// truth. Requires a decision other than Continue.
Estimate estimate_after_stop(const Sprt& sprt, const PairScores& scores, double confidence = 0.95);

// The probability that Brownian motion from 0 with this drift and variance a unit of time reaches `upper` > 0 before `time` and
// before it reaches `lower` < 0. `time` may be infinite. To about 1e-8.
double upper_first(double time, double lower, double upper, double drift, double variance);

}  // namespace archon
