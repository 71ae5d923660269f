#pragma once
// How far a matrix of win rates is from a ranking: decks that beat each other in a circle.
#include <cstdint>
#include <span>
#include <vector>

namespace archon {

// The decided games of items a and b, a != b.
struct PairCount {
  int a = 0, b = 0;
  int64_t wins_a = 0, wins_b = 0;
};

// A value for each pair, split into differences of ratings and a rest (HodgeRank: Jiang, Lim, Yao and Ye, "Statistical ranking
// and combinatorial Hodge theory", Math. Programming 127, 2011). The ratings are the least-squares ones, every pair counting
// the same. The rest sums to 0 around each item, so it consists of cycles alone.
struct HodgeSplit {
  std::vector<double> ratings;  // of each connected part they sum to 0; value = ratings[a] - ratings[b] + rest
  double gradient = 0;          // sum of squares of the differences
  double cyclic = 0;            // sum of squares of the rest

  double share() const { return gradient + cyclic > 0 ? cyclic / (gradient + cyclic) : 0; }
};

// `values[k]` belongs to pair k and is that of a against b. O(items^3 + pairs).
HodgeSplit hodge_split(int items, std::span<const PairCount> pairs, std::span<const double> values);

struct CyclicShare {
  double raw = 0;    // of the logits as they were counted; sampling noise alone makes it positive
  double share = 0;  // with the noise taken off: 0 for a ranking, 1 for rock, paper, scissors
  // How often a ranking gives a sum of cycles as large as the one seen: small when the cycles are real. At least 1 /
  // (replicates + 1).
  double p_value = 1;
};

// `expected[k]` is the probability that a beats b in pair k under a ranking (a Bradley-Terry fit). The logits are ln((wins_a +
// 1/2) / (wins_b + 1/2)). Noise: so many matrices with the same numbers of games are drawn from `expected`; what they have on
// average beyond the truth is taken off both parts, and how often they have as much is the p-value (parametric bootstrap, Efron
// and Tibshirani 1993, chapter 6 and 16.4). Pairs without games are left out. Deterministic in `seed`. O(items^3 + replicates
// (pairs + items^2)).
CyclicShare cyclic_share(int items, std::span<const PairCount> pairs, std::span<const double> expected, uint64_t seed,
                         int replicates = 1000);

}  // namespace archon
