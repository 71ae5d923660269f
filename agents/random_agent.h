#pragma once
// The simplest agent, and the one to copy for a new agent: any legal action, all equally likely.
#include "agents/agent.h"

namespace archon {

class RandomAgent final : public Agent {
 public:
  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override;
};

}  // namespace archon
