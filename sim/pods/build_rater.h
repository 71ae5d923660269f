#pragma once
// Ratings of all decks that can be built of pods. A build's rating is that of the deck (rate_deck), but most of its sum is kept
// by pod: what is left to do for each is some twenty products.
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/deck/pods.h"
#include "sim/ratings/rating_model.h"

namespace archon {

struct RatedBuild {
  Build build;
  double strength = 0;  // logits, as DeckRating::strength
};

// What a search over all builds of a list of decks found.
struct BuildSearch {
  int64_t legal = 0;             // different builds
  std::vector<RatedBuild> best;  // from the best down
  struct PodWorth {
    Pod pod;
    double best = 0;     // strength of the best legal build that has it
    double adds = 0;     // by how much that is better than with the best other pod of its house; below 0: worse
    bool alone = false;  // there is no other pod of its house: `adds` is 0
  };
  std::vector<PodWorth> pods;  // of all pods that a legal build has, by house, then from the best down
};

// All builds of decks that are of one set, which need not be sorted: of a printed deck, too. Builds that differ in the deck
// only that their equal extras come from count once. The best `most` are kept. Alliance or Sealed. O(builds), some 0.1
// microseconds each; memory of the square of the number of pods.
BuildSearch search_builds(const RatingModel& model, std::span<const Deck> decks, DeckFormat format, const RestrictedList& list,
                          size_t most);

// The same of decks of several sets, each set by itself; decks of the mixed set have no builds but themselves.
BuildSearch search_sets(const RatingModel& model, std::span<const Deck> decks, DeckFormat format, const RestrictedList& list,
                        size_t most);

}  // namespace archon
