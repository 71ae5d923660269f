#pragma once
// A score for each legal action by the policy that an agent has chosen: the rules of thumb (agents/thumb/policy.h) or a learned
// one (agents/learned/policy_net.h).
#include <span>

#include "agents/thumb/policy.h"

namespace archon {

class PolicyNet;

struct PolicyOptions {
  int fight_percent = kFightPercent;  // of the rules of thumb
  // Scores by a learned policy instead, in hundredths of a percent of winning at even chances.
  const PolicyNet* net = nullptr;
};

// As thumb_scores; the network takes about half a microsecond more.
void action_scores(const View& view, const ActionList& legal, std::span<int> scores, const PolicyOptions& options = {});

// As `prior`, of the scores of a learned policy: its softmax at a temperature, in hundredths of a percent of winning as the
// scores.
void learned_prior(std::span<const int> scores, int temperature, std::span<float> probabilities);

}  // namespace archon
