#pragma once
// The clock of a game at an event. It is read when a turn ends and counts turns and decisions, never seconds that pass: the
// same game has the same clock on every machine.
#include <cstdint>

namespace archon {

struct GameClock {
  int32_t limit = -1;  // ticks at which time is called; -1: it never is, 0: it has been called
  int32_t a_turn = 0;  // ticks that a turn takes, of either player
  int32_t a_decision = 0;

  bool called(int turns, int decisions) const {
    return limit >= 0 && int64_t{turns} * a_turn + int64_t{decisions} * a_decision >= limit;
  }
  friend bool operator==(const GameClock&, const GameClock&) = default;
};

}  // namespace archon
