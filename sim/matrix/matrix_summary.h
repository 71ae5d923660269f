#pragma once
// What a matrix says about each deck and about the whole.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/matrix/matrix_posterior.h"
#include "sim/stats/bradley_terry.h"
#include "sim/stats/cycles.h"
#include "sim/stats/rating_residuals.h"
#include "sim/stats/statistics.h"

namespace archon {

struct EloRating {
  double elo = 0;  // the mean of the field is 0
  Interval interval;
};

// An opponent with decided games.
struct MetOpponent {
  int deck = -1;  // its index
  double win_rate = 0.5;
};

struct DeckSummary {
  int opponents = 0, met = 0;   // decks of the field (MatrixPairs); of these, those with decided games against it
  std::optional<WinRate> mean;  // MatrixPosterior::mean
  // Bradley-Terry with a virtual game (sim/stats/bradley_terry.h), interval by observed information; none without decided
  // games.
  std::optional<EloRating> rating;
  std::optional<MetOpponent> best, worst;  // of those it has met, the highest and the lowest win rate
  // In the mixture of decks that no deck beats (sim/stats/nash.h), by what is known of pairs; none until all have met.
  std::optional<double> nash_weight;
};

struct MatrixSummary {
  std::vector<DeckSummary> decks;  // of those that are only in the field, the rating alone
  std::vector<int> order;          // my decks from the highest mean down, those without one last; of equal ones the first
  std::shared_ptr<const MatrixPosterior> posterior;
  std::vector<std::optional<PairRate>> rates;  // what it says of each of Matrix::cells
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
};

// Decided games of a pair, below which its own win rate says little: 95 % intervals of 60 points.
inline constexpr int64_t kFewGames = 10;

// `known`: of the decks before any game, in logits (MatrixPosterior). O(decks^3), some thirty times.
MatrixSummary summarize(const Matrix& matrix, std::span<const double> known = {});

// The same without rates, Nash weights and cycles: the order so far.
MatrixSummary rank_decks(const Matrix& matrix, std::span<const double> known = {});

}  // namespace archon
