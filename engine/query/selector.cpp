// Selectors and event patterns.
#include <bit>

#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/scope.h"

namespace archon {
namespace {

// A card whose ability resolves as if somebody else controlled it is friendly to that player (AS IF IT WERE YOURS).
bool used_as_if_yours(const Scope& scope, CardId card) {
  return card == scope.self && scope.regs != nullptr && scope.s.cards[card].controller != scope.you && scope.s.in_play(card);
}

// What was played as an upgrade was one in that event. An artifact that had power when it left play was a creature then.
CardType last_type(const Scope& scope, CardId card) {
  if (card == scope.upgrade) return CardType::Upgrade;
  const CardType type = type_of(scope.m, scope.s, card);
  if (scope.s.in_play(card) || !as_in_play(scope, card)) return type;
  if (scope.s.cards[card].has(kMadeArtifact)) return CardType::Artifact;
  if (was_token(scope, card)) return CardType::TokenCreature;
  return type == CardType::Artifact && scope.s.cards[card].power > 0 ? CardType::Creature : type;
}

// Type and side of a card, as far as the selector asks for them.
bool kind_fits(const Scope& scope, const Selector& selector, CardId card) {
  const State& s = scope.s;
  if (selector.types && !(selector.types >> static_cast<int>(last_type(scope, card)) & 1)) return false;
  if (selector.side == Side::Any) return true;
  const bool in_play = s.in_play(card) || scope.last_known;
  const int side = in_play ? (used_as_if_yours(scope, card) ? scope.you : s.cards[card].controller) : scope.m.cards[card].owner;
  return (side == scope.you) == (selector.side == Side::Friendly);
}

}  // namespace

bool matches(const Scope& outer, const Selector& selector, CardId card) {
  if (card == kNoCard || !kind_fits(outer, selector, card)) return false;
  if (selector.filter == kNone) return true;
  Scope scope = outer;
  if (card != outer.candidate) {  // else one of several kinds of the same filter
    scope.outer = outer.candidate;
    scope.found = false;
  }
  scope.candidate = card;
  return eval(scope, selector.filter) != 0;
}

CardSet candidates(const Scope& outer, const Selector& selector) {
  const State& s = outer.s;
  CardSet found;
  Scope scope = outer;  // one for all candidates
  scope.outer = outer.candidate;
  scope.found = false;
  const auto consider = [&](CardId card) {
    scope.candidate = card;
    if (!kind_fits(scope, selector, card)) return;
    if (selector.filter == kNone || eval(scope, selector.filter) != 0) found.add(card);
  };
  if (selector.base != kNone) {
    for (CardId card : eval_cards(outer, selector.base))
      if (!selector.zones || (selector.zones & bit(s.cards[card].zone))) consider(card);
    return found;
  }
  const int owner = selector.zone_player == kNone ? 2 : eval(outer, selector.zone_player);
  for (uint32_t zones = selector.zones; zones; zones &= zones - 1) {
    const int zone = std::countr_zero(zones);
    const bool play = kInPlayZones >> zone & 1;
    scope.found = !play;
    for (int player = 0; player < 2; ++player) {
      if (!play && owner < 2 && player != owner) continue;
      if (play && selector.side != Side::Any && (player == outer.you) != (selector.side == Side::Friendly)) continue;
      for (CardId card : zone_of(s, static_cast<Zone>(zone), player)) consider(card);
    }
  }
  scope.found = false;
  if (selector.side == Side::Friendly && outer.self != kNoCard && used_as_if_yours(outer, outer.self) &&
      (selector.zones & bit(s.cards[outer.self].zone)))
    consider(outer.self);
  return found;
}

bool fits(const Scope& outer, const EventPattern& pattern, const Event& event) {
  if (pattern.type != event.type) return false;
  if ((event.flags & pattern.flags_all) != pattern.flags_all || (event.flags & pattern.flags_none)) return false;
  Scope scope = outer;
  scope.last_known = true;
  if (event.flags & kAsUpgrade) scope.upgrade = event.card;
  CardSet left;
  if (happens_in_play(event.type)) {
    for (CardId card : {event.card, event.other})
      if (card != kNoCard) left.add(card);
    scope.left = &left;
  }
  if (pattern.player != kNone && eval(scope, pattern.player) != event.player) return false;
  if (pattern.beside != kNone) {
    Registers with_it = outer.regs ? *outer.regs : Registers{};
    with_it.it = CardSet::of(event.card);
    Scope of_event = scope;
    of_event.regs = &with_it;
    const CardSet wanted = eval_cards(of_event, pattern.beside);
    if (!wanted.has(event.neighbor(0)) && !wanted.has(event.neighbor(1))) return false;
  }
  if (pattern.turn_of != kNone && eval(scope, pattern.turn_of) != scope.s.active) return false;
  if (pattern.among != kNone && !eval_cards(scope, pattern.among).has(event.card)) return false;
  if (pattern.fighting != kNone && !eval_cards(scope, pattern.fighting).has(event.other)) return false;
  if (pattern.card != kNone && !matches(scope, scope.m.program->selectors[pattern.card], event.card)) return false;
  if (pattern.other != kNone && !matches(scope, scope.m.program->selectors[pattern.other], event.other)) return false;
  if (pattern.value != kNone && (eval(scope, pattern.value) & event.amount) == 0) return false;
  if (pattern.step != Step::Setup && (pattern.step == scope.s.step) == pattern.outside_step) return false;
  if (pattern.guard == kNone) return true;
  Registers regs = outer.regs ? *outer.regs : Registers{};
  regs.they = event.player;
  scope.regs = &regs;
  return eval(scope, pattern.guard) != 0;
}

Scope scope_of(const Matchup& m, const State& s, const Active& active, LastingStorage& storage) {
  Scope scope{.m = m, .s = s, .self = active.self, .source = active.source};
  if (active.self != kNoCard) scope.you = s.cards[active.self].controller;
  if (m.ability_zones && m.program->abilities[active.ability].zone != Zone::Line) scope.you = m.cards[active.self].owner;
  if (!is_lasting(active.source)) return scope;
  const LastingEffect& effect = s.lasting[active.source - kLastingBase];
  if (!m.program->abilities[active.ability].granted) scope.you = effect.controller;
  storage.regs.chosen = effect.chosen;
  if (effect.cards != kNotKept) storage.regs.it = s.kept[effect.cards];
  if (effect.second != kNotKept) storage.slot.cards = s.kept[effect.second];
  scope.regs = &storage.regs;
  scope.slots = &storage.slot;
  return scope;
}

}  // namespace archon
