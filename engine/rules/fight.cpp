// Fighting (rulebook 18.4, FIGHT), in its five steps. Three facts are kept apart: chosen to be fought (elusive), fought (damage
// by power was dealt: After Fight:, "destroyed fighting"), was used to fight ("after a creature fights").
#include <algorithm>
#include <climits>

#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/damage.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"
#include "engine/rules/use.h"
#include "engine/rules/window.h"

namespace archon {
namespace {

Event fight_event(const FightFrame& frame) {
  return {.type = EventType::Fight, .player = frame.player, .card = frame.attacker, .other = frame.defender, .flags = kByFight};
}

// Step 2: the creature to be fought is known.
void attack(const Matchup& m, State& s, FightFrame& frame) {
  frame.outer_attacker = s.fight_attacker;
  frame.outer_defender = s.fight_defender;
  s.fight_attacker = frame.attacker;
  s.fight_defender = frame.defender;
  frame.stays[0] = s.cards[frame.attacker].stay;
  frame.stays[1] = s.cards[frame.defender].stay;
  touch(m, s, kWatchFight);
  refresh(m, s);
  Card& defender = s.cards[frame.defender];
  frame.elusive = !defender.has(kElusiveUsed);
  if (m.rules.elusive_when_chosen) defender.set(kElusiveUsed);  // even if it is ignored or the fight is skipped
  const Event event = fight_event(frame);
  emit_before(m, s, event);
  // All of this window resolves, even if one of its abilities destroys a fighter (rulebook 18.4, FAQ Before Fight).
  queue_heads(m, s, frame.attacker, AbilityKind::BeforeFight, event, kWaitingAnywhere);
  const auto queue_keyword = [&](uint16_t ability, CardId card) {
    queue_ability(m, s, ability, card, kNoCard, frame.player, event, kWaitingAnywhere);
  };
  if (s.cards[frame.attacker].assault) queue_keyword(kAssaultAbility, frame.attacker);
  const bool hazardous =
      s.cards[frame.defender].hazardous && !ignores(m, s, frame.attacker, static_cast<int>(Keyword::Hazardous));
  if (hazardous) queue_keyword(kHazardousAbility, frame.defender);
}

// Damage a creature deals by its power.
int strike_power(const Matchup& m, const State& s, CardId card) {
  int damage = s.cards[card].power;
  for_each_static(m, s, StaticKind::DealsPlus, [&](const Scope& scope, const Static& rule, int) {
    if (eval_cards(scope, rule.cards).has(card)) damage += eval(scope, rule.value);
  });
  int set = INT_MAX;  // of two such restrictions the stricter holds (rulebook 18.4, FAQ Creed of Nurture)
  for_each_static(m, s, StaticKind::DealsSet, [&](const Scope& scope, const Static& rule, int) {
    if (eval_cards(scope, rule.cards).has(card)) set = std::min(set, eval(scope, rule.value));
  });
  if (set != INT_MAX) damage = set;
  return std::max(0, damage);
}

// "Damage X would deal is dealt to Y instead".
CardId receiver(const Matchup& m, const State& s, CardId by, CardId intended) {
  for_each_static(m, s, StaticKind::Redirect, [&](const Scope& scope, const Static& rule, int) {
    if (rule.what != 1 || !eval_cards(scope, rule.cards).has(by)) return;
    const CardId to = eval_cards(scope, rule.value).first();
    if (to != kNoCard && s.cards[to].zone == Zone::Line) intended = to;
  });
  return intended;
}

// Step 4: both deal damage equal to their power.
void strike(const Matchup& m, State& s, FightFrame& frame) {
  refresh(m, s);
  frame.fought = 1;
  s.cards[frame.defender].set(kElusiveUsed);
  const CardId a = frame.attacker, d = frame.defender;
  // Before Fight: abilities may have made it elusive (rulebook 18.4, FAQ Elusive: Siren Horn and Boss Zarek).
  const bool elusive =
      frame.elusive && has_keyword(s, d, Keyword::Elusive) && !ignores(m, s, a, static_cast<int>(Keyword::Elusive));
  const auto flags = [&](CardId by) { return static_cast<uint8_t>(has_keyword(s, by, Keyword::Poison) ? kPoisonous : 0); };
  const int by_attacker = strike_power(m, s, a), by_defender = strike_power(m, s, d);
  // Elusive protects only the creature that has it: damage that goes elsewhere is dealt (rulebook 18.4, FAQ Elusive).
  const CardId hit = receiver(m, s, a, d);
  if (!elusive || hit != d) add_pending(s, hit, a, by_attacker, flags(a));
  if (!elusive && !has_keyword(s, a, Keyword::Skirmish)) add_pending(s, receiver(m, s, d, a), d, by_defender, flags(d));
  if (s.cards[a].splash_attack)
    for (CardId neighbor : neighbors(s, d)) add_pending(s, neighbor, a, s.cards[a].splash_attack, kOfSplash);
  push_damage(s, Cause::Fight);
}

bool still_there(const State& s, CardId card, uint8_t stay) {
  return s.cards[card].zone == Zone::Line && !s.cards[card].has(kTagged) && s.cards[card].stay == stay;
}

// After it was used to fight (rulebook 18.4, ENRAGE): before its After Fight abilities, which may enrage it again.
void calm(const Matchup& m, State& s, const FightFrame& frame) {
  Card& attacker = s.cards[frame.attacker];
  if (!attacker.has(kEnraged) || attacker.stay != frame.stays[0]) return;
  attacker.set(kEnraged, false);
  touch(m, s, kWatchStatus);
}

// The rules may demand something then (a power that lasted for the fight), before the frame below reads who was fought.
void end_fight(const Matchup& m, State& s, FightFrame& frame) {
  end_lasting(s, [](const LastingEffect& effect) { return effect.clock == Clock::ThisFight; });
  s.fight_attacker = frame.outer_attacker;
  s.fight_defender = frame.outer_defender;
  touch(m, s, kWatchFight);
  frame.head.phase = FightFrame::Finish;
}

// Step 1, and the question of step 2. False when there is no fight.
bool begin_fight(const Matchup& m, State& s, FightFrame& frame) {
  if (frame.cancelled || s.cards[frame.attacker].zone != Zone::Line) return false;
  refresh(m, s);
  const CardId attacker = frame.attacker;
  CardSet targets = fight_targets(m, s, attacker, frame.past_taunt);
  if (frame.allowed) targets &= frame.allowed;
  if (!targets || s.cards[attacker].has(kExhausted)) return false;
  count_for_six(m, s, attacker);
  exhaust(m, s, attacker);
  frame.head.phase = FightFrame::Attack;
  ask_for_card(s, s.active, targets, attacker);
  return true;
}

// Whether the attacker's After Fight abilities resolve.
bool resolves_after(const State& s, const FightFrame& frame) {
  return frame.fought && still_there(s, frame.attacker, frame.stays[0]);
}

}  // namespace

void step_fight(const Matchup& m, State& s) {
  FightFrame& frame = top_frame<FightFrame>(s);
  switch (frame.head.phase) {
    case FightFrame::Begin:
      if (!begin_fight(m, s, frame)) finish_frame(s, 0);
      return;
    case FightFrame::Attack:
      frame.defender = s.answer.card();
      frame.head.phase = FightFrame::Strike;
      attack(m, s, frame);
      return;
    case FightFrame::Strike:
      frame.head.phase = FightFrame::After;
      if (frame.cancelled) {
        calm(m, s, frame);
        end_fight(m, s, frame);
      } else if (still_there(s, frame.attacker, frame.stays[0]) && still_there(s, frame.defender, frame.stays[1])) {
        strike(m, s, frame);
      }
      return;
    case FightFrame::After: {
      frame.head.phase = FightFrame::Newer;
      calm(m, s, frame);
      frame.effects = s.lasting_count;
      const Event event = fight_event(frame);
      if (resolves_after(s, frame)) {
        frame.granters = granters_of(m, s, frame.attacker, AbilityKind::Fight);
        queue_heads(m, s, frame.attacker, AbilityKind::Fight, event);
      }
      emit(m, s, event);
      Event use = event;
      use.type = EventType::Use;
      emit(m, s, use);
      return;
    }
    case FightFrame::Newer: {  // as after a reap (rulebook 18.4, FAQ Nexus with Spectral Tunneler)
      const bool resolves = resolves_after(s, frame);
      const int seen = frame.effects;
      const CardSet before = frame.granters;
      const CardSet granters = resolves ? granters_of(m, s, frame.attacker, AbilityKind::Fight) - before : CardSet{};
      if (s.lasting_count == seen && !granters) return end_fight(m, s, frame);
      frame.effects = s.lasting_count;
      frame.granters |= granters;
      const Event event = fight_event(frame);
      if (resolves) queue_newer_heads(m, s, frame.attacker, AbilityKind::Fight, event, seen, before);
      return emit_to_newer(m, s, event, seen);
    }
    default:
      return finish_frame(s, 1, CardSet::of(frame.defender));
  }
}

}  // namespace archon
