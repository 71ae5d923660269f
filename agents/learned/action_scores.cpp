#include "agents/learned/action_scores.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "agents/learned/policy_net.h"
#include "agents/reading/purpose.h"

namespace archon {
namespace {

// The turn is not ended while the rules of thumb know something worth doing. Where a game is nearly decided nothing can be
// learned, and two players who do nothing would never finish.
void keep_playing(const ActionList& legal, int thumb, std::span<int> scores) {
  const auto end = std::find(legal.begin(), legal.end(), Action(Verb::EndTurn));
  if (end == legal.end() || legal[thumb].verb() == Verb::EndTurn) return;
  int& of_end = scores[static_cast<size_t>(end - legal.begin())];
  of_end = std::min(of_end, scores[static_cast<size_t>(thumb)] - 1);
}

void learned_scores(const PolicyNet& net, const View& view, const ActionList& legal, std::span<int> scores) {
  const int thumb = best_index(legal, scores);
  DecisionFeatures features;
  describe_decision(view, legal, scores, features);
  std::array<float, kMaxActions> learned;
  net.score(program_of(view), features, learned);
  for (size_t i = 0; i < static_cast<size_t>(legal.size()); ++i)
    scores[i] = static_cast<int>(std::lround(std::clamp(learned[i], -1000.f, 1000.f) * 100));
  keep_playing(legal, thumb, scores);
}

}  // namespace

void action_scores(const View& view, const ActionList& legal, std::span<int> scores, const PolicyOptions& options) {
  thumb_scores(view, legal, scores, options.fight_percent);
  if (options.net) learned_scores(*options.net, view, legal, scores);
}

void learned_prior(std::span<const int> scores, int temperature, std::span<float> probabilities) {
  assert(scores.size() == probabilities.size());
  if (scores.empty()) return;
  const int best = *std::max_element(scores.begin(), scores.end());
  float sum = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    probabilities[i] = std::exp(static_cast<float>(scores[i] - best) / static_cast<float>(temperature));
    sum += probabilities[i];
  }
  for (float& each : probabilities) each /= sum;
}

}  // namespace archon
