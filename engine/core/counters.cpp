#include "engine/core/counters.h"

namespace archon {

void set_counters(State& s, CardId card, int kind, int number) {
  const CardCounters wanted{.card = card, .kind = static_cast<uint8_t>(kind), .number = static_cast<uint8_t>(number)};
  CardCounters* const end = s.counters + s.counter_count;
  CardCounters* const at = std::find_if(s.counters, end, [&](const CardCounters& each) {
    return each.card > wanted.card || (each.card == wanted.card && each.kind >= wanted.kind);
  });
  const bool there = at != end && at->card == wanted.card && at->kind == wanted.kind;
  if (there && number > 0) {
    *at = wanted;
  } else if (there) {
    std::move(at + 1, end, at);
    --s.counter_count;
  } else if (number > 0) {
    if (s.counter_count >= kMaxCounters) return overflow(s, Bound::Counters);
    std::move_backward(at, end, end + 1);
    *at = wanted;
    ++s.counter_count;
  }
  s.dirty = 1;
}

void clear_counters(State& s, CardId card) {
  CardCounters* const end = s.counters + s.counter_count;
  const CardCounters* left = std::remove_if(s.counters, end, [&](const CardCounters& each) { return each.card == card; });
  s.counter_count = static_cast<uint8_t>(left - s.counters);
}

}  // namespace archon
