#pragma once
// Fits the values of the parts of decks to games between generated decks.
#include <functional>
#include <string>
#include <vector>

#include "sim/ratings/hierarchical_fit.h"
#include "sim/ratings/rating_model.h"

namespace archon {

// Decks, and games between them.
struct RatedGames {
  std::vector<Deck> decks;
  std::vector<PairedGame> games;
};

void append(RatedGames& to, RatedGames&& more);

// A card is worth what its facts and its program predict (agents/reading/card_features.h), something of its own, and something
// of its own in each set; a house likewise; further copies, icons, shapes and sets have values of their own. Spreads are
// estimated, so that what is rarely seen stays near to what is predicted of it.
struct RatingFit {
  RatingModel model;
  std::vector<std::pair<std::string, double>> spreads;  // of each group of effects, in logits
  double change = 0;                                    // HierarchicalFit::change
};

// A house in any set is worth the mean of what it is worth in the sets that have it, weighted by their errors.
void pool_houses(RatingModel& model);
// Rates 5,000 generated decks of each pooled set, which no games are played for: what its scale is.
void scale_pooled_sets(RatingModel& model, int threads);

// With `known`, a model that was fitted to games of other sets: its values stay as they are, and count as much as its errors
// say; the fit adds those of the sets that it has no scale of, and of cards that it does not know. How much the levels of the
// hierarchy count is then that of the fit to all sets (results/ratings.txt).
RatingFit fit_ratings(const RatedGames& games, const HierarchicalSpec& spec, const RatingModel* known = nullptr);

}  // namespace archon
