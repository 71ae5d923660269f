#include "sim/train/policy_samples.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "agents/learned/action_scores.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

PolicySample sample_of(const View& view, const ActionList& legal, const LabelledDecision& decision,
                       DecisionFeatures& features) {
  std::vector<int> scores(static_cast<size_t>(legal.size()));
  action_scores(view, legal, scores);
  describe_decision(view, legal, scores, features);
  const auto end = static_cast<size_t>(legal.size());
  PolicySample sample;
  sample.kind = view.choice().kind;
  sample.cards.assign(features.cards.begin(), features.cards.begin() + features.first_card[end]);
  sample.numbers.assign(features.numbers.begin(), features.numbers.begin() + features.first_number[end]);
  sample.first_card.assign(features.first_card.begin(), features.first_card.begin() + legal.size() + 1);
  sample.first_number.assign(features.first_number.begin(), features.first_number.begin() + legal.size() + 1);
  for (float value : decision.values) sample.values.push_back(value < 0 ? -1 : 100 * value);
  sample.thumb = static_cast<uint8_t>(best_index(legal, scores));
  return sample;
}

}  // namespace

std::vector<PolicySample> policy_samples(const Labels& labels, int threads, std::string& problem) {
  const std::vector<Deck> decks = label_decks(labels.spec);
  std::vector<std::vector<PolicySample>> games(labels.games.size());
  std::vector<std::string> misfits(labels.games.size());
  parallel_for(games.size(), threads, [&](size_t i) {
    const auto features = std::make_unique<DecisionFeatures>();
    misfits[i] = replay_labels(labels.spec, decks, labels.games[i],
                               [&](const View& view, const ActionList& legal, const LabelledDecision& decision) {
                                 games[i].push_back(sample_of(view, legal, decision, *features));
                               });
  });
  const auto misfit = std::ranges::find_if(misfits, [](const std::string& each) { return !each.empty(); });
  if (misfit != misfits.end()) {
    problem = *misfit;
    return {};
  }
  std::vector<PolicySample> samples;
  for (std::vector<PolicySample>& game : games) {
    std::ranges::move(game, std::back_inserter(samples));
    game = {};
  }
  return samples;
}

float mean_value(const PolicySample& sample) {
  float sum = 0, tried = 0;
  for (float value : sample.values) {
    if (value < 0) continue;
    sum += value;
    ++tried;
  }
  return sum / tried;
}

}  // namespace archon
