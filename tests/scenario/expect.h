#pragma once
// The conditions of `expect:` lines.
#include <string>
#include <vector>

#include "tests/scenario/scenario_game.h"

namespace scenario {

// What earlier conditions of the same line talked about: "troll power 10, not stunned".
struct Subject {
  std::string word;
};

struct Verdict {
  bool understood = true;  // false: `was` says what is wrong with the condition
  bool holds = true;
  std::string was;
};

Verdict check_condition(const Game& game, const std::vector<std::string>& words, Subject& subject);

}  // namespace scenario
