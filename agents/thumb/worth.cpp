#include "agents/thumb/worth.h"

#include <algorithm>

#include "agents/thumb/rule_worth.h"

namespace archon {

int pool_change_worth(const View& view, int player, int before, int after) {
  const bool last = view.keys_left(player) == 1;
  const int key = player == view.player() ? (last ? 20 : 3) : last ? 150 : 30, cost = view.key_cost(player);
  return kAember * (after - before) + key * ((after >= cost) - (before >= cost));
}

int card_worth(const View& view, CardId card) {
  const Card& c = view.card(card);
  const Definition& definition = view.definition(card);
  int abilities = 4 * std::min<int>(3, static_cast<int>(definition.abilities.size()));
  if (definition.kinds & bit(AbilityKind::Destroyed)) abilities -= 10;  // destroying it does something for its controller
  if (definition.statics & kPlayerRules)
    abilities += standing_worth(view, card, c.controller) * (c.controller == view.player() ? 1 : -1);
  if (c.zone != Zone::Line) return kAember + abilities;
  return kAember + std::min<int>(c.power, 10) * 3 / 5 + abilities + 8 * c.amber - (c.has(kStunned) ? 4 : 0);
}

namespace {

int harm(const View& view, const Purpose& purpose, CardId card) {
  const Card& c = view.card(card);
  const int worth = card_worth(view, card);
  switch (purpose.op) {
    case EffectOp::Deal: {
      if (c.has(kWarded)) return 3;
      const int needed = toughness(view, card);
      if (needed <= 0) return 0;  // it is destroyed without
      return purpose.amount >= needed ? worth : 1 + purpose.amount * worth / (3 * needed);
    }
    case EffectOp::Stun:
      return c.has(kStunned) ? 0 : 8 + c.power;
    case EffectOp::Exhaust:
      return c.has(kExhausted) ? 0 : 4 + c.power / 2;
    case EffectOp::ToHand:
    case EffectOp::ToDeckTop:
      return c.has(kWarded) ? 3 : worth * 3 / 4;
    case EffectOp::TakeAmber:
      return 8 * std::min<int>(c.amber, purpose.amount);
    case EffectOp::Control:
      return 2 * worth;
    case EffectOp::Enrage:
    case EffectOp::RemoveCounters:
      return 2;
    default:
      return c.has(kWarded) ? 3 : worth;
  }
}

int help(const View& view, const Purpose& purpose, CardId card) {
  const Card& c = view.card(card);
  const int worth = card_worth(view, card);
  switch (purpose.op) {
    case EffectOp::Heal:
      return 2 * std::min<int>(purpose.amount, c.damage);
    case EffectOp::AddCounters:
      return 3 * purpose.amount + c.power / 2;
    case EffectOp::Ready:
      return c.has(kExhausted) ? worth : 0;
    case EffectOp::Unstun:
      return c.has(kStunned) ? 8 : 0;
    case EffectOp::Ward:
      return c.has(kWarded) ? 0 : 4 + worth / 2;
    case EffectOp::Use:
    case EffectOp::ReapWith:
    case EffectOp::FightWith:
      return c.has(kStunned) ? 2 : c.has(kExhausted) && purpose.op != EffectOp::FightWith ? 1 : worth;
    default:
      return worth;
  }
}

// Cards outside of play: what having them is worth.
int worth_in_hand(const View& view, CardId card) {
  const Definition& definition = view.definition(card);
  const int type = definition.type == CardType::Creature ? 8 + definition.power / 2 : 6;
  const bool now = view.houses(card) & view.active_house();  // would have been playable this turn
  return type + kAember * definition.amber + (now && owner_sign(view, card) > 0 ? 3 : 0);
}

}  // namespace

int target_worth(const View& view, const Purpose& purpose, CardId card) {
  if (purpose.wish == Wish::None || !view.sees(card)) return 0;
  const bool in_play = bit(view.card(card).zone) & kInPlayZones;
  const bool taken = purpose.op == EffectOp::TakeAmber && purpose.wish == Wish::Harm;  // by the player who looks
  const bool used_by_us = purpose.op == EffectOp::Play || purpose.op == EffectOp::Use || taken;
  const int sign = used_by_us ? 1 : owner_sign(view, card) * (purpose.wish == Wish::Harm ? -1 : 1);
  if (!in_play) {
    const bool gets_worse = purpose.op == EffectOp::Archive && owner_sign(view, card) > 0;
    return sign * (gets_worse ? 20 - worth_in_hand(view, card) / 4 : worth_in_hand(view, card));
  }
  return sign * (purpose.wish == Wish::Harm ? harm(view, purpose, card) : help(view, purpose, card));
}

int fight_worth(const View& view, CardId attacker, CardId defender, const FightStakes& stakes) {
  const Card& a = view.card(attacker);
  const Card& d = view.card(defender);
  const auto has = [](const Card& card, Keyword keyword) { return (card.keywords & keyword_bit(keyword)) != 0; };
  if (has(d, Keyword::Elusive) && !d.has(kElusiveUsed)) return stakes.survives - 2;
  const int needed = std::max(1, toughness(view, defender)), strength = a.power + a.assault;
  const bool kills = strength >= needed || (has(a, Keyword::Poison) && a.power > 0);
  const bool first = a.assault >= needed;  // destroyed before it strikes back
  const int resists = std::max(1, toughness(view, attacker));
  const int suffered = (has(a, Keyword::Skirmish) || first ? 0 : d.power) + d.hazardous;
  const bool dies = suffered >= resists || (suffered > 0 && has(d, Keyword::Poison));
  const int gain = d.has(kWarded) ? 4 : kills ? stakes.defender : strength * stakes.defender / (4 * needed);
  const int loss = a.has(kWarded) ? 3 : dies ? stakes.attacker : suffered * stakes.attacker / (4 * resists);
  return gain - loss + (dies ? 0 : stakes.survives);
}

int tide_worth(const View& view) {
  const int me = view.player();
  if (view.tide() == high_tide(me)) return 0;
  int worth = 1;  // even if no card in sight says so
  const auto refers = [&](CardId card) { return view.definition(card).tide ? 1 : 0; };
  for (int player = 0; player < 2; ++player) {
    const int each = player == me ? 6 : 3;
    for (CardId card : view.battleline(player)) worth += each * refers(card);
    for (CardId card : view.artifacts(player)) worth += each * refers(card);
  }
  for (CardId card : view.hand())
    if (view.houses(card) & view.active_house()) worth += 8 * refers(card);
  return worth;
}

int reap_worth(const View& view, CardId creature) {
  const int me = view.player(), amber = view.amber(me);
  const int gain = pool_change_worth(view, me, amber, amber + 1);
  return gain + ability_worth(view, creature, AbilityKind::Reap);
}

}  // namespace archon
