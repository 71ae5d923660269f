#pragma once
// Falling curves of win rates from the even point outwards, all of them summed.
//
// The logit of the win rate falls from chain to chain by independent steps that are never negative: a prior of independent
// increments on monotone curves (Ramgopal, Laud and Smith, Biometrika 80, 1993), whose steps may be next to nothing (Neelon and
// Dunson, Biometrics 60, 2004). On a grid of logits such a curve is a Markov chain from level to level, so the backward pass of
// a hidden Markov model sums over all curves exactly; with the grid in units of the slope it does so for all slopes in one run.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

inline constexpr int kMaxLevel = 24;               // of games, to either side
inline constexpr int kMaxRoot = 32;                // of the even point: all that lies beyond 24 counts as eight chains
inline constexpr int kStepsAChain = 4;             // steps of the grid that a chain costs on average
inline constexpr size_t kTop = 32 * kStepsAChain;  // of the grid; what costs more counts as this
inline constexpr size_t kStates = kTop + 1;
inline constexpr size_t kSlopes = 16;  // 0.005 to 0.9 logit a chain, each sqrt(2) times the one before

double slope_of(size_t slope);

// Of the steps of the grid that one chain costs.
using StepProbabilities = std::vector<double>;  // kStates of them

// How the cost of the chains is spread over them: a `share` of it comes at the seventh, the thirteenth and the nineteenth, from
// where on they take a card more from each refill (rulebook 18.4, CHAINS, p. 10). Even: the others all cost the same. Uneven:
// sums of two geometric costs. Rough: geometric, with an eighth of the mean, the mean, or four times as much.
enum class Evenness : uint8_t { Even, Uneven, Rough };
struct CurveShape {
  Evenness evenness = Evenness::Even;
  double share = 0;
  double prior = 0;
};

// The cost of the chain between a level and the next: of the seventh, thirteenth and nineteenth, and of the others.
class ChainCosts {
 public:
  explicit ChainCosts(const CurveShape& shape);
  const StepProbabilities& after(int level) const;

 private:
  StepProbabilities plain_, tier_;
};

using SlopeRow = std::array<float, kSlopes>;  // floats: four at a time, and products of likelihoods need no more

// The likelihood of all games at a level and below it, given the state there: how much more the first deck wins than half.
class SidePass {
 public:
  explicit SidePass(std::span<const Observation> levels);  // from -24 to 24, in any order
  void run(const CurveShape& shape);

  // Levels from -kMaxRoot to kMaxRoot: by state and slope, 1 at the best state of each slope; and what that is the multiple of.
  const SlopeRow* at(int level) const { return &fields_[index(level) * kStates]; }
  const std::array<double, kSlopes>& log_scale(int level) const { return logs_[index(level)]; }

 private:
  struct Level {
    int level = 0;
    std::vector<SlopeRow> likelihood;        // by state; 1 at the best
    std::array<double, kSlopes> log_best{};  // its logarithm
  };
  static size_t index(int level) { return static_cast<size_t>(level + kMaxRoot); }
  static Level level_of(const Observation& observation);
  void step_from(int level, const CurveShape& shape);
  void multiply(const Level& level);

  std::vector<Level> levels_;  // rising
  std::vector<SlopeRow> fields_, part_, next_;
  std::vector<std::array<double, kSlopes>> logs_;
};

}  // namespace archon
