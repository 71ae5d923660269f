#include "agents/search/heuristic.h"

#include <algorithm>

namespace archon {
namespace {

// Discarding and ending the turn come after everything else that is worth doing anyway.
bool worth_trying(Verb verb) { return verb != Verb::Discard && verb != Verb::EndTurn; }

// Brings the best action of each kind to the front. `index` holds numbers of legal actions, the best first; among those in
// front and among the others the order stays. Rotating needs no memory, unlike std::stable_partition.
void bring_kinds_to_front(const ActionList& legal, std::span<int> index) {
  unsigned seen = 0;
  auto front = index.begin();
  for (auto at = index.begin(); at != index.end(); ++at) {
    const unsigned verb = 1u << static_cast<int>(legal[*at].verb());
    if (seen & verb) continue;
    seen |= verb;
    std::rotate(front++, at, at + 1);
  }
}

}  // namespace

Action HeuristicAgent::choose(const View& view, const ActionList& legal, SmallRng& rng) {
  if (const auto action = action_by_lot(percent_by_lot(view), legal, rng)) {
    world_.forget();
    return *action;
  }
  int scores[kMaxActions];
  action_scores(view, legal, scores, options_.policy);
  const bool own_turn = view.active_player() == view.player() && view.choice().kind != ChoiceKind::Mulligan;
  if (!own_turn) return legal[best_index(legal, scores)];
  Candidates candidates;
  pick_candidates(view, legal, scores, candidates);
  const int best = candidates.count > 1 ? try_all(view, legal, candidates, rng) : candidates.index[0];
  world_.follow(view, legal[best]);
  return legal[best];
}

void HeuristicAgent::pick_candidates(const View& view, const ActionList& legal, std::span<const int> scores,
                                     Candidates& candidates) const {
  std::array<int, kMaxActions>& index = candidates.index;
  const ChoiceKind kind = view.choice().kind;
  // What a creature gives while it is exhausted mostly comes after the turn, which is where looking ahead ends.
  if ((kind == ChoiceKind::Main && options_.actions == 1) || view.readies_cards()) {
    candidates.count = 1;
    index[0] = best_index(legal, scores);
    return;
  }
  int count = 0;
  for (int i = 0; i < legal.size(); ++i)
    if (kind != ChoiceKind::Main || worth_trying(legal[i].verb())) index[static_cast<size_t>(count++)] = i;
  const int most = kind == ChoiceKind::House ? legal.size() : kind == ChoiceKind::Main ? options_.actions : options_.targets;
  sort_by_score(std::span(index).first(static_cast<size_t>(count)), scores);
  if (kind == ChoiceKind::Main) {
    const int best = best_index(legal, scores);
    if (count == 0 || index[0] != best) {
      candidates.count = 1;
      index[0] = best;
      return;
    }
    bring_kinds_to_front(legal, std::span(index).first(static_cast<size_t>(count)));
  }
  candidates.count = std::min(count, most);
}

int HeuristicAgent::try_all(const View& view, const ActionList& legal, const Candidates& candidates, SmallRng& rng) {
  if (world_.fit(view, legal, rng)) value_ = -1;
  int best = candidates.index[0];
  if (value_ < 0) value_ = world_.value_after(view, legal[best]);
  for (int i = 1; i < candidates.count; ++i) {
    const int each = candidates.index[static_cast<size_t>(i)];
    const float value = world_.value_after(view, legal[each]);
    if (value <= value_) continue;
    value_ = value;
    best = each;
  }
  return best;
}

}  // namespace archon
