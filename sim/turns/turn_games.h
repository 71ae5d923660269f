#pragma once
// The turns of one game, compared: what measure_turns keeps of it.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/turns/turn_losses.h"

namespace archon {

struct ComparedTurn {
  size_t deck = 0;  // whose turn it was
  TurnCause cause = TurnCause::Same;
  double loss = 0;
  std::vector<CardDifference> cards{};
  std::array<std::array<bool, kTurnOffers>, 2> could{}, took{};  // by agent
};

struct ComparedGame {
  std::vector<ComparedTurn> turns{};
  std::vector<WorstTurn> worst{};  // with a loss above 0, those that lost most
  int64_t undecided = 0, faults = 0, unfinished = 0;
  std::array<int64_t, 2> fallbacks{};
  std::string problem{};  // an agent gave no legal answer: nothing else is true
};

// Game `number` of the run. Thread safe.
class TurnComparer {
 public:
  explicit TurnComparer(const TurnsSpec& spec) : spec_(spec), continuation_(spec.continuation) {}
  ComparedGame play(int64_t number) const;

 private:
  struct Beginning;
  std::string compare(const Matchup& m, const Beginning& at, uint64_t luck, ComparedGame& game) const;

  const TurnsSpec& spec_;
  const Continuation continuation_;
};

// The `count` that lost most, the worst first; equals in the order in which they came.
void keep_worst(std::vector<WorstTurn>& turns, int count);

// What the games say, in their order. `worst` of all of them.
TurnsReport turns_report(const TurnsSpec& spec, const std::vector<ComparedGame>& games, std::vector<WorstTurn> worst);

}  // namespace archon
