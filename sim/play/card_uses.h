#pragma once
// How often each card took part in games.
#include <array>
#include <cstdint>

#include "engine/core/action.h"
#include "engine/core/matchup.h"

namespace archon {

// How often a card was chosen. What happens to it without a choice, or by one with a single answer, which nobody is asked, does
// not count.
template <class Number>
struct CardUses {
  Number played = 0, used = 0, discarded = 0, targeted = 0;  // used: to reap, to fight, for an action ability

  template <class Other>
  void add(const CardUses<Other>& other) {
    played = static_cast<Number>(played + other.played);
    used = static_cast<Number>(used + other.used);
    discarded = static_cast<Number>(discarded + other.discarded);
    targeted = static_cast<Number>(targeted + other.targeted);
  }
  friend bool operator==(const CardUses&, const CardUses&) = default;
};

// Of one game, by the cards of its matchup.
struct GameUses {
  std::array<CardUses<uint16_t>, kMaxCards> cards{};

  void add(Action action);
};

// Of many games of a matchup.
using MatchUses = std::array<CardUses<int64_t>, kMaxCards>;

}  // namespace archon
