#include "agents/heuristic.h"

#include <algorithm>
#include <cstring>

#include "agents/model_file.h"
#include "agents/turn_playout.h"

namespace archon {
namespace {

// Discarding and ending the turn come after everything else that is worth doing anyway.
bool worth_trying(Verb verb) { return verb != Verb::Discard && verb != Verb::EndTurn; }

bool same_choice(const Choice& a, const Choice& b) {
  return a.kind == b.kind && a.source == b.source && a.min == b.min && a.max == b.max && a.picked == b.picked &&
         a.options == b.options && a.mask == b.mask;
}

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
  const int percent = percent_by_lot(view);
  if (percent > 0 && static_cast<int>(rng.below(100)) < percent) {
    world_valid_ = false;
    return legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))];
  }
  int scores[kMaxActions];
  action_scores(view, legal, scores, options_.policy);
  const bool own_turn = view.active_player() == view.player() && view.choice().kind != ChoiceKind::Mulligan;
  if (!own_turn) return legal[best_index(legal, scores)];
  Candidates candidates;
  pick_candidates(view, legal, scores, candidates);
  const int best = candidates.count > 1 ? try_all(view, legal, candidates, rng) : candidates.index[0];
  follow(view, legal[best]);
  return legal[best];
}

void HeuristicAgent::pick_candidates(const View& view, const ActionList& legal, std::span<const int> scores,
                                     Candidates& candidates) const {
  std::array<int, kMaxActions>& index = candidates.index;
  const auto at = [&](int i) { return scores[static_cast<size_t>(i)]; };
  const auto better = [&](int a, int b) { return at(a) != at(b) ? at(a) > at(b) : a < b; };
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
  const auto end = index.begin() + count;
  std::sort(index.begin(), end, better);
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
  if (!world_fits(view, legal)) {
    world_ = view.deal(rng);
    world_valid_ = true;
    value_ = -1;
  }
  int best = candidates.index[0];
  if (value_ < 0) value_ = value_after(view, legal[best]);
  for (int i = 1; i < candidates.count; ++i) {
    const int each = candidates.index[static_cast<size_t>(i)];
    const float value = value_after(view, legal[each]);
    if (value <= value_) continue;
    value_ = value;
    best = each;
  }
  return best;
}

float HeuristicAgent::value_after(const View& view, Action action) const {
  State s = world_;
  apply(view.matchup(), s, action);
  play_out_turn(view.matchup(), s, view.turn(), options_.policy);
  return win_probability(built_in_model(options_.model), View(view.matchup(), s, view.player()));
}

// Whether the player can't tell the world from the game.
bool HeuristicAgent::world_fits(const View& view, const ActionList& legal) {
  if (!world_valid_ || world_.over() || world_.turn != view.turn() || !same_choice(world_.choice, view.choice())) return false;
  for (int player = 0; player < 2; ++player)
    if (world_.players[player].amber != view.amber(player) || world_.count(Zone::Hand, player) != view.hand_size(player))
      return false;
  for (int id = 0; id < view.matchup().card_count; ++id) {
    const auto card = static_cast<CardId>(id);
    if (view.sees(card) && std::memcmp(&view.card(card), &world_.cards[id], sizeof(Card)) != 0) return false;
  }
  ActionList here;
  legal_actions(view.matchup(), world_, here);
  return std::equal(here.begin(), here.end(), legal.begin(), legal.end());
}

void HeuristicAgent::follow(const View& view, Action action) {
  if (!world_valid_) return;
  // Decisions that needed no look at the world may have come to differ from its own.
  ActionList legal;
  if (!world_.over()) legal_actions(view.matchup(), world_, legal);
  world_valid_ = world_.turn == view.turn() && decision_player(world_) == view.player() &&
                 std::find(legal.begin(), legal.end(), action) != legal.end();
  if (!world_valid_) return;
  apply(view.matchup(), world_, action);
  world_valid_ = play_to_decision(view.matchup(), world_, view.turn(), view.player(), legal, options_.policy);
}

}  // namespace archon
