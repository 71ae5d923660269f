#pragma once
// Sets of cards that lasting effects are bound to.
#include <algorithm>

#include "engine/core/state.h"

namespace archon {

// Whether a kept set is still bound by a lasting effect, or by an ability of one that waits. O(lasting effects).
inline bool kept_in_use(const State& s, int slot) {
  for (int i = 0; i < s.lasting_count; ++i)
    if (s.lasting[i].body != kNone && (s.lasting[i].cards == slot || s.lasting[i].second == slot)) return true;
  for (int i = 0; i < s.waiting_count; ++i)
    if (s.waiting[i].cards == slot) return true;
  return false;
}

// Keeps a set and returns its index in State::kept; kNotKept, and an overflow, when there is no room.
inline uint8_t keep_cards(State& s, CardSet cards) {
  for (int slot = 0; slot < kMaxKept; ++slot) {
    if (slot < s.kept_used && kept_in_use(s, slot)) continue;
    s.kept[slot] = cards;
    s.kept_used = std::max(s.kept_used, static_cast<uint8_t>(slot + 1));
    return static_cast<uint8_t>(slot);
  }
  overflow(s, Bound::Kept);
  return kNotKept;
}

}  // namespace archon
