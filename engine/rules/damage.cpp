#include "engine/rules/damage.h"

#include <algorithm>

#include "engine/core/frames.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/events.h"

namespace archon {

void add_pending(State& s, CardId creature, int amount, uint16_t flags) {
  if (s.cards[creature].zone != Zone::Line || amount <= 0) return;
  Card& card = s.cards[creature];
  card.pending = static_cast<uint8_t>(std::min(255, card.pending + amount));
  card.flags = static_cast<uint16_t>(card.flags | flags);
}

namespace {

CardSet with_pending(const State& s) {
  CardSet set;
  for (CardId card : creatures_in_play(s))
    if (s.cards[card].pending) set.add(card);
  return set;
}

// "Damage dealt to X is dealt to Y instead": the creature that takes what was not prevented (rulebook 18.4, FAQ Shadow Self).
CardId taker(const Matchup& m, const State& s, CardId hit) {
  CardId taker = hit;
  for_each_static(m, s, StaticKind::Redirect, [&](const Scope& scope, const Static& rule, int) {
    if (rule.what == 1 || taker != hit) return;  // damage *by* a creature is redirected where it is gathered
    const CardId to = eval_cards(scope, rule.value).first();
    if (to != kNoCard && s.cards[to].zone == Zone::Line && eval_cards(scope, rule.cards).has(hit)) taker = to;
  });
  return taker;
}

int after_prevention(const Matchup& m, State& s, CardId id) {
  Card& card = s.cards[id];
  if (has_keyword(s, id, Keyword::Invulnerable)) return 0;
  if (forbidden(m, s, {.type = EventType::Damage, .player = card.controller, .card = id, .amount = card.pending})) return 0;
  if (card.has(kWarded)) {
    card.set(kWarded, false);
    return 0;
  }
  if (card.has(kIgnoreArmor)) return card.pending;
  const int prevented = std::min<int>(card.pending, armor_left(s, id));
  card.armor_used = static_cast<uint8_t>(card.armor_used + prevented);
  return card.pending - prevented;
}

}  // namespace

DamageResult deal_pending(const Matchup& m, State& s) {
  DamageResult result;
  refresh(m, s);
  const CardSet hit = with_pending(s);
  for (CardId id : hit) {
    Card& card = s.cards[id];
    const int dealt = after_prevention(m, s, id);
    const CardId to = taker(m, s, id);
    Card& hurt = s.cards[to];
    hurt.damage = static_cast<uint8_t>(std::min(255, hurt.damage + dealt));
    if (dealt > 0) {
      result.dealt.add(to);
      result.amount += dealt;
    }
    if (dealt > 0 && (card.has(kPoisoned) || hurt.damage >= hurt.power)) result.doomed.add(to);
    card.pending = 0;
    card.set(kPoisoned, false);
    card.set(kIgnoreArmor, false);
  }
  s.dirty = 1;
  for (CardId id : result.dealt) emit(m, s, {.type = EventType::Damage, .player = s.cards[id].controller, .card = id});
  return result;
}

int heal(State& s, CardId creature, int amount) {
  Card& card = s.cards[creature];
  const int healed = std::clamp(amount, 0, static_cast<int>(card.damage));
  card.damage = static_cast<uint8_t>(card.damage - healed);
  s.dirty = 1;
  return healed;
}

CardSet doomed_creatures(const State& s) {
  CardSet doomed;
  for (int player = 0; player < 2; ++player)
    for (CardId id : zone_of(s, Zone::Line, player)) {
      const Card& card = s.cards[id];
      if (card.has(kTagged) || card.has(kReplaced) || has_keyword(s, id, Keyword::Invulnerable)) continue;
      if (card.power == 0 || card.damage >= card.power) doomed.add(id);
    }
  return doomed;
}

}  // namespace archon
