#pragma once
// The learned policy (agents/learned/policy_net.h), corrected by looking ahead to the end of the own turn: in one dealt world
// the answers that the policy likes best are tried, the policy plays the rest of the turn, and the evaluation
// (agents/reading/evaluation.h) says how well it ended. What was found so in one world is noisy, what the policy expects is a
// mean over many: both count, as logits.
//
// All answers are candidates, discarding and ending the turn too. When the policy would do one of these, the best other actions
// are tried whatever it says of them: what a card that it hardly knows is worth is where it errs most. An action of the main
// step that was tried in a world and not taken is not tried again there: mostly it is one of several that may come in any
// order.
#include <array>

#include "agents/agent.h"
#include "agents/search/turn_world.h"

namespace archon {

struct LookaheadOptions {
  int actions = 1;   // answers tried in the main step
  int targets = 2;   // answers tried elsewhere; every house
  int margin = 600;  // those that the policy takes for worse by so much are not tried: hundredths of a percent of winning
  int trust = 100;   // weight of the policy beside what was found, in percent
  int model = 0;     // of the evaluation, see agents/reading/model_file.h
  int weights = 0;   // of the policy, see agents/learned/policy_file.h
};

class LookaheadAgent final : public Agent {
 public:
  explicit LookaheadAgent(const LookaheadOptions& options = {});

  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override;

 private:
  struct Candidates {
    int count = 0;
    std::array<int, kMaxActions> index;  // numbers of the answers worth trying, the best of the policy first
  };

  void pick_candidates(const View& view, const ActionList& legal, std::span<const int> scores, Candidates& candidates) const;
  int try_all(const View& view, const ActionList& legal, std::span<const int> scores, const Candidates& candidates);
  bool tried(Action action) const;

  LookaheadOptions options_;
  PolicyOptions policy_;
  TurnWorld world_;
  float value_ = -1;  // of the world when the policy plays on; negative: unknown
  ActionList tried_;  // actions of the main step, in this world
};

}  // namespace archon
