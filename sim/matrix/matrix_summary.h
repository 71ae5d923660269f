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

// A win rate against the field, every opponent counting the same.
struct MeanWinRate {
  double value = 0.5;
  Interval interval;
};

// An opponent with decided games.
struct MetOpponent {
  int deck = -1;  // its index
  double win_rate = 0.5;
};

struct DeckSummary {
  int opponents = 0, met = 0;  // decks of the field (MatrixPairs); of these, those with decided games against it
  // Opponents that it has not met count with what the ratings predict. None without decided games of its own.
  std::optional<MeanWinRate> mean;
  // Bradley-Terry with a virtual game (sim/stats/bradley_terry.h), interval by observed information; none without decided
  // games.
  std::optional<EloRating> rating;
  std::optional<MetOpponent> best, worst;  // of those it has met, the highest and the lowest win rate
  // In the mixture of decks that no deck beats (sim/stats/nash.h), on the win rates as counted; none until all pairs have met.
  std::optional<double> nash_weight;
};

struct MatrixSummary {
  std::vector<DeckSummary> decks;  // of those that are only in the field, the rating alone
  std::vector<int> order;          // my decks from the highest rating down, those without one last; of equal ones the first
  // Where all decks meet and three have: cycles.
  std::optional<CycleTest> cycles;
  std::optional<RatingMisfit> misfit;     // of the ratings
  std::vector<RatingResidual> residuals;  // of the pairs that met, by falling |z|
  // Where the games don't connect all decks that have some, the decks of each part: the ratings of one part are compared with
  // those of another only by supposing that their means are alike.
  std::vector<std::vector<int>> parts;
  int64_t pairs = 0, pairs_met = 0;  // that are to meet; of these, with decided games
  int64_t pairs_few = 0;             // of pairs_met: with fewer than kFewGames
  int64_t games = 0, undecided = 0, faults = 0, forfeits = 0;
  int64_t fallbacks = 0;               // decisions (Agent::fallbacks)
  double first_player_win_rate = 0.5;  // over all games that were decided
  Interval first_player_interval{0, 1};
  double widest = 0;  // half-width of the widest 95 % interval of a cell that has decided games
};

// Decided games of a pair, below which its own win rate says little: 95 % intervals of 60 points.
inline constexpr int64_t kFewGames = 10;

inline constexpr double kConfidence = 0.95;

// The confidence of each of `count` intervals that hold together with `confidence`: 1 - (1 - confidence) / count (Bonferroni).
double simultaneous_confidence(int64_t count, double confidence = kConfidence);

// Of a cell's interval when those of all cells are to hold together.
inline double cell_confidence(const Matrix& matrix) {
  return simultaneous_confidence(static_cast<int64_t>(matrix.cells.size()));
}

// The mean of independent proportions, each counting the same: its score interval, which for one proportion is Wilson's. Its
// ends are the means of the proportions shifted by equal logits until the mean that was seen is as far off as the confidence
// allows. Shifted is what is likely of each proportion, its trials and, as kExpectedTrials more, what is expected of it:
// proportions of two trials are 0, 1/2 or 1 and say nothing of their spread. Requires trials of each.
struct Proportion {
  int64_t successes = 0, trials = 0;
  double expected = 0.5;  // inside (0, 1)
};
inline constexpr double kExpectedTrials = 10;
Interval mean_interval(std::span<const Proportion> proportions, double confidence = kConfidence);

// O(decks^3), some ten times.
MatrixSummary summarize(const Matrix& matrix);

// The same without Nash weights and cycles: the order so far.
MatrixSummary rank_decks(const Matrix& matrix);

}  // namespace archon
