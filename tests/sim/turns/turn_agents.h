#pragma once
// Agents whose turns are known.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "sim/turns/whole_turn.h"

namespace archon::test {

// Answers with the first legal action of the first of some verbs that there is, else with the first, or the last, of all.
class VerbsAgent final : public Agent {
 public:
  VerbsAgent(std::vector<Verb> verbs, bool last) : verbs_(std::move(verbs)), last_(last) {}
  Action choose(const View&, const ActionList& legal, SmallRng&) override {
    std::vector<Action> actions(legal.begin(), legal.end());
    if (last_) std::ranges::reverse(actions);
    for (const Verb verb : verbs_)
      if (const auto found = std::ranges::find(actions, verb, &Action::verb); found != actions.end()) return *found;
    return actions.front();
  }

 private:
  std::vector<Verb> verbs_;
  bool last_;
};

class IllegalAgent final : public Agent {
 public:
  Action choose(const View&, const ActionList&, SmallRng&) override { return Action(Verb::Target, kNoCard, 99); }
};

inline TurnAgent verb_agent(std::vector<Verb> verbs, bool last = false) {
  return {"verbs", [verbs, last] { return std::make_unique<VerbsAgent>(verbs, last); }};
}
inline TurnAgent first_agent() { return verb_agent({}); }
inline TurnAgent illegal_agent() {
  return {"illegal", [] { return std::make_unique<IllegalAgent>(); }};
}

}  // namespace archon::test
