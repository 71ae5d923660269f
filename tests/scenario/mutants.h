#pragma once
// Tries changed definitions of cards: does a scenario that mentions the card notice? scripts/mutate.py writes the changes.
#include <string>
#include <string_view>
#include <vector>

#include "tests/scenario/scenario.h"

namespace scenario {

enum class Fate : uint8_t {
  Original,  // the definition as it is, which all its scenarios must pass
  Refused,   // it doesn't compile
  Same,      // it compiles to the program of the original
  Killed,    // a scenario fails
  Slow,      // a scenario used up its processor time: the change is noticed as well
  Survived,  // all scenarios pass
};
std::string_view fate_word(Fate fate);

struct MutantResult {
  Fate fate = Fate::Survived;
  std::string detail;  // the scenario that noticed, or the reason of the refusal
};

// The definitions are separated by lines `====`; each is `card ID` and its lines. The first of each card is its original, the
// changed ones follow. Each is tried in a process of its own with `seconds` of processor time.
std::vector<MutantResult> try_mutants(std::string_view definitions, const std::vector<Scenario>& scenarios, int seconds = 2);

}  // namespace scenario
