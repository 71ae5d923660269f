#include "engine/rules/damage.h"

#include <algorithm>

#include "engine/core/frames.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/events.h"
#include "engine/rules/steps.h"
#include "engine/rules/use.h"

namespace archon {

void add_pending(State& s, CardId creature, CardId from, int amount, uint8_t flags) {
  if (s.cards[creature].zone != Zone::Line || amount <= 0) return;
  for (int i = 0; i < s.pending_count; ++i) {
    PendingDamage& damage = s.pending[i];
    if (damage.to != creature || damage.from != from || damage.flags != flags) continue;
    damage.amount = static_cast<uint8_t>(std::min(255, damage.amount + amount));
    return;
  }
  if (s.pending_count >= kMaxPending) return overflow(s, Bound::Pending);
  s.pending[s.pending_count++] = {
      .to = creature, .from = from, .amount = static_cast<uint8_t>(std::min(255, amount)), .flags = flags};
}

void push_damage(State& s, Cause cause, bool of_icon) {
  DamageFrame& frame = push_frame<DamageFrame>(s);
  frame.cause = static_cast<uint8_t>(cause);
  frame.of_icon = of_icon;
}

namespace {

uint16_t event_flags(const DamageFrame& frame) { return frame.of_icon ? uint16_t{kByIcon} : uint16_t{0}; }

Event damage_event(const State& s, const DamageFrame& frame, const PendingDamage& damage) {
  return {.type = EventType::Damage,
          .player = s.cards[damage.to].controller,
          .card = damage.to,
          .other = damage.from,
          .flags = event_flags(frame),
          .amount = damage.amount};
}

// All that is gathered for one creature.
struct Hit {
  int amount = 0;      // that armor may prevent
  int past_armor = 0;  // that ignores armor
  bool poisonous = false;
  bool splash = false;      // some of it is of a splash-attack
  CardId taker = kNoCard;   // chosen already
  CardId larger = kNoCard;  // likewise
};

Hit hit_on(const Matchup& m, const State& s, CardId creature) {
  Hit hit;
  for (int i = 0; i < s.pending_count; ++i) {
    const PendingDamage& damage = s.pending[i];
    if (damage.to != creature) continue;
    const bool past_armor = (damage.flags & kIgnoresArmor) || ignores(m, s, damage.from, kKeywords);
    (past_armor ? hit.past_armor : hit.amount) += damage.amount;
    hit.poisonous |= (damage.flags & kPoisonous) != 0;
    hit.splash |= (damage.flags & kOfSplash) != 0;
    if (damage.taker != kNoCard) hit.taker = damage.taker;
    if (damage.larger != kNoCard) hit.larger = damage.larger;
  }
  return hit;
}

CardSet with_pending(const State& s) {
  CardSet set;
  for (int i = 0; i < s.pending_count; ++i)
    if (s.cards[s.pending[i].to].zone == Zone::Line) set.add(s.pending[i].to);
  return set;
}

// "Damage dealt to X is dealt to Y instead": the creatures that may take what was not prevented (rulebook 18.4, FAQ Shadow
// Self), and the first card that has it divided.
[[gnu::cold]] CardSet takers(const Matchup& m, const State& s, CardId hit) {
  CardSet takers;
  bool divided = false;
  for_each_static(m, s, StaticKind::Redirect, [&](const Scope& scope, const Static& rule, int) {
    if (rule.what == 1 || (rule.flags & kRedirectToo)) return;  // damage *by* a creature is redirected where it is gathered
    const CardId to = eval_cards(scope, rule.value).first();
    if (to == kNoCard || s.cards[to].zone != Zone::Line || !eval_cards(scope, rule.cards).has(hit)) return;
    if (!(rule.flags & kRedirectEvenly)) return takers.add(to);
    if (!divided) takers.add(scope.self);
    divided = true;
  });
  return takers;
}

CardId taker_of(const Matchup& m, const State& s, CardId hit, const Hit& damage) {
  return damage.taker != kNoCard ? damage.taker : takers(m, s, hit).first();
}

// The creatures among which the taker has the damage divided; itself when it takes it.
[[gnu::cold]] CardSet parts(const Matchup& m, const State& s, CardId hit, CardId taker) {
  CardSet among;
  for_each_static(m, s, StaticKind::Redirect, [&](const Scope& scope, const Static& rule, int) {
    if (!(rule.flags & kRedirectEvenly) || scope.self != taker || !eval_cards(scope, rule.cards).has(hit)) return;
    for (CardId to : eval_cards(scope, rule.value))
      if (s.cards[to].zone == Zone::Line) among.add(to);
  });
  return among ? among : CardSet::of(taker);
}

// "Damage dealt to X during fights is also dealt to Y": those who take what X takes. It is one instance of damage, so that what
// Y takes so goes no further (rulebook 18.4, FAQ Drecker).
[[gnu::cold]] CardSet sharers(const Matchup& m, const State& s, CardId hit) {
  CardSet sharers;
  for_each_static(m, s, StaticKind::Redirect, [&](const Scope& scope, const Static& rule, int) {
    if (!(rule.flags & kRedirectToo) || ((rule.flags & kInFightsOnly) && s.fight_attacker == kNoCard)) return;
    if (!eval_cards(scope, rule.cards).has(hit)) return;
    for (CardId to : eval_cards(scope, rule.value))
      if (to != hit && s.cards[to].zone == Zone::Line) sharers.add(to);
  });
  return sharers;
}

// Several effects would replace where damage goes: the active player chooses (rulebook 18.4, REPLACEMENT EFFECTS; FAQ Scrivener
// Favian with Amphora Captura). True while it asks.
bool ask_taker(const Matchup& m, State& s, DamageFrame& frame) {
  for (CardId hit : OpenOrder(m, s, with_pending(s) - frame.asked)) {
    frame.asked.add(hit);
    const CardSet among = takers(m, s, hit);
    if (among.size() < 2) continue;
    frame.asking = hit;
    ask_for_card(s, s.active, among, hit);
    return true;
  }
  return false;
}

void keep_taker(State& s, const DamageFrame& frame) {
  for (int i = 0; i < s.pending_count; ++i)
    if (s.pending[i].to == frame.asking) s.pending[i].taker = s.answer.card();
}

// What of the damage will be dealt.
int unprevented(const State& s, CardId id, const Hit& hit) {
  if (has_keyword(s, id, Keyword::Invulnerable) || s.cards[id].has(kWarded)) return 0;
  return hit.past_armor + std::max(0, hit.amount - armor_left(s, id));
}

// Of damage that is divided evenly among two the active player says who takes the larger part. True while it asks.
bool ask_larger(const Matchup& m, State& s, DamageFrame& frame) {
  for (CardId id : OpenOrder(m, s, with_pending(s))) {
    const Hit hit = hit_on(m, s, id);
    const CardId taker = taker_of(m, s, id, hit);
    if (taker == kNoCard || hit.larger != kNoCard) continue;
    const CardSet among = parts(m, s, id, taker);
    if (among.size() < 2 || unprevented(s, id, hit) % 2 == 0) continue;
    frame.asking = id;
    ask_for_card(s, s.active, among, id);
    return true;
  }
  return false;
}

void keep_larger(State& s, const DamageFrame& frame) {
  for (int i = 0; i < s.pending_count; ++i)
    if (s.pending[i].to == frame.asking) s.pending[i].larger = s.answer.card();
}

// What has to be asked before damage is redirected. True while it asks.
[[gnu::cold]] bool ask_redirected(const Matchup& m, State& s, DamageFrame& frame) {
  if (ask_taker(m, s, frame)) {
    frame.head.phase = DamageFrame::Asked;
    return true;
  }
  if (!ask_larger(m, s, frame)) return false;
  frame.head.phase = DamageFrame::AskedLarger;
  return true;
}

// What of the damage is dealt; `prevented` is what the armor kept away.
int after_prevention(State& s, CardId id, const Hit& hit, int& prevented) {
  Card& card = s.cards[id];
  if (has_keyword(s, id, Keyword::Invulnerable)) return 0;
  if (hit.amount + hit.past_armor == 0) return 0;
  if (card.has(kWarded)) {
    card.set(kWarded, false);
    return 0;
  }
  const int left = unprevented(s, id, hit);
  prevented = hit.amount + hit.past_armor - left;
  card.armor_used = static_cast<uint8_t>(card.armor_used + prevented);
  return left;
}

// What a creature that takes so much damage takes besides (rulebook 18.4, FAQ Lethal Distraction, Undagnathus (Evil Twin)).
int additional(const Matchup& m, const State& s, CardId card, int dealt) {
  int more = 0;
  for_each_static(m, s, StaticKind::TakesPlus, [&](const Scope& scope, const Static& rule, int) {
    if (!eval_cards(scope, rule.cards).has(card)) return;
    Scope taken = scope;
    Registers regs = scope.regs ? *scope.regs : Registers{};
    regs.amount = static_cast<int16_t>(dealt);
    taken.regs = &regs;
    more += eval(taken, rule.value);
  });
  return more;
}

// The creatures to be destroyed by damage, and which of them by splash-attack.
struct Doomed {
  CardSet all, splashed;
};

// Puts damage that is not prevented on a creature; what was really dealt.
int put_damage(const Matchup& m, State& s, DamageFrame& frame, CardId to, int dealt, const Hit& hit, Doomed& doomed) {
  dealt = std::max(0, dealt + additional(m, s, to, dealt));
  Card& hurt = s.cards[to];
  hurt.damage = static_cast<uint8_t>(std::min(255, hurt.damage + dealt));
  if (dealt == 0) return 0;
  frame.dealt.add(to);
  frame.amount = static_cast<int16_t>(frame.amount + dealt);
  if (hit.poisonous || hurt.damage >= hurt.power) doomed.all.add(to);
  if (hit.splash) doomed.splashed.add(to);
  return dealt;
}

void put_and_share(const Matchup& m, State& s, DamageFrame& frame, CardId to, int amount, const Hit& hit, Doomed& doomed) {
  const int dealt = put_damage(m, s, frame, to, amount, hit, doomed);
  if (dealt == 0) return;
  for (CardId sharer : sharers(m, s, to)) put_damage(m, s, frame, sharer, dealt, hit, doomed);
}

// Likewise what goes elsewhere.
[[gnu::cold]] void put_redirected(const Matchup& m, State& s, DamageFrame& frame, CardId id, int amount, const Hit& hit,
                                  Doomed& doomed) {
  const CardId taker = taker_of(m, s, id, hit);
  const CardSet among = taker == kNoCard ? CardSet::of(id) : parts(m, s, id, taker);
  for (CardId to : among)
    if (const int part = amount / among.size() + (to == hit.larger || among.size() == 1 ? amount % among.size() : 0))
      put_and_share(m, s, frame, to, part, hit, doomed);
}

// Deals everything that is pending; returns the creatures to be destroyed by it.
Doomed deal(const Matchup& m, State& s, DamageFrame& frame) {
  Doomed doomed;
  CardSet armored;
  int prevented[kMaxCards];
  for (CardId id : OpenOrder(m, s, with_pending(s))) {
    const Hit hit = hit_on(m, s, id);
    prevented[id] = 0;
    const int left = after_prevention(s, id, hit, prevented[id]);
    if (prevented[id] > 0) armored.add(id);
    if (left == 0) continue;
    if (s.static_mask & bit(StaticKind::Redirect))
      put_redirected(m, s, frame, id, left, hit, doomed);
    else
      put_damage(m, s, frame, id, left, hit, doomed);
  }
  s.pending_count = 0;
  touch(m, s, kWatchDamage | kWatchStatus);
  for (CardId id : OpenOrder(m, s, armored))
    emit(m, s,
         {.type = EventType::Prevent,
          .player = s.cards[id].controller,
          .card = id,
          .amount = static_cast<int16_t>(prevented[id])});
  return doomed;
}

// Damage of a source that cannot damage the creature is left out before any is dealt: who is damaged by the blows of the same
// fight was not before (rulebook 18.4, DAMAGE, step 1; FAQ Damage, Source of).
[[gnu::cold]] void leave_out_forbidden(const Matchup& m, State& s, const DamageFrame& frame) {
  const auto cannot = [&](const PendingDamage& damage) { return forbidden(m, s, damage_event(s, frame, damage)); };
  PendingDamage* end = std::remove_if(s.pending, s.pending + s.pending_count, cannot);
  s.pending_count = static_cast<uint8_t>(end - s.pending);
}

// "When X would deal damage, ... instead": none of its damage is dealt, whatever would prevent it, and the replacement resolves
// once (rulebook 18.4, FAQ Shoulder Id).
[[gnu::cold]] void replace_dealing(const Matchup& m, State& s) {
  CardSet dealers;
  for (int i = 0; i < s.pending_count; ++i)
    if (s.pending[i].from != kNoCard) dealers.add(s.pending[i].from);
  for (CardId dealer : OpenOrder(m, s, dealers))
    if (!replaced(m, s, {.type = EventType::Deal, .player = s.cards[dealer].controller, .card = dealer}))
      dealers.remove(dealer);
  const auto gone = [&](const PendingDamage& damage) { return damage.from != kNoCard && dealers.has(damage.from); };
  PendingDamage* end = std::remove_if(s.pending, s.pending + s.pending_count, gone);
  s.pending_count = static_cast<uint8_t>(end - s.pending);
}

}  // namespace

void step_damage(const Matchup& m, State& s) {
  DamageFrame& frame = top_frame<DamageFrame>(s);
  switch (frame.head.phase) {
    case DamageFrame::Asked:
    case DamageFrame::AskedLarger:
      frame.head.phase == DamageFrame::Asked ? keep_taker(s, frame) : keep_larger(s, frame);
      [[fallthrough]];
    case DamageFrame::Begin: {
      refresh(m, s);
      if (frame.head.phase == DamageFrame::Begin) {
        if (s.replace_mask & bit(EventType::Deal)) replace_dealing(m, s);
        if (s.static_mask & bit(StaticKind::Forbid)) leave_out_forbidden(m, s, frame);
      }
      if ((s.static_mask & bit(StaticKind::Redirect)) && ask_redirected(m, s, frame)) return;
      frame.head.phase = DamageFrame::Dealt;
      s.returned = {};
      if (const Doomed doomed = deal(m, s, frame); doomed.all)
        destroy_cards(m, s, doomed.all, static_cast<Cause>(frame.cause), doomed.splashed);
      return;
    }
    case DamageFrame::Dealt: {
      frame.head.phase = DamageFrame::Finish;
      frame.asked = s.returned;  // who was destroyed: what answers the damage may destroy others
      // Who is destroyed by it has left play before others answer the damage (rulebook 18.4, FAQ Venator Altum).
      const uint16_t flags = event_flags(frame);
      for (CardId id : OpenOrder(m, s, frame.dealt))
        emit(m, s, {.type = EventType::Damage, .player = s.cards[id].controller, .card = id, .flags = flags});
      if (s.waiting_count > s.waiting_base) return;
      [[fallthrough]];
    }
    default: {
      const CardSet dealt = frame.dealt;
      s.returned_amount = frame.amount;
      s.returned_killed = frame.asked;
      return finish_frame(s, !dealt.empty(), dealt);
    }
  }
}

int heal(const Matchup& m, State& s, CardId creature, int amount) {
  Card& card = s.cards[creature];
  const int healed = std::clamp(amount, 0, static_cast<int>(card.damage));
  card.damage = static_cast<uint8_t>(card.damage - healed);
  touch(m, s, kWatchDamage);
  return healed;
}

CardSet doomed_creatures(const State& s) {
  CardSet doomed;
  for (CardId id : battlelines(s)) {
    const Card& card = s.cards[id];
    if (card.damage < card.power) continue;  // a power of 0 is never above the damage
    if (card.has(kTagged) || card.has(kReplaced) || has_keyword(s, id, Keyword::Invulnerable)) continue;
    doomed.add(id);
  }
  return doomed;
}

}  // namespace archon
