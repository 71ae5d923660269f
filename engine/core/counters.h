#pragma once
// Counters that cards name: doom, glory, fuse ... (rulebook 18.4, COUNTERS). Those of +1 power and damage are fields of Card.
#include <array>
#include <string_view>

#include "engine/core/state.h"

namespace archon {

struct CounterKind {
  std::string_view name;
  bool harms = false;  // the card that has them
};
inline constexpr std::array<CounterKind, kCounterKinds> kCounters = {{{"trade"},
                                                                      {"yea"},
                                                                      {"nay"},
                                                                      {"paint"},
                                                                      {"wisdom"},
                                                                      {"time"},
                                                                      {"doom", true},
                                                                      {"glory"},
                                                                      {"growth"},
                                                                      {"disruption"},
                                                                      {"corrosion", true},
                                                                      {"warrant"},
                                                                      {"scheme"},
                                                                      {"knowledge"},
                                                                      {"depth"},
                                                                      {"awakening"},
                                                                      {"hatch"},
                                                                      {"fuse"},
                                                                      {"mineralize", true},
                                                                      {"ignorance", true},
                                                                      {"mutation"}}};

// The number of a name, -1 when there is no such counter.
inline int counter_kind(std::string_view name) {
  for (int kind = 0; kind < kCounterKinds; ++kind)
    if (kCounters[static_cast<size_t>(kind)].name == name) return kind;
  return -1;
}

// How many counters of a kind lie on a card. O(kinds on all cards), in most games none.
inline int counters_on(const State& s, CardId card, int kind) {
  for (int i = 0; i < s.counter_count; ++i)
    if (s.counters[i].card == card && s.counters[i].kind == kind) return s.counters[i].number;
  return 0;
}

// Sets that number, 0 to 255. The list is kept in order, so that equal positions are equal bytes.
void set_counters(State& s, CardId card, int kind, int number);

// Takes all of them off a card.
void clear_counters(State& s, CardId card);

}  // namespace archon
