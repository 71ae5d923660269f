// Expressions that are cards.
#include <algorithm>

#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/eval_impl.h"
#include "engine/query/scope.h"

namespace archon {
namespace {

CardSet end_of_pile(const Scope& scope, const Expr& e, Zone zone, bool bottom = false) {
  const int player = eval(scope, e.b), wanted = eval(scope, left(e));
  CardSet set;
  const ZoneView pile = zone_of(scope.s, zone, player);
  for (int i = 0; i < std::min(wanted, pile.size()); ++i) set.add(pile[bottom ? pile.size() - 1 - i : i]);
  return set;
}

// Those with a card of `a` on one side and a card of `b` on the other.
CardSet between(const State& s, CardSet a, CardSet b) {
  CardSet set;
  for (CardId from : a)
    for (CardId to : b) {
      set |= on_side(s, from, LineSide::LeftOf) & on_side(s, to, LineSide::RightOf);
      set |= on_side(s, from, LineSide::RightOf) & on_side(s, to, LineSide::LeftOf);
    }
  return set;
}

[[gnu::cold]] CardSet topmost(const State& s, CardSet cards) {
  CardSet top;
  for (int player = 0; player < 2; ++player) {
    const ZoneView pile = zone_of(s, Zone::Discard, player);
    const auto first = std::find_if(pile.begin(), pile.end(), [&](CardId card) { return cards.has(card); });
    if (first != pile.end()) top.add(*first);
  }
  return top;
}

// What an upgrade is on; an artifact that was a creature is not modified (rulebook 18.4, FAQ Animator), unless the upgrade is
// one for artifacts, or an action that was attached.
CardSet host_of(const Scope& scope) {
  const CardId host = scope.self == kNoCard ? kNoCard : scope.s.cards[scope.self].host;
  if (host == kNoCard) return {};
  const bool modifies = scope.s.cards[host].zone != Zone::Artifacts || scope.m.printed(scope.self).type == CardType::Action ||
                        (definition(scope.m, scope.s, scope.self).kinds & bit(AbilityKind::AttachOnly));
  return modifies ? CardSet::of(host) : CardSet{};
}

}  // namespace

CardSet eval_cards(const Scope& scope, ExprId id) {
  const Expr& e = at(scope, id);
  const State& s = scope.s;
  const auto one = [](CardId card) { return card == kNoCard ? CardSet{} : CardSet::of(card); };
  switch (e.op) {
    case ExprOp::Nothing:
      return {};
    case ExprOp::CardVar:
      return scope.slots ? scope.slots[e.a].cards : CardSet{};
    case ExprOp::This:
      return one(scope.self);
    case ExprOp::Source:
      return one(is_lasting(scope.source) ? s.lasting[scope.source - kLastingBase].source : scope.source);
    case ExprOp::Host:
      return host_of(scope);
    case ExprOp::It:
      return regs(scope).it;
    case ExprOp::DoneCards:
      return regs(scope).done;
    case ExprOp::Foe:
      if (s.fight_attacker == scope.self) return one(s.fight_defender);
      return one(s.fight_defender == scope.self ? s.fight_attacker : kNoCard);
    case ExprOp::TargetCard:
      return one(scope.target);
    case ExprOp::Candidate:
      return one(scope.candidate);
    case ExprOp::OuterCandidate:
      return one(scope.outer);
    case ExprOp::Select:
      return candidates(scope, scope.m.program->selectors[static_cast<uint16_t>(e.a)]);
    case ExprOp::Union:
      return eval_cards(scope, left(e)) | eval_cards(scope, e.b);
    case ExprOp::Minus:
      return eval_cards(scope, left(e)) - eval_cards(scope, e.b);
    case ExprOp::NeighborsOf: {
      CardSet set;
      for (CardId card : eval_cards(scope, left(e)))
        set |= !s.in_play(card) && as_in_play(scope, card) ? last_neighbors(s, card) : neighbors(s, card);
      return set;
    }
    case ExprOp::UpgradesOn: {
      CardSet set;
      for (CardId card : eval_cards(scope, left(e))) set |= upgrades_on(s, card);
      return set;
    }
    case ExprOp::SideOf: {
      CardSet set;
      const auto side = static_cast<LineSide>(e.b);
      for (CardId card : eval_cards(scope, left(e)))
        set |= !s.in_play(card) && as_in_play(scope, card) ? last_on_side(s, card, side) : on_side(s, card, side);
      return set;
    }
    case ExprOp::Between:
      return between(s, eval_cards(scope, left(e)), eval_cards(scope, e.b));
    case ExprOp::Beneath: {
      CardSet set;
      for (CardId card : eval_cards(scope, left(e))) set |= cards_beneath(s, card);
      return set;
    }
    case ExprOp::PurgedBy: {
      CardSet set;
      const CardSet purgers = eval_cards(scope, left(e));
      for (int player = 0; player < 2; ++player)
        for (CardId card : zone_of(s, Zone::Purged, player))
          if (s.cards[card].host != kNoCard && purgers.has(s.cards[card].host)) set.add(card);
      return set;
    }
    case ExprOp::TopOf:
      return end_of_pile(scope, e, Zone::Deck);
    case ExprOp::BottomOf:
      return end_of_pile(scope, e, Zone::Deck, true);
    case ExprOp::Topmost:
      return topmost(s, eval_cards(scope, left(e)));
    case ExprOp::TopOfDiscard:
      return end_of_pile(scope, e, Zone::Discard);
    case ExprOp::BottomOfDiscard:
      return end_of_pile(scope, e, Zone::Discard, true);
#define EXPR(name, ...) case ExprOp::name:
#define CARDS(...)
#include "engine/core/ops.def"
      return {};
  }
  return {};
}

}  // namespace archon
