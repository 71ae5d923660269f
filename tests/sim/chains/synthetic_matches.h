#pragma once
// Matches whose win rates are known, for tests of the search for a handicap.
#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "engine/core/random.h"
#include "sim/chains/chains.h"
#include "sim/stats/distributions.h"

namespace archon::test {

// P(the first deck wins at a handicap), when that deck (0 or 1) goes first.
using Truth = std::function<double(int handicap, int first)>;

// What signed chains cost, in logit: rises. The match is even where the handicap costs as much as the root.
using ChainCost = std::function<double(double chains)>;

inline Truth truth_of(const ChainCost& cost, double root, double edge = 0) {
  return [=](int handicap, int first) { return logistic(cost(root) - cost(handicap) + (first == 0 ? edge : -edge)); };
}

inline ChainCost line(double slope) {
  return [=](double chains) { return slope * chains; };
}

// `slope` a chain, and `jump` more for the seventh, the thirteenth and the nineteenth, on either deck.
inline ChainCost stepped(double slope, double jump) {
  return [=](double chains) {
    double cost = slope * std::abs(chains);
    for (int tier : {7, 13, 19}) cost += jump * std::clamp(std::abs(chains) - tier + 1, 0.0, 1.0);
    return std::copysign(cost, chains);
  };
}

inline HandicapSampler random_games(const Truth& truth, SmallRng& rng) {
  return [truth, &rng](std::span<const HandicapBatch> batches) {
    std::vector<ByFirst> results;
    for (const HandicapBatch& batch : batches) {
      ByFirst& result = results.emplace_back();
      for (int64_t game = 0; game < batch.games; ++game) {
        const int first = static_cast<int>((batch.first_game + game) & 1);
        Tally& tally = result[static_cast<size_t>(first)];
        ++tally.games;
        ++tally.wins[rng.uniform() < truth(batch.handicap, first) ? 0 : 1];
      }
    }
    return results;
  };
}

}  // namespace archon::test
