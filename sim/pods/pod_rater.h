#pragma once
// What pods add to the rating of a deck. It is that of rate_deck, but most of the sum is kept by pod: what is left to do for
// three of them are the products of counts (shapes), copies of a card in two pods, and token creature, prophecies or archon
// power.
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "engine/deck/pods.h"
#include "sim/ratings/rating_model.h"

namespace archon {

// The pods of decks that are of one set, by house, then by deck (pods_of).
class PodRater {
 public:
  // Of the decks from number `mine` on no two are in a build together: what their pods share is not worked out.
  PodRater(const RatingModel& model, std::span<const Deck> decks, DeckFormat format, const RestrictedList& list,
           size_t mine = SIZE_MAX);

  size_t pods() const { return pods_.size(); }
  const Pod& pod(size_t i) const { return pods_[i].pod; }

  // Of three pods of different houses, a < b < c; without what comes with the extras.
  double strength(size_t a, size_t b, size_t c) const;
  double extras(int deck) const { return deck < 0 ? 0 : extras_[static_cast<size_t>(deck)]; }

  // Whether the restricted list allows the three together.
  bool allowed(size_t a, size_t b, size_t c) const;

  // The decks whose extras a build of the three may have, of equal ones the first; -1 when there are none.
  std::vector<int> extras_of(size_t a, size_t b, size_t c) const;

 private:
  struct PodSums {
    Pod pod;
    double sum = 0;  // of all parts that pods don't share
    ShapeCounts counts{};
    std::map<int, int> copies{};  // of the cards that the rating counts
    uint32_t restricted = 0;      // names of the list that it has
    std::vector<int> limited{};   // copies of each card of the list
  };

  bool same_extras(int a, int b) const;
  PodSums sums_of(const Pod& pod) const;
  double again(int card) const;
  void share_values(size_t mine);
  double shared(size_t a, size_t b) const { return shared_[a * pods_.size() + b]; }
  double shared_by_three(const PodSums& a, const PodSums& b, const PodSums& c) const;
  double extras_value(const Deck& deck) const;

  const RatingModel& model_;
  const std::span<const Deck> decks_;
  const uint8_t set_;
  double base_ = 0;
  std::array<std::array<double, kShapeCounts>, kShapeCounts> shapes_{};
  std::vector<const RestrictedCard*> restricted_;
  std::vector<PodSums> pods_;
  std::vector<double> shared_;  // of pods a < b at a * pods + b
  std::vector<double> extras_;  // by deck
};

}  // namespace archon
