#pragma once
// How well ratings without games agree with games of decks that the fit has not seen.
#include <vector>

#include "sim/ratings/rating_fit.h"

namespace archon {

// Simulated ratings (Bradley and Terry) are off by chance, so that even true ratings would not explain all of their variance;
// the corrected share is that of the variance that remains when their error variance is taken off. Both are about the mean of
// the field, as is `slope`: how much simulated ratings rise with those of the model (1: neither too flat nor too steep).
struct RatingAgreement {
  int64_t decks = 0, games = 0;
  double spread = 0;              // of the simulated ratings without their noise, logits
  double noise = 0;               // root of the mean error variance of the simulated ratings
  double raw = 0, corrected = 0;  // share of the variance that the model explains; below 0: worse than no model
  double slope = 0;
  double covered = 0;      // share of decks whose simulated rating lies within the 95 % interval, with noise
  double unexplained = 0;  // standard deviation that the model leaves, without the noise
};

// One field: decks that met each other. Needs at least three decks.
RatingAgreement compare_ratings(const RatingModel& model, const RatedGames& field);

// Of several fields: weighted by decks.
RatingAgreement pooled(const std::vector<RatingAgreement>& fields);

// Games by the win rate that the model predicts for the deck that goes first or, so that all are above a half, for the other.
struct RatingDecile {
  int64_t games = 0;
  double predicted = 0, won = 0;  // means; fractions
};
std::vector<RatingDecile> rating_deciles(const RatingModel& model, const std::vector<RatedGames>& fields);

}  // namespace archon
