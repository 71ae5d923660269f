#pragma once
// Labelled decisions (sim/train/labels.h) as the learned policy sees them.
#include <cstdint>
#include <vector>

#include "agents/learned/decision_features.h"
#include "sim/train/labels.h"

namespace archon {

struct PolicySample {
  ChoiceKind kind = ChoiceKind::None;
  std::vector<CardEntry> cards;                    // of the position, then of each action
  std::vector<NumberEntry> numbers;                // likewise
  std::vector<uint16_t> first_card, first_number;  // where those of each action begin, as in DecisionFeatures
  std::vector<float> values;                       // of each action, in percent of winning; below 0: not tried
  uint8_t thumb = 0;                               // the answer of the rules of thumb
};

// In the order of the games, the same for any number of threads. About a kilobyte a sample. `problem` says which game does not
// fit the engine; then there are no samples.
std::vector<PolicySample> policy_samples(const Labels& labels, int threads, std::string& problem);

// Chance that the position is won, in percent: the mean of the answers that were tried.
float mean_value(const PolicySample& sample);

}  // namespace archon
