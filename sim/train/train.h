#pragma once
// Fitting the evaluation (agents/reading/evaluation.h) to games: who won, given what was on the table when a turn began.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agents/reading/evaluation.h"
#include "sim/play/match.h"

namespace archon {

// What was seen when a player chose a house, and whether that player won.
struct Sample {
  Features features{};
  bool won = false;
  float advantage = 0;  // of the player's deck over the other: logit of how often its samples won in this run
};

struct TrainSpec {
  std::vector<const Matchup*> pairs;  // deck pairs; games go round them
  std::string agent = "greedy";       // plays both sides; a spec that make_agent understands
  uint64_t seed = 1;
  int64_t games = 30000;
};

struct TrainSamples {
  std::vector<std::vector<Sample>> pairs;  // of each pair, in the order of the games
  int64_t without_winner = 0;              // games that were undecided or faults: they give no samples
  SeriesEnd end;
};

// The same for any number of threads. About 200 bytes a sample, 20 samples a game. Batches of the ledger, some 2 KB a game: for
// each game a list of samples, each [player, won, features ...].
TrainSamples play_samples(const TrainSpec& spec, const RunControl& control = {});

// The logistic model that maximises the likelihood of the samples less ridge / 2 x |weights|^2 (the intercept is free), by
// Newton's method (iteratively reweighted least squares; Hastie, Tibshirani, Friedman, The Elements of Statistical Learning,
// 2nd edition, section 4.4.1). O(samples x features^2) an iteration.
//
// The advantage of the better deck is fitted beside the features and then left out. Otherwise the features would stand for the
// decks that have them: creatures with taunt would look bad because weak decks have them.
struct ModelFit {
  Model model;
  std::array<double, kFeatures> errors{};  // standard errors of the weights
  int iterations = 0;
  bool converged = false;
};
ModelFit fit_model(std::span<const Sample> samples, double ridge = 1.0);

// How well a model predicts samples.
struct CalibrationBin {
  int64_t samples = 0;
  double predicted = 0, won = 0;  // means
};
struct ModelQuality {
  int64_t samples = 0;
  double log_loss = 0;                       // mean of -log(probability of what happened); ln 2 knows nothing
  double brier = 0;                          // mean squared error of the probability; 1/4 knows nothing
  double auc = 0.5;                          // chance that a won sample gets a higher probability than a lost one
  std::array<CalibrationBin, 10> deciles{};  // by predicted probability, equally many samples in each
};
// Without samples everything is as for a model that knows nothing. O(n log n).
struct Prediction {
  double probability;
  bool won;
};
ModelQuality quality_of(std::vector<Prediction> predictions);
ModelQuality quality_of(const Model& model, std::span<const Sample> samples);

}  // namespace archon
