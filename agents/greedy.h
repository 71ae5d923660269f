#pragma once
// Always the best action of the rules of thumb (agents/thumb/policy.h), ties by lot. No look-ahead, no memory allocation.
#include "agents/agent.h"
#include "agents/learned/action_scores.h"

namespace archon {

struct GreedyOptions {
  int epsilon_percent = 0;  // so many decisions of a hundred are taken at random
  PolicyOptions policy{};
};

class GreedyAgent final : public Agent {
 public:
  explicit GreedyAgent(const GreedyOptions& options = {}) : options_(options) {}

  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override;

 private:
  GreedyOptions options_;
};

}  // namespace archon
