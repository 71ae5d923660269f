#pragma once
// Perft, as chess programs have it: all sequences of so many decisions from a position are played, and the positions at their
// ends counted and hashed. Two programs with the same rules get the same numbers.
//
// Chance is not counted: random outcomes come from the generators of the State, so that an action has one outcome, the same for
// everybody who plays it after the same decisions. A game that is over has no further sequences.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

struct PerftCount {
  uint64_t leaves = 0;
  uint64_t sum = 0;  // of the hashes of the leaves, modulo 2^64

  void add(const PerftCount& other) { leaves += other.leaves, sum += other.sum; }
  bool operator==(const PerftCount&) const = default;
};

// What can be seen in a position by who knows all cards, and how many actions are offered, as one number (tests/perft/README.md
// says how): FNV-1a over numbers. `numbers`: the refs of the cards.
uint64_t perft_hash(const Matchup& m, const State& s, const std::vector<int>& numbers);

// A position from which sequences are counted.
struct PerftGame {
  Matchup matchup;
  State state;
  std::vector<int> numbers;  // refs of the cards
};

// Element d - 1: the sequences of d decisions, for d from 1 to each game's depth. The same for any number of threads.
struct PerftTask {
  const PerftGame* game = nullptr;
  int depth = 0;
};
std::vector<std::vector<PerftCount>> perft(const std::vector<PerftTask>& tasks, int threads);

}  // namespace archon
