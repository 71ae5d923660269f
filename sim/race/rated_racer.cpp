#include "sim/race/rated_racer.h"

#include <utility>

#include "engine/deck/deck.h"
#include "sim/ratings/rating_model.h"
#include "sim/stats/distributions.h"

namespace archon {

RacerMaker::RacerMaker(std::span<const DeckFile> field) {
  for (const DeckFile& each : field)
    opponents_.push_back({deck_hash(each.deck), rate_deck(built_in_ratings(), each.deck).strength});
}

Racer RacerMaker::operator()(DeckFile deck) const {
  const DeckRating rating = rate_deck(built_in_ratings(), deck.deck);
  const uint64_t hash = deck_hash(deck.deck);
  double sum = 0;
  int met = 0;
  for (const Opponent& each : opponents_) {
    if (each.hash == hash) continue;
    sum += logistic(rating.strength - each.strength);
    ++met;
  }
  return {.deck = std::move(deck), .expected = met > 0 ? sum / met : 0.5, .error = rating.error};
}

}  // namespace archon
