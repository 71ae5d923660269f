#include "engine/rules/play.h"

#include <algorithm>

#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/amber.h"
#include "engine/rules/damage.h"
#include "engine/rules/events.h"
#include "engine/rules/icons.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"
#include "engine/rules/use.h"

namespace archon {
namespace {

// "Play only if", and whether the cost of playing can be paid.
bool restrictions_met(const Matchup& m, const State& s, int player, CardId card) {
  const Definition& def = definition(m, s, card);
  if (!(def.kinds & (bit(AbilityKind::PlayOnlyIf) | bit(AbilityKind::PlayCost)))) return true;
  const Registers regs;
  Scope scope{.m = m, .s = s, .self = card, .you = static_cast<uint8_t>(player)};
  scope.regs = &regs;
  for (uint16_t id : def.abilities) {
    const Ability& ability = m.program->abilities[id];
    const bool restricts = ability.kind == AbilityKind::PlayOnlyIf || ability.kind == AbilityKind::PlayCost;
    if (restricts && !holds(scope, ability.guard)) return false;
  }
  return true;
}

bool as_upgrade(const Matchup& m, const State& s, CardId card) { return s.cards[card].definition == m.cards[card].as_upgrade; }

Event play_event(const Matchup& m, const State& s, int player, CardId card) {
  return {.type = EventType::Play,
          .player = static_cast<uint8_t>(player),
          .card = card,
          .flags = as_upgrade(m, s, card) ? uint16_t{kAsUpgrade} : uint16_t{0}};
}

// What the game would be with the card as an upgrade.
State with_upgrade(const Matchup& m, const State& s, CardId card) {
  State changed = s;
  changed.cards[card].definition = m.cards[card].as_upgrade;
  return changed;
}

// What an action becomes, it becomes by its effect.
bool has_form(const Matchup& m, const State& s, CardId card) {
  return m.cards[card].as_upgrade != kNone && !as_upgrade(m, s, card) && type_of(m, s, card) == CardType::Creature;
}

// The first creature of a battleline is on both flanks of it.
Event in_empty_line(const Matchup& m, const State& s, Event play) {
  const bool first = s.count(Zone::Line, play.player) == 0 && is_creature(m, s, play.card);
  if (first && !prints_keyword(m, s, play.card, Keyword::Treachery)) play.flags |= kOnLeftFlank | kOnRightFlank;
  return play;
}

bool playable_so(const Matchup& m, const State& s, int player, CardId card) {
  if (s.acted && prints_keyword(m, s, card, Keyword::Alpha)) return false;
  if (six_reached(m, s, card) || !restrictions_met(m, s, player, card)) return false;
  if (type_of(m, s, card) == CardType::Upgrade && hosts_for(m, s, card, player).empty()) return false;
  if (!(s.static_mask & (bit(StaticKind::Forbid) | bit(StaticKind::Limit) | bit(StaticKind::Tax)))) return true;
  const Event event = play_event(m, s, player, card);
  return !forbidden(m, s, in_empty_line(m, s, event)) && !limit_reached(m, s, event) && can_pay_taxes(m, s, event);
}

// Apart from the others, which are asked for every card of a hand: it copies the game.
[[gnu::cold, gnu::noinline]] bool playable_as_upgrade(const Matchup& m, const State& s, int player, CardId card) {
  return playable_so(m, with_upgrade(m, s, card), player, card);
}
}  // namespace

CardSet hosts_for(const Matchup& m, const State& s, CardId card, int player) {
  const Definition& def = definition(m, s, card);
  if (!(def.kinds & bit(AbilityKind::AttachOnly))) return creatures_in_play(s);
  CardSet hosts;
  for (uint16_t id : def.abilities) {
    const Ability& ability = m.program->abilities[id];
    const Scope scope{.m = m, .s = s, .self = card, .you = static_cast<uint8_t>(player)};
    if (ability.kind == AbilityKind::AttachOnly) hosts |= eval_cards(scope, ability.guard);
  }
  return hosts;
}

bool playable(const Matchup& m, const State& s, int player, CardId card) {
  if (m.cards[card].half != Half::None) return false;  // one half alone
  return playable_so(m, s, player, card) || (has_form(m, s, card) && playable_as_upgrade(m, s, player, card));
}

namespace {
bool first_turn_spent(const State& s) { return s.first_turn && s.hand_moves >= 1; }

// Whether the house or a permission lets the card be played; `permission`: the one needed, or -1.
bool permitted(const Matchup& m, const State& s, CardId card, int& permission) {
  const bool in_house = m.cards[card].houses & s.house;
  permission = -1;
  if (in_house && !first_turn_spent(s)) return true;
  permission = find_permission(m, s, s.active, kAllowPlay, card);
  if (permission < 0) return false;
  if (!first_turn_spent(s)) return true;
  // A number of cards, or all of them for this turn (rulebook 18.4, FAQ Unity Prism), not what speaks of their house only.
  const Active& active = s.actives[permission];
  const Static& rule = m.program->statics[m.program->abilities[active.ability].static_rule];
  return m.rules.first_turn_modifiable && (rule.limit > 0 || is_lasting(active.source));
}

// The halves with which a gigantic creature can be played from hand (rulebook 18.4, GIGANTIC).
CardSet halves_in_hand(const Matchup& m, const State& s, CardId card) {
  if (m.cards[card].half != Half::First) return {};
  return other_halves(m, zone_set(s, Zone::Hand, m.cards[card].owner), card);
}

bool main_playable_so(const Matchup& m, const State& s, CardId card) {
  int permission;
  if (m.cards[card].half != Half::None && !halves_in_hand(m, s, card)) return false;
  return permitted(m, s, card, permission) && playable_so(m, s, s.active, card);
}

[[gnu::cold, gnu::noinline]] bool main_playable_as_upgrade(const Matchup& m, const State& s, CardId card) {
  return main_playable(m, with_upgrade(m, s, card), card);
}
}  // namespace

bool main_playable(const Matchup& m, const State& s, CardId card) {
  if (!(m.cards[card].houses & s.house) && !(s.static_mask & bit(StaticKind::Allow))) return false;  // most cards of a hand
  return main_playable_so(m, s, card) || (has_form(m, s, card) && main_playable_as_upgrade(m, s, card));
}

bool main_discardable(const Matchup& m, const State& s, CardId card) {
  if (!(m.cards[card].houses & s.house) || first_turn_spent(s)) return false;
  if (!(s.static_mask & bit(StaticKind::Forbid))) return true;
  return !forbidden(m, s, {.type = EventType::Discard, .player = s.active, .card = card, .flags = kFromHand});
}

bool asks_for_copy(const Matchup& m, State& s, CardId card, int player) {
  const Definition& def = definition(m, s, card);
  if (!(def.kinds & bit(AbilityKind::PlayAsCopy))) return false;
  for (uint16_t id : def.abilities) {
    const Ability& ability = m.program->abilities[id];
    if (ability.kind != AbilityKind::PlayAsCopy) continue;
    const Scope scope{.m = m, .s = s, .self = card, .you = static_cast<uint8_t>(player)};
    const CardSet originals = eval_cards(scope, ability.guard);
    if (!originals) return false;
    ask_for_card(s, player, originals, card);
    return true;
  }
  return false;
}

void become_copy(const Matchup& m, State& s, CardId card, CardId original) {
  s.cards[card].definition = s.cards[original].definition;
  s.cards[card].houses = m.cards[original].houses;
}

void push_play(State& s, CardId card, int player, uint8_t how) {
  PlayFrame& frame = push_frame<PlayFrame>(s);
  frame.how = how;
  frame.card = card;
  frame.player = static_cast<uint8_t>(player);
  frame.from = s.cards[card].zone;
  frame.icons_of = card;
  frame.half = kNoCard;
  frame.onto = kNoCard;
  frame.stay = s.cards[card].stay;
}

// An action ends the step from its reveal on, other cards as they enter play (rulebook 18.4, OMEGA). Also one that gains
// Omega there; what a card loses in play makes no difference (FAQ Shadow of Dis).
void apply_omega(const Matchup& m, State& s, CardId card) {
  refresh(m, s);
  const bool gained = s.in_play(card) && has_keyword(s, card, Keyword::Omega);
  if (!gained && !prints_keyword(m, s, card, Keyword::Omega)) return;
  if (s.ending == Ending::None) s.ending = Ending::Step;
}

void play_from_hand(State& s, CardId card) {
  push_play(s, card, s.active);
  top_frame<PlayFrame>(s).move = 1;
}

namespace {

// A move of the main step uses a permission up.
void spend_move(const Matchup& m, State& s, CardId card) {
  int permission = -1;
  permitted(m, s, card, permission);
  // A card of the active house uses a fitting allowance up, too (rulebook 18.4, FAQ Helper Bot).
  if (permission < 0) permission = find_permission(m, s, s.active, kAllowPlay, card);
  if (permission >= 0) use_permission(m, s, permission, card);
  if (s.hand_moves < 255) ++s.hand_moves;
}

// As what a card is played is chosen when it is played, whatever an effect called it that had it played (rulebook 18.4, FAQ
// Creatures Played as Upgrades). True when that is asked.
bool asks_for_form(const Matchup& m, State& s, const PlayFrame& frame) {
  const CardId card = frame.card;
  if (!has_form(m, s, card)) return false;
  const auto possible = [&](const State& so) {
    return frame.move ? main_playable_so(m, so, card) : playable_so(m, so, frame.player, card);
  };
  const State upgraded = with_upgrade(m, s, card);
  if (!possible(upgraded)) return false;
  if (!possible(s)) {
    s.cards[card].definition = upgraded.cards[card].definition;
    return false;
  }
  ask(s, ChoiceKind::Option, frame.player, card).options = 2;
  return true;
}

// A play by an effect uses up an allowance that would have permitted it (rulebook 18.4, FAQ Phase Shift).
void use_allowance(const Matchup& m, State& s, const PlayFrame& frame) {
  const int permission = find_permission(m, s, frame.player, kAllowPlay, frame.card);
  if (permission >= 0) use_permission(m, s, permission, frame.card);
}

// Reveals the card: taxes and costs are queued, then it is neither in its old zone nor yet in play.
void begin_play(const Matchup& m, State& s, PlayFrame& frame) {
  if (frame.move) spend_move(m, s, frame.card);
  const Event event = play_event(m, s, frame.player, frame.card);
  frame.flags = event.flags;
  if (frame.from == Zone::Discard) frame.flags |= kFromDiscard;
  queue_taxes(m, s, event);
  for (uint16_t id : definition(m, s, frame.card).abilities)
    if (m.program->abilities[id].kind == AbilityKind::PlayCost)
      queue_ability(m, s, id, frame.card, frame.card, frame.player, event, kWaitingAnywhere);
  const bool as_active = frame.how & kPlayActive;
  if (frame.from != Zone::Hand && !as_active) use_allowance(m, s, frame);
  if (!s.acted) frame.how |= kPlayFirst;
  count_for_six(m, s, frame.card);
  const uint16_t form = s.cards[frame.card].definition;
  move_card(m, s, frame.card, {Zone::Limbo});
  if (s.cards[frame.card].zone != Zone::Limbo) return finish_frame(s, 0);  // abducted: it goes to its owner's hand instead
  if (frame.half != kNoCard) move_card(m, s, frame.half, {Zone::Limbo});
  s.cards[frame.card].definition = form;
  s.cards[frame.card].houses = as_active ? s.house : m.cards[frame.card].houses;
  s.cards[frame.card].controller = frame.player;
  if (as_active) use_allowance(m, s, frame);
}

// Alpha of a card that this one would become a copy of (rulebook 18.4, FAQ Mimicry).
bool too_late(const Matchup& m, const State& s, CardId original, const PlayFrame& frame) {
  return !(frame.how & kPlayFirst) && prints_keyword(m, s, original, Keyword::Alpha);
}

CardSet possible_hosts(const Matchup& m, const State& s, const PlayFrame& frame) {
  const CardSet hosts = hosts_for(m, s, frame.card, frame.player);
  return frame.onto == kNoCard ? hosts : hosts & CardSet::of(frame.onto);
}

void enter(const Matchup& m, State& s, PlayFrame& frame) {
  const CardId card = frame.card;
  frame.head.phase = PlayFrame::Icons;
  switch (type_of(m, s, card)) {
    case CardType::Action:
      return apply_omega(m, s, card);
    case CardType::Upgrade:
      if (const CardSet hosts = possible_hosts(m, s, frame)) {
        frame.head.phase = PlayFrame::Attach;
        return ask_for_card(s, frame.player, hosts, card);
      }
      // Nothing to attach it to: it goes back (rulebook 18.4, UPGRADES).
      move_card(m, s, card, {frame.from});
      return finish_frame(s, 0);
    default:
      push_enter(s, card, frame.player, true, frame.how).half = frame.half;
  }
}

bool takes_control(const Matchup& m, uint16_t ability) {
  const uint16_t rule = m.program->abilities[ability].static_rule;
  return rule != kNone && m.program->statics[rule].kind == StaticKind::Controls;
}

// Of several control effects the most recent takes precedence (rulebook 18.4, CONTROL AND OWNERSHIP): earlier lasting ones let
// go.
bool supersede_control(const Matchup& m, State& s, CardId upgrade, CardId host) {
  bool controls = false;
  for (uint16_t id : definition(m, s, upgrade).abilities) controls |= takes_control(m, id);
  for (int i = 0; controls && i < s.lasting_count; ++i) {
    const LastingEffect& effect = s.lasting[i];
    if (effect.body == kNone || effect.cards == kNotKept) continue;
    if (takes_control(m, m.program->bodies[effect.body].abilities[0])) s.kept[effect.cards].remove(host);
  }
  return controls;
}

void attach(const Matchup& m, State& s, CardId upgrade, CardId host, int player) {
  if (s.in_play(upgrade)) player = s.cards[upgrade].controller;
  const bool controls = supersede_control(m, s, upgrade, host);
  place(s, m, upgrade, Zone::Attached, player, kBottom);
  s.cards[upgrade].host = host;
  s.cards[upgrade].controller = static_cast<uint8_t>(player);
  s.cards[upgrade].set(kForeign, player != m.cards[upgrade].owner);
  s.dirty = 1;
  if (controls) push_control(s, host, player);
}

Event attach_event(const State& s, CardId upgrade, int player) {
  return {.type = EventType::Attach, .player = static_cast<uint8_t>(player), .card = upgrade, .other = s.cards[upgrade].host};
}

// How many times more than once the "Play:" abilities of the card resolve; each of them does so in a row (FAQ Sci. Officer
// Morpheus).
int extra_resolutions(const Matchup& m, const State& s, const Event& event) {
  int more = 0;
  if (!(s.standing_mask & bit(AbilityKind::PlayAgain))) return 0;
  for (int i = 0; i < s.active_count; ++i) {
    const Ability& ability = m.program->abilities[s.actives[i].ability];
    if (ability.kind != AbilityKind::PlayAgain) continue;
    LastingStorage storage;
    const Scope scope = scope_of(m, s, s.actives[i], storage);
    more += fits(scope, m.program->patterns[ability.pattern], event) && holds(scope, ability.guard);
  }
  return std::min(more, 15);
}

void queue_play_abilities(const Matchup& m, State& s, CardId card, const Event& event) {
  const bool action = s.cards[card].zone == Zone::Limbo;
  if (!action && !s.in_play(card)) return;
  if (action && (s.replace_mask & bit(EventType::Play)) && replaced(m, s, event)) return;
  const int flags = (action ? kWaitingAnywhere : 0) + kWaitingAgain * extra_resolutions(m, s, event);
  queue_heads(m, s, card, AbilityKind::Play, event, static_cast<uint8_t>(flags));
}

// With the place where it came to stand.
Event played_event(const PlayFrame& frame) {
  return {.type = EventType::Play, .player = frame.player, .card = frame.card, .flags = frame.flags, .amount = frame.place};
}

// "Play:", "after played" and "after enters play" share one window (rulebook 18.4, PLAYING CARDS 4). Until 1.3 what other cards
// do after a play comes before its own "Play:" (FAQ 1.3, Library Access).
void after_play(const Matchup& m, State& s, PlayFrame& frame) {
  const CardId card = frame.card;
  Event event = played_event(frame);
  emit_before(m, s, event);
  if (frame.icons_of != card) event.other = frame.icons_of;  // in history the copy is the card it copied
  const bool joint = m.rules.joint_after_play_window;
  frame.head.phase = joint ? PlayFrame::Newer : PlayFrame::OwnAbilities;
  if (joint) queue_play_abilities(m, s, card, event);
  frame.effects = s.lasting_count;
  emit(m, s, event);
  const bool left = s.cards[card].stay != frame.stay;  // it entered, and was destroyed by its icons or for want of power
  if (!s.in_play(card) && !left) return;
  Event entered = event;
  entered.type = EventType::Enter;
  emit(m, s, entered);
  if (s.cards[card].zone == Zone::Attached) emit(m, s, attach_event(s, card, frame.player));
}

// An action that has been resolved goes to the discard pile, or where a card in play or an effect that began before it was
// played sends it. What waits for the next action is used up even when that one goes elsewhere by itself.
void put_away(const Matchup& m, State& s, const PlayFrame& frame) {
  Destination to{Zone::Discard};
  const Event event{.type = EventType::MoveToDiscard, .player = frame.player, .card = frame.card, .flags = kResolved};
  const auto replace = [&](const Ability& ability, const Active& active) {
    if (is_lasting(active.source) && active.source - kLastingBase >= frame.effects) return;
    to = {ability.move_to, -1, kBottom};
    if (!is_lasting(active.source)) return;
    LastingEffect& effect = s.lasting[active.source - kLastingBase];
    if (effect.body != kNone && m.program->bodies[effect.body].once) effect.body = kNone, s.dirty = 1;
  };
  if (s.lasting_count > 0 || (s.replace_mask & bit(EventType::MoveToDiscard))) {
    refresh(m, s);
    for_each_replacement(m, s, event, replace);
  }
  if (s.cards[frame.card].zone == Zone::Limbo) move_card(m, s, frame.card, to);
}

}  // namespace

bool attach_upgrade(const Matchup& m, State& s, CardId upgrade, CardId host, int player) {
  const bool moves = s.in_play(upgrade);
  const Zone at = s.cards[host].zone;
  const bool action = type_of(m, s, upgrade) == CardType::Action && m.cards[upgrade].as_upgrade != kNone;
  const bool possible = action ? at == Zone::Line || at == Zone::Artifacts
                               : type_of(m, s, upgrade) == CardType::Upgrade && hosts_for(m, s, upgrade, player).has(host);
  if (!possible || (moves && s.cards[upgrade].host == host)) return false;
  if (!moves) move_card(m, s, upgrade, {Zone::Limbo});
  if (action) s.cards[upgrade].definition = m.cards[upgrade].as_upgrade;
  attach(m, s, upgrade, host, player);
  if (!moves) emit(m, s, {.type = EventType::Enter, .player = static_cast<uint8_t>(player), .card = upgrade});
  emit(m, s, attach_event(s, upgrade, player));
  return true;
}

void step_play(const Matchup& m, State& s) {
  PlayFrame& frame = top_frame<PlayFrame>(s);
  const CardId card = frame.card;
  switch (frame.head.phase) {
    case PlayFrame::Begin:
      if (const CardSet halves = halves_in_hand(m, s, card); halves) {
        frame.head.phase = PlayFrame::Half;
        return ask_for_card(s, frame.player, halves, card);
      }
      if (asks_for_form(m, s, frame)) {
        frame.head.phase = PlayFrame::Form;
        return;
      }
      frame.head.phase = PlayFrame::Copy;
      return begin_play(m, s, frame);
    case PlayFrame::Half:
      frame.half = s.answer.card();
      frame.head.phase = PlayFrame::Copy;
      return begin_play(m, s, frame);
    case PlayFrame::Form:
      if (s.answer.index() == 1 && m.cards[card].as_upgrade != kNone) s.cards[card].definition = m.cards[card].as_upgrade;
      frame.head.phase = PlayFrame::Copy;
      return begin_play(m, s, frame);
    case PlayFrame::Copy:
      if (!asks_for_copy(m, s, card, frame.player)) return enter(m, s, frame);
      frame.head.phase = PlayFrame::Copied;
      return;
    case PlayFrame::Copied:
      if (six_reached(m, s, s.answer.card()) || too_late(m, s, s.answer.card(), frame)) {
        // The copied card could not be played: neither can the copy.
        move_card(m, s, card, {frame.from, -1, frame.from == Zone::Hand ? kBottom : 0});
        return finish_frame(s, 0);
      }
      become_copy(m, s, card, s.answer.card());
      frame.icons_of = s.answer.card();
      copy_counts_for_six(m, s, card, frame.icons_of);
      return enter(m, s, frame);
    case PlayFrame::Attach:
      frame.head.phase = PlayFrame::Icons;
      attach(m, s, card, s.answer.card(), frame.player);
      return apply_omega(m, s, card);
    case PlayFrame::Icons:
      frame.head.phase = PlayFrame::AfterPlay;
      return push_icons(m, s, card, frame.icons_of, frame.player, frame.half);
    case PlayFrame::AfterPlay:
      return after_play(m, s, frame);
    case PlayFrame::OwnAbilities:
      frame.head.phase = PlayFrame::Finish;
      return queue_play_abilities(m, s, card, played_event(frame));
    case PlayFrame::Newer:  // effects that the card's own play created listen to it, too (FAQ Wild Wormhole with Library
                            // Access)
      frame.head.phase = PlayFrame::Finish;
      return emit_to_newer(m, s, played_event(frame), frame.effects);
    default:
      put_away(m, s, frame);
      return finish_frame(s, 1, CardSet::of(card));
  }
}

}  // namespace archon
