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
    : options_(options),
      policy_{.net = &policy_net(options.weights)},
      worlds_(static_cast<size_t>(std::max(options.house.worlds, options.other.worlds)),
              World{.turn = TurnWorld(policy_, options.model), .values = {}}) {}

Action LookaheadAgent::choose(const View& view, const ActionList& legal, SmallRng& rng) {
  if (const auto action = action_by_lot(percent_by_lot(view), legal, rng)) {
    forget(worlds_);
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
    const auto& [worlds, leaf] = view.choice().kind == ChoiceKind::House ? options_.house : options_.other;
    const std::span tried_in = std::span(worlds_).first(static_cast<size_t>(worlds));
    fit(tried_in, leaf, view, legal, rng);
    best = try_all(tried_in, view, legal, scores, candidates);
  }
  const size_t kept = options_.deal == LookaheadOptions::Deal::Turn ? static_cast<size_t>(options_.other.worlds) : 0;
  for (World& each : std::span(worlds_).first(kept)) each.turn.follow(view, legal[best]);
  forget(std::span(worlds_).subspan(kept));
  return legal[best];
}

void LookaheadAgent::forget(std::span<World> worlds) {
  for (World& each : worlds) each.turn.forget();
}

// What was found in a world is forgotten with it, and when it is judged at another time.
void LookaheadAgent::fit(std::span<World> worlds, Leaf leaf, const View& view, const ActionList& legal, SmallRng& rng) {
  for (World& each : worlds) {
    const bool dealt = each.turn.fit(view, legal, rng);
    if (dealt) tried_.count = 0;
    if (dealt || each.leaf != leaf) each.value = -1;
    each.leaf = leaf;
  }
}

bool LookaheadAgent::tried(Action action) const {
  return worlds_[0].turn.valid() && std::find(tried_.begin(), tried_.end(), action) != tried_.end();
}

void LookaheadAgent::pick_candidates(const View& view, const ActionList& legal, std::span<const int> scores,
                                     Candidates& candidates) const {
  std::array<int, kMaxActions>& index = candidates.index;
  const auto score = [&](int i) { return scores[static_cast<size_t>(i)]; };
  for (int i = 0; i < legal.size(); ++i) index[static_cast<size_t>(i)] = i;
  sort_by_score(std::span(index).first(static_cast<size_t>(legal.size())), scores);
  candidates.count = 1;
  if (view.readies_cards()) return;  // what a creature gives while it is exhausted mostly comes after the turn
  const ChoiceKind kind = view.choice().kind;
  const bool gives_up = kind == ChoiceKind::Main && leaves_cards(legal[index[0]].verb());
  const int most = kind == ChoiceKind::House  ? legal.size()
                   : gives_up                 ? 1 + kChecked
                   : kind == ChoiceKind::Main ? options_.actions
                                              : options_.targets;
  const int margin = kind == ChoiceKind::House && options_.house_margin >= 0 ? options_.house_margin : options_.margin;
  for (int i = 1; i < legal.size() && candidates.count < most; ++i) {
    const int each = index[static_cast<size_t>(i)];
    if (!gives_up && score(each) < score(index[0]) - margin) break;
    if (kind == ChoiceKind::Main && tried(legal[each])) continue;
    index[static_cast<size_t>(candidates.count++)] = each;
  }
}

int LookaheadAgent::try_all(std::span<World> worlds, const View& view, const ActionList& legal, std::span<const int> scores,
                            const Candidates& candidates) {
  Candidates left = candidates;
  std::array<float, kMaxActions> sums{}, found;  // by answer
  int best = candidates.index[0];
  size_t used = 0;
  while (used < worlds.size() && (used == 0 || left.count > 1)) {
    World& world = worlds[used++];
    for (int each : left.all()) {
      const auto answer = static_cast<size_t>(each);
      const bool known = each == candidates.index[0] && world.value >= 0;
      world.values[answer] = known ? world.value : world.turn.value_after(view, legal[each], world.leaf);
      sums[answer] += world.values[answer];
      found[answer] = logit_score(sums[answer] / static_cast<float>(used)) +
                      static_cast<float>(options_.trust) / 100 * static_cast<float>(scores[answer]);
    }
    best = *std::ranges::max_element(left.all(), {}, [&](int each) { return found[static_cast<size_t>(each)]; });
    const float behind = static_cast<float>(options_.behind) / std::sqrt(static_cast<float>(used));
    give_up(left, sums, found, found[static_cast<size_t>(best)] - behind);
  }
  if (view.choice().kind == ChoiceKind::Main)
    for (int i = 0; i < candidates.count && tried_.size() < kMaxActions; ++i)
      tried_.add(legal[candidates.index[static_cast<size_t>(i)]]);
  for (size_t i = 0; i < worlds.size(); ++i) worlds[i].value = i < used ? worlds[i].values[static_cast<size_t>(best)] : -1;
  return best;
}

// Answers that need no further world: those whose score is below `least`, and those that came to the same as one before them.
void LookaheadAgent::give_up(Candidates& left, std::span<const float> sums, std::span<const float> found, float least) {
  const auto sum = [&](int each) { return sums[static_cast<size_t>(each)]; };
  const auto begin = left.index.begin();
  auto end = begin;
  for (int each : left.all())
    if (found[static_cast<size_t>(each)] >= least && std::ranges::find(begin, end, sum(each), sum) == end) *end++ = each;
  left.count = static_cast<int>(end - begin);
}

}  // namespace archon
