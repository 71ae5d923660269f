#pragma once
// What a copy of a card is worth in a deck, by the values that ratings add up (sim/ratings/rating_model.h).
#include <optional>
#include <string_view>

#include "sim/stats/statistics.h"

namespace archon {

// Elo points against a mean card of its house in that set: a deck has twelve of each house whatever they are worth, so only
// differences within a house say something. The interval is one of 95 %.
struct RatedWorth {
  double elo = 0;
  Interval interval{};
};

// By the built-in model; nothing for a card that it has not seen in the set. Thread safe.
std::optional<RatedWorth> rated_worth(int card, std::string_view set);

}  // namespace archon
