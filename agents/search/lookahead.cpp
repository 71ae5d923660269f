#include "agents/search/lookahead.h"

#include <algorithm>
#include <cmath>

#include "agents/learned/policy_file.h"

namespace archon {
namespace {

// In the unit of the scores of a policy: hundredths of a percent of winning at even chances, where a logit is worth 25 percent.
float logit_score(float probability) {
  const float p = std::clamp(probability, 1e-6f, 1 - 1e-6f);
  return 2500 * std::log(p / (1 - p));
}

// What the policy takes for the best does nothing with the cards that are left.
bool leaves_cards(Verb verb) { return verb == Verb::EndTurn || verb == Verb::Discard; }
constexpr int kChecked = 3;  // other actions that are tried then, however bad the policy takes them for

}  // namespace

LookaheadAgent::LookaheadAgent(const LookaheadOptions& options)
    : options_(options), policy_{.net = &policy_net(options.weights)}, world_(policy_, options.model) {}

Action LookaheadAgent::choose(const View& view, const ActionList& legal, SmallRng& rng) {
  if (const auto action = action_by_lot(percent_by_lot(view), legal, rng)) {
    world_.forget();
    return *action;
  }
  int scores[kMaxActions];
  action_scores(view, legal, scores, policy_);
  const bool own_turn = view.active_player() == view.player() && view.choice().kind != ChoiceKind::Mulligan;
  if (!own_turn) return legal[best_index(legal, scores)];
  Candidates candidates;
  pick_candidates(view, legal, scores, candidates);
  int best = candidates.index[0];
  if (candidates.count > 1) {
    if (world_.fit(view, legal, rng)) {
      value_ = -1;
      tried_.count = 0;
    }
    best = try_all(view, legal, scores, candidates);
  }
  world_.follow(view, legal[best]);
  return legal[best];
}

bool LookaheadAgent::tried(Action action) const {
  return world_.valid() && std::find(tried_.begin(), tried_.end(), action) != tried_.end();
}

void LookaheadAgent::pick_candidates(const View& view, const ActionList& legal, std::span<const int> scores,
                                     Candidates& candidates) const {
  std::array<int, kMaxActions>& index = candidates.index;
  const auto score = [&](int i) { return scores[static_cast<size_t>(i)]; };
  for (int i = 0; i < legal.size(); ++i) index[static_cast<size_t>(i)] = i;
  std::sort(index.begin(), index.begin() + legal.size(),
            [&](int a, int b) { return score(a) != score(b) ? score(a) > score(b) : a < b; });
  candidates.count = 1;
  if (view.readies_cards()) return;  // what a creature gives while it is exhausted mostly comes after the turn
  const ChoiceKind kind = view.choice().kind;
  const bool gives_up = kind == ChoiceKind::Main && leaves_cards(legal[index[0]].verb());
  const int most = kind == ChoiceKind::House  ? legal.size()
                   : gives_up                 ? 1 + kChecked
                   : kind == ChoiceKind::Main ? options_.actions
                                              : options_.targets;
  for (int i = 1; i < legal.size() && candidates.count < most; ++i) {
    const int each = index[static_cast<size_t>(i)];
    if (!gives_up && score(each) < score(index[0]) - options_.margin) break;
    if (kind == ChoiceKind::Main && tried(legal[each])) continue;
    index[static_cast<size_t>(candidates.count++)] = each;
  }
}

int LookaheadAgent::try_all(const View& view, const ActionList& legal, std::span<const int> scores,
                            const Candidates& candidates) {
  int best = candidates.index[0];
  float best_score = 0, best_value = 0;
  for (int i = 0; i < candidates.count; ++i) {
    const int each = candidates.index[static_cast<size_t>(i)];
    const float value = i == 0 && value_ >= 0 ? value_ : world_.value_after(view, legal[each]);
    const float score =
        logit_score(value) + static_cast<float>(options_.trust) / 100 * static_cast<float>(scores[static_cast<size_t>(each)]);
    if (view.choice().kind == ChoiceKind::Main && tried_.size() < kMaxActions) tried_.add(legal[each]);
    if (i > 0 && score <= best_score) continue;
    best = each;
    best_score = score;
    best_value = value;
  }
  value_ = best_value;
  return best;
}

}  // namespace archon
