#include "agents/search/turn_world.h"

#include <algorithm>
#include <cstring>

#include "agents/reading/model_file.h"
#include "agents/search/turn_playout.h"

namespace archon {
namespace {

bool same_choice(const Choice& a, const Choice& b) {
  return a.kind == b.kind && a.source == b.source && a.min == b.min && a.max == b.max && a.picked == b.picked &&
         a.options == b.options && a.mask == b.mask;
}

}  // namespace

bool TurnWorld::fit(const View& view, const ActionList& legal, SmallRng& rng) {
  if (valid_ && fits(view, legal)) return false;
  world_ = view.deal(rng);
  valid_ = true;
  memo_.forget();
  return true;
}

bool TurnWorld::fits(const View& view, const ActionList& legal) const {
  if (world_.over() || world_.turn != view.turn() || !same_choice(world_.choice, view.choice())) return false;
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

float TurnWorld::value_after(const View& view, Action action, Leaf leaf) {
  if (leaf != leaf_) memo_.forget();
  leaf_ = leaf;
  State s = world_;
  apply(view.matchup(), s, action);
  const Horizon horizon{
      .player = view.player(), .turn = view.turn(), .leaf = leaf, .model = &known_model(model_), .policy = policy_};
  // Where lines end with the turn, telling positions apart costs as much as it saves.
  return value_of(view.matchup(), s, horizon, leaf == Leaf::Linear ? nullptr : &memo_);
}

void TurnWorld::follow(const View& view, Action action) {
  if (!valid_) return;
  // Decisions that needed no look at the world may have come to differ from its own.
  ActionList legal;
  if (!world_.over()) legal_actions(view.matchup(), world_, legal);
  valid_ = world_.turn == view.turn() && decision_player(world_) == view.player() &&
           std::find(legal.begin(), legal.end(), action) != legal.end();
  if (!valid_) return;
  apply(view.matchup(), world_, action);
  valid_ = play_to_decision(view.matchup(), world_, view.turn(), view.player(), legal, policy_);
}

}  // namespace archon
