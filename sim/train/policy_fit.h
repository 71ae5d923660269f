#pragma once
// Fits a policy (agents/learned/policy_net.h) to labelled decisions, by stochastic gradients (Kingma and Ba, "Adam", ICLR
// 2015).
//
// Two losses are added up. The squared error of the advantages: scores and values of the answers of a decision, each less
// their mean, so that the strength of the decks and all else that no answer changes cancels. A score counts in logits, so the
// error of a score is weighed by 4 p (1 - p), p the chance of winning. And the expected regret of a player who takes
// answers by the softmax of the scores: it is linear in the values, so that noise of the labels adds no bias.
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "agents/learned/policy_net.h"
#include "sim/train/policy_samples.h"

namespace archon {

struct PolicyFitSpec {
  int epochs = 4;
  double rate = 0.0015;        // of learning; falls to a twentieth of it
  double name_dropout = 0.1;   // share of the names that a step leaves out, so that cards are known by their features, too
  double regret_weight = 0.3;  // of the expected regret beside the squared error
  double temperature = 1.5;    // of the softmax, in percent of winning
  int hold_out = 0;            // percent of the cards whose names are never learned
  bool go_on = false;          // from the weights that are there, instead of from random ones
  uint64_t seed = 1;
};

// Whether the name of a card is left out by a fit that holds out so many percent.
bool held_out(size_t card, int percent);

// The weights after the last epoch; without any, those to begin with. `report` is called after each epoch with its mean loss.
// One thread; the same for the same samples. When `stop` says so, which is asked before each step, the weights are those that
// it has; false then.
using FitReport = std::function<void(int epoch, double loss, const PolicyWeights& weights)>;
bool fit_policy(PolicyWeights& weights, std::span<const PolicySample> samples, const PolicyFitSpec& spec,
                const FitReport& report, const std::function<bool()>& stop = {});

// Regret: by how much less the chosen answer was won than the one that seemed best, in percent of winning. What seemed best was
// partly lucky, so a perfect player has some regret too; differences between players are unbiased.
struct PolicyQuality {
  int64_t decisions = 0;
  double policy = 0, thumb = 0, random = 0;  // regret
  double variance = 0, error = 0;            // of the centred values: theirs, and of the scores about them

  double explained() const { return variance > 0 ? 1 - error / variance : 0; }
};

// By kind of decision; the last one counts all. `only`: those whose actions name such a card, when it is given.
using PolicyQualities = std::array<PolicyQuality, kChoiceKinds + 1>;
PolicyQualities policy_quality(const PolicyWeights& weights, std::span<const PolicySample> samples,
                               const std::function<bool(uint16_t definition)>& only = {});

}  // namespace archon
