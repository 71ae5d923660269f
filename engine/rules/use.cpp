#include "engine/rules/use.h"

#include <algorithm>

#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/events.h"
#include "engine/rules/steps.h"

namespace archon {

void exhaust(const Matchup& m, State& s, CardId card) {
  const Event event{.type = EventType::Exhaust, .player = s.cards[card].controller, .card = card};
  if ((s.static_mask & bit(StaticKind::Forbid)) && forbidden(m, s, event)) return;
  s.cards[card].set(kExhausted);
  if (m.watches & kWatchExhaustion) touch(m, s, kWatchExhaustion);
}

namespace {
// Where plays and uses of cards with this name are counted, in the low nibble: token creatures have a name that no card of a
// deck has.
template <class S>
auto& uses_of_name(const Matchup& m, S& s, CardId card) {
  const Card& of = s.cards[card];
  if (!of.has(kFacedown)) return s.cards[m.cards[card].name_group].uses;
  for (size_t player = 0; player < 2; ++player)
    if (m.tokens[player].definition == of.definition) return s.players[player].token_uses;
  return s.players[of.controller].token_uses;  // one that has become a copy
}
}  // namespace

bool six_reached(const Matchup& m, const State& s, CardId card) { return (uses_of_name(m, s, card) & 0x0F) >= 6; }

void count_for_six(const Matchup& m, State& s, CardId card) {
  s.acted = 1;
  uint8_t& uses = uses_of_name(m, s, card);
  if ((uses & 0x0F) < 15) ++uses;
}

void copy_counts_for_six(const Matchup& m, State& s, CardId card, CardId original) {
  uint8_t& uses = uses_of_name(m, s, card);
  if (uses & 0x0F) --uses;
  count_for_six(m, s, original);
}

namespace {
// Whose taunt applies to the neighbors of its neighbors, too.
[[gnu::cold]] CardSet wide_taunts(const Matchup& m, const State& s) {
  CardSet wide;
  for_each_static(m, s, StaticKind::WideTaunt, [&](const Scope& scope, const Static& rule, int) {
    for (CardId card : eval_cards(scope, rule.cards))
      if (has_keyword(s, card, Keyword::Taunt)) wide.add(card);
  });
  return wide;
}
}  // namespace

bool ignores(const Matchup& m, const State& s, CardId card, int what) {
  bool found = false;
  for_each_static(m, s, StaticKind::Ignores, [&](const Scope& scope, const Static& rule, int) {
    found |= rule.what == what && eval_cards(scope, rule.cards).has(card);
  });
  return found;
}

CardSet fight_targets(const Matchup& m, const State& s, CardId attacker, bool past_taunt) {
  const int enemy = 1 - s.cards[attacker].controller;
  CardSet targets;
  const bool ignores_taunt = past_taunt || ignores(m, s, attacker, static_cast<int>(Keyword::Taunt));
  const ZoneView line = zone_of(s, Zone::Line, enemy);
  const CardSet wide = s.static_mask & bit(StaticKind::WideTaunt) ? wide_taunts(m, s) : CardSet{};
  for (int i = 0; i < line.size(); ++i) {
    const bool guarded = (i > 0 && has_keyword(s, line[i - 1], Keyword::Taunt)) ||
                         (i + 1 < line.size() && has_keyword(s, line[i + 1], Keyword::Taunt)) ||
                         (wide && ((i > 1 && wide.has(line[i - 2])) || (i + 2 < line.size() && wide.has(line[i + 2]))));
    if (guarded && !ignores_taunt && !has_keyword(s, line[i], Keyword::Taunt)) continue;
    const Event event{.type = EventType::Fight,
                      .player = s.cards[attacker].controller,
                      .card = attacker,
                      .other = line[i],
                      .flags = kByFight};
    if (!forbidden(m, s, event)) targets.add(line[i]);
  }
  return targets;
}

namespace {
bool has_fight_target(const Matchup& m, const State& s, CardId attacker) {
  // Of the creatures that taunt guards those with taunt may be fought: some may.
  if (!(s.static_mask & bit(StaticKind::Forbid))) return s.count(Zone::Line, 1 - s.cards[attacker].controller) > 0;
  return !fight_targets(m, s, attacker).empty();
}
}  // namespace

bool action_in_house(const Matchup& m, const State& s, CardId card) {
  return (s.cards[card].houses & s.house) || has_keyword(s, card, Keyword::Versatile) ||
         find_permission(m, s, s.active, kAllowUse, card) >= 0;
}

int action_abilities(const Matchup& m, const State& s, CardId card, bool house_ok, uint16_t* abilities, uint8_t* sources,
                     int room) {
  int count = 0;
  const auto add = [&](uint16_t ability, uint8_t source) {
    if (count >= room) return;
    abilities[count] = ability;
    sources[count++] = source;
  };
  if (house_ok) for_each_head(m, s, card, AbilityKind::Action, add);
  for_each_head(m, s, card, AbilityKind::Omni, add);
  return count;
}

bool offered_elsewhere(const Matchup& m, const State& s, const Active& active) {
  const Ability& ability = m.program->abilities[active.ability];
  if (ability.kind != AbilityKind::Omni || ability.zone == Zone::Line) return false;
  LastingStorage storage;
  const Scope scope = scope_of(m, s, active, storage);
  return scope.you == s.active && !six_reached(m, s, active.self) && holds(scope, ability.guard);
}

bool can_pay_taxes(const Matchup& m, const State& s, const Event& event) {
  if (!(s.static_mask & bit(StaticKind::Tax))) return true;
  int due = 0;
  for_each_tax(m, s, event, [&](int, const Static&) { ++due; });
  return s.players[event.player].amber >= due;
}

void queue_taxes(const Matchup& m, State& s, const Event& event) {
  for_each_tax(m, s, event, [&](int index, const Static& rule) {
    const Active active = s.actives[index];
    const int payee =
        is_lasting(active.source) ? s.lasting[active.source - kLastingBase].controller : s.cards[active.self].controller;
    queue_ability(m, s, rule.ability, active.self, active.source, payee, event, kWaitingAnywhere);
  });
}

bool queue_use_costs(const Matchup& m, State& s, CardId card, int player) {
  bool queued = false;
  for_each_head(m, s, card, AbilityKind::UseCost, [&](uint16_t ability, uint8_t source) {
    const Event event{.type = EventType::Use, .player = static_cast<uint8_t>(player), .card = card};
    queue_ability(m, s, ability, card, source, player, event, kWaitingAnywhere);
    queued = true;
  });
  return queued;
}

namespace {
bool has_action(const Matchup& m, const State& s, CardId card, bool house_ok) {
  if (!may_have_heads(m, s, card, bit(AbilityKind::Action) | bit(AbilityKind::Omni))) return false;
  uint16_t ability;
  uint8_t source;
  return action_abilities(m, s, card, house_ok, &ability, &source, 1) > 0;
}

// "Must fight when used, if able."
bool must_fight(const Matchup& m, const State& s, CardId card) {
  const Event event{.type = EventType::Fight, .player = s.cards[card].controller, .card = card, .flags = kByFight};
  bool found = false;
  const auto wanted = [&](const Static& rule) { return m.program->patterns[rule.pattern].type == event.type; };
  for_each_static(m, s, StaticKind::Require, wanted, [&](const Scope& scope, const Static& rule, int) {
    found |= fits(scope, m.program->patterns[rule.pattern], event);
  });
  return found;
}
}  // namespace

uint8_t use_options(const Matchup& m, const State& s, int player, CardId card, uint8_t allowed, bool as_if_yours) {
  const Card& c = s.cards[card];
  if (!s.in_play(card) || c.zone == Zone::Attached || c.has(kExhausted) || six_reached(m, s, card)) return 0;
  if (c.controller != player && !as_if_yours) return 0;
  Event event{.type = EventType::Use, .player = static_cast<uint8_t>(player), .card = card};
  if (!can_pay_taxes(m, s, event)) return 0;
  const auto may = [&](EventType type, uint8_t flag) {
    event.flags = flag;
    event.type = EventType::Use;
    if (forbidden(m, s, event)) return false;
    event.type = type;
    return type == EventType::Use || !forbidden(m, s, event);
  };
  const bool creature = c.zone == Zone::Line;
  static_assert(kUseReap == kByReap && kUseFight == kByFight && kUseAction == kByAction);
  if (c.suffers(kStunned)) {  // whenever it could be used in some way, its stun can be removed instead (rulebook 18.4, STUN)
    for (uint8_t flag : {kByReap, kByFight, kByAction})
      if ((allowed & flag) && may(EventType::Use, flag)) return kUseUnstun;
    return 0;
  }
  uint8_t options = 0;
  if ((allowed & kUseReap) && creature && may(EventType::Reap, kByReap)) options |= kUseReap;
  if ((allowed & kUseFight) && creature && may(EventType::Fight, kByFight) && has_fight_target(m, s, card))
    options |= kUseFight;
  if ((allowed & kUseAction) && has_action(m, s, card, true) && may(EventType::Use, kByAction)) options |= kUseAction;
  if ((options & kUseFight) && (c.has(kEnraged) || must_fight(m, s, card))) return kUseFight;
  return options;
}

uint8_t main_use_options(const Matchup& m, const State& s, CardId card) {
  const int player = s.active;
  if (s.cards[card].has(kExhausted)) return 0;
  const bool house_ok = action_in_house(m, s, card);
  uint8_t allowed = 0;
  if (house_ok) {
    allowed = kUseReap | kUseFight | kUseAction;
  } else {
    if (find_permission(m, s, player, kAllowFight, card) >= 0) allowed |= kUseFight;
    if (find_permission(m, s, player, kAllowReap, card) >= 0) allowed |= kUseReap;
    if (has_action(m, s, card, false)) allowed |= kUseAction;
  }
  // Without an enemy to fight it could not normally be used to fight, not even to remove a stun (FAQ Horseman of War); an
  // effect that fights with it still removes the stun (FAQ 1.3, Anger).
  if ((allowed & kUseFight) && s.cards[card].suffers(kStunned) && !has_fight_target(m, s, card))
    allowed = static_cast<uint8_t>(allowed & ~kUseFight);
  return allowed ? use_options(m, s, player, card, allowed) : 0;
}

void push_use(State& s, CardId card, int player, uint8_t modes, bool as_if_yours, bool house_ok) {
  UseFrame& frame = push_frame<UseFrame>(s);
  frame.card = card;
  frame.player = static_cast<uint8_t>(player);
  frame.modes = modes;
  frame.as_if_yours = as_if_yours;
  frame.house_ok = house_ok;
}

void push_fight(State& s, CardId attacker, int player, CardSet allowed, bool past_taunt) {
  FightFrame& frame = push_frame<FightFrame>(s);
  frame.attacker = attacker;
  frame.defender = kNoCard;
  frame.player = static_cast<uint8_t>(player);
  frame.allowed = allowed;
  frame.past_taunt = past_taunt;
}

void push_reap(State& s, CardId card, int player) {
  ReapFrame& frame = push_frame<ReapFrame>(s);
  frame.card = card;
  frame.player = static_cast<uint8_t>(player);
}

void unstun_by_use(const Matchup& m, State& s, CardId card, int player) {
  exhaust(m, s, card);
  s.cards[card].set(kStunned, false);
  touch(m, s, kWatchStatus);
  count_for_six(m, s, card);
  emit(m, s, {.type = EventType::Use, .player = static_cast<uint8_t>(player), .card = card});
}

// Uses a card in one of the ways a frame allows; asks which when there are several.
void step_use(const Matchup& m, State& s) {
  UseFrame& frame = top_frame<UseFrame>(s);
  switch (frame.head.phase) {
    case UseFrame::Begin: {
      frame.head.phase = UseFrame::Chosen;
      refresh(m, s);
      const uint8_t options = use_options(m, s, frame.player, frame.card, frame.modes, frame.as_if_yours);
      if (options == 0) return finish_frame(s, 0);
      frame.modes = options;
      const Event event{.type = EventType::Use, .player = frame.player, .card = frame.card};
      queue_taxes(m, s, event);
      if (std::popcount(options) > 1) {
        Choice& choice = ask(s, ChoiceKind::Ability, frame.player, frame.card);
        choice.mask = options;
      }
      return;
    }
    case UseFrame::Chosen: {
      frame.head.phase = UseFrame::Paid;
      if (std::popcount(frame.modes) > 1) {
        const Verb verb = s.answer.verb();
        frame.modes = verb == Verb::Reap ? kUseReap : verb == Verb::Fight ? kUseFight : kUseAction;
      }
      if (queue_use_costs(m, s, frame.card, frame.player)) return;
      [[fallthrough]];
    }
    case UseFrame::Paid: {
      frame.head.phase = UseFrame::Finish;
      const CardId card = frame.card;
      const int player = frame.player;
      const uint8_t house_ok = frame.house_ok, mode = frame.modes;
      if (mode == 0) count_for_six(m, s, card);  // its price was not paid: tried without end, it would be a loop
      if (mode == 0 || !s.in_play(card) || s.cards[card].has(kExhausted)) return finish_frame(s, 0);
      if (mode == kUseUnstun) return unstun_by_use(m, s, card, player);
      if (mode == kUseReap) return push_reap(s, card, player);
      if (mode == kUseFight) return push_fight(s, card, player, {});
      ActFrame& act = push_frame<ActFrame>(s);
      act.card = card;
      act.player = static_cast<uint8_t>(player);
      act.house_ok = house_ok;
      return;
    }
    default:
      return finish_frame(s, 1, CardSet::of(frame.card));
  }
}

// Resolves one Action: or Omni: ability (rulebook 18.4, USE AN ACTION OR OMNI ABILITY).
void step_act(const Matchup& m, State& s) {
  ActFrame& frame = top_frame<ActFrame>(s);
  const CardId card = frame.card;
  const Event event{.type = EventType::Use, .player = frame.player, .card = card, .flags = kByAction};
  uint16_t abilities[8];
  uint8_t sources[8];
  switch (frame.head.phase) {
    case ActFrame::Begin:
      count_for_six(m, s, card);
      exhaust(m, s, card);
      frame.head.phase = ActFrame::Choose;
      return;
    case ActFrame::Choose: {
      const int count = action_abilities(m, s, card, frame.house_ok, abilities, sources, 8);
      frame.head.phase = ActFrame::Picked;
      s.answer = {};
      if (count > 1 && m.rules.one_action_per_use)
        ask(s, ChoiceKind::Option, frame.player, card).options = static_cast<uint8_t>(count);
      return;
    }
    case ActFrame::Picked: {
      const int count = action_abilities(m, s, card, frame.house_ok, abilities, sources, 8);
      const int pick = std::min(s.answer.index(), count - 1);
      frame.head.phase = ActFrame::After;
      for (int i = 0; !m.rules.one_action_per_use && i < count; ++i) {  // until 1.3 all of them resolve
        if (i != pick) queue_ability(m, s, abilities[i], card, sources[i], frame.player, event, kWaitingAnywhere);
      }
      if (pick >= 0) queue_ability(m, s, abilities[pick], card, sources[pick], frame.player, event, kWaitingAnywhere);
      return;
    }
    case ActFrame::After:
      frame.head.phase = ActFrame::Finish;
      emit(m, s, event);
      return;
    default:
      return finish_frame(s, 1);
  }
}

}  // namespace archon
