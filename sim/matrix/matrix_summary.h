#pragma once
// What a matrix says about each deck and about the whole.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/stats/bradley_terry.h"
#include "sim/stats/cycles.h"
#include "sim/stats/rating_residuals.h"
#include "sim/stats/statistics.h"

namespace archon {

struct EloRating {
  double elo = 0;  // the mean of the field is 0
  Interval interval;
};

struct DeckSummary {
  double mean = 0.5;  // win rate against the field (MatrixPairs), every opponent counting the same
  Interval mean_interval;
  std::optional<EloRating> rating;  // Bradley-Terry with a virtual game (sim/stats/bradley_terry.h), interval by observed
                                    // information; all or none
  int best = -1;                    // the opponent with the highest win rate: its index
  double best_win_rate = 0.5;
  int worst = -1;               // the one with the lowest
  double worst_win_rate = 0.5;  // the largest of these is the maximin of playing one deck alone
  double nash_weight = 0;       // in the mixture of decks that no deck beats (sim/stats/nash.h), on the win rates as counted
};

struct MatrixSummary {
  std::vector<DeckSummary> decks;  // of those that are only in the field, the rating alone
  std::vector<int> order;          // my decks from the highest mean down; of equal ones the first
  double nash_exploitability = 0;
  // Where every pair meets: Nash weights and, with three decks or more, cycles.
  std::optional<CycleTest> cycles;
  std::optional<RatingMisfit> misfit;     // of the ratings
  std::vector<RatingResidual> residuals;  // of the pairs that met, by falling |z|; empty without ratings
  // Ratings need games that connect all decks. Where they don't, the decks of each part.
  std::vector<std::vector<int>> parts;
  int64_t games = 0, undecided = 0, faults = 0, forfeits = 0;
  int64_t fallbacks = 0;               // decisions (Agent::fallbacks)
  double first_player_win_rate = 0.5;  // over all games that were decided
  Interval first_player_interval{0, 1};
  double widest = 0;  // half-width of the widest 95 % interval of a cell
};

inline constexpr double kConfidence = 0.95;

// The confidence of each of `count` intervals that hold together with `confidence`: 1 - (1 - confidence) / count (Bonferroni).
double simultaneous_confidence(int64_t count, double confidence = kConfidence);

// Of a cell's interval when those of all cells are to hold together.
inline double cell_confidence(const Matrix& matrix) {
  return simultaneous_confidence(static_cast<int64_t>(matrix.cells.size()));
}

// The mean of independent proportions, each counting the same: the intervals recovered from Wilson's (MOVER; Zou and Donner,
// "Construction of confidence limits about effect measures", Statistics in Medicine 27, 2008): mean -+ sqrt(sum of (p -
// limit)^2) / n. Proportions without trials count as 1/2 with the interval [0, 1].
struct Proportion {
  int64_t successes = 0, trials = 0;
};
Interval mean_interval(std::span<const Proportion> proportions, double confidence = kConfidence);

// O(decks^3), some ten times.
MatrixSummary summarize(const Matrix& matrix);

}  // namespace archon
