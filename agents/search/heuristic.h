#pragma once
// The rules of thumb (agents/thumb/policy.h), corrected by looking ahead to the end of the own turn: in one dealt world, the
// most promising answers to a decision are tried, the rest of the turn is played by the rules of thumb, and the evaluation
// (agents/reading/evaluation.h) says which answer led to the best position. This is one step of policy improvement by rollout
// (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 1996) with truncated rollouts.
//
// Looked at: every house; of the main step the best action and the best of other kinds (a fight instead of reaping ...), but
// neither discarding nor ending the turn; the best targets and answers to other questions. The world is kept during the turn
// for as long as nothing happens in the game that did not happen in it: then the value of the best answer is known already
// from the decision before.
//
// What it does not see: what the opponent may do next, but for the evaluation; chances, as there is one world.
#include <array>

#include "agents/agent.h"
#include "agents/learned/action_scores.h"
#include "agents/search/turn_world.h"

namespace archon {

struct HeuristicOptions {
  int actions = 1;  // answers tried in the main step; 1: the rules of thumb decide
  int targets = 3;  // answers tried elsewhere
  int model = 0;    // of the evaluation, see agents/reading/model_file.h
  PolicyOptions policy{};
};

class HeuristicAgent final : public Agent {
 public:
  explicit HeuristicAgent(const HeuristicOptions& options = {}) : options_(options), world_(options.policy, options.model) {}

  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override;

 private:
  // The numbers of the answers worth trying, the best by the rules of thumb first.
  struct Candidates {
    int count = 0;
    std::array<int, kMaxActions> index;
  };

  void pick_candidates(const View& view, const ActionList& legal, std::span<const int> scores, Candidates& candidates) const;
  int try_all(const View& view, const ActionList& legal, const Candidates& candidates, SmallRng& rng);

  HeuristicOptions options_;
  TurnWorld world_;
  float value_ = -1;  // of the world when the rules of thumb play on; negative: unknown
};

}  // namespace archon
