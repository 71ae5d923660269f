#pragma once
// What lines of play of one turn came to in one dealt world. Actions that commute lead to the same position in any order: what
// follows is played once (transpositions).
#include <array>
#include <cstdint>

#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

class LineMemo {
 public:
  // Another world, or values of another kind: nothing is known.
  void forget() { ++world_; }

  // A line begins. `meets` is asked at positions of it to which others may come, between actions of the main step or after the
  // turn: where it says yes the rest was played before, and `known` is what that came to. `end` says what the line came to.
  void begin() { length_ = 0; }
  bool meets(const Matchup& m, const State& s);
  float known() const { return known_; }
  void end(float value);

 private:
  static constexpr size_t kSlots = 512, kLongest = 64;  // a turn has some dozens of lines of some ten actions
  struct Entry {
    uint64_t key = 0;
    float value = 0;
  };

  Entry& entry(uint64_t key) { return entries_[key % kSlots]; }

  std::array<Entry, kSlots> entries_{};    // by the lowest bits of the key; the last one stays
  std::array<uint64_t, kLongest> line_{};  // keys of its positions
  size_t length_ = 0;
  uint64_t world_ = 1;
  float known_ = 0;
};

}  // namespace archon
