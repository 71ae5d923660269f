// Cards enter play and change sides (rulebook 18.4, ENTERS PLAY, BATTLELINE, CONTROL AND OWNERSHIP).
#include <algorithm>

#include "engine/core/kept.h"
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/query/scope.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/play.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {

bool describes(const Matchup& m, const Scope& scope, const Static& rule, const EnterFrame& frame) {
  if (rule.selector == kNone || (rule.what && !frame.played)) return false;
  if ((rule.flags & kPlayedByYou) && scope.you != frame.by) return false;
  Scope entering = scope;
  entering.last_known = true;  // its side is that of the player it enters under
  return matches(entering, m.program->selectors[rule.selector], frame.card);
}

// Calls visit(rule) for each ability in force of this kind that concerns the card that enters now. Returns the lasting effects
// that are used up: every "next card" that waits is met by this one, also when it enters so by itself.
template <class Visit>
uint64_t for_each_describing(const Matchup& m, const State& s, StaticKind kind, const EnterFrame& frame, Visit visit) {
  uint64_t used = 0;
  for_each_static(m, s, kind, [&](const Scope& scope, const Static& rule, int index) {
    if (!describes(m, scope, rule, frame)) return;
    const uint8_t source = s.actives[index].source;
    const bool counts = rule.limit && is_lasting(source);
    if (counts && s.lasting[source - kLastingBase].uses >= rule.limit) return;
    visit(rule);
    if (counts) used |= uint64_t{1} << (source - kLastingBase);
  });
  return used;
}

bool keeps_met(const Program& p, const LastingEffect& effect) {
  return std::ranges::any_of(p.bodies[effect.body].abilities, [&](uint16_t id) {
    const uint16_t rule = p.abilities[id].static_rule;
    return rule != kNone && (p.statics[rule].kind == StaticKind::EntersReady) && (p.statics[rule].flags & kKeepsMet);
  });
}

[[gnu::cold]] void use_up(const Matchup& m, State& s, uint64_t effects, CardId card) {
  for (int i = 0; i < s.lasting_count; ++i) {
    if (!(effects >> i & 1)) continue;
    ++s.lasting[i].uses;
    if (keeps_met(*m.program, s.lasting[i])) s.lasting[i].cards = keep_cards(s, CardSet::of(card));
  }
}

// Whether an "enters ready/stunned" ability, its own or one in force, concerns the card that enters now. Its own concerns it
// like any other card that it describes (rulebook 18.4, FAQ Fandangle).
bool enters_with(const Matchup& m, State& s, StaticKind kind, const EnterFrame& frame) {
  bool found = false;
  const Scope own{.m = m, .s = s, .self = frame.card, .you = frame.controller};
  for (uint16_t id : definition(m, s, frame.card).abilities) {
    const Ability& ability = m.program->abilities[id];
    if (ability.kind != AbilityKind::Static) continue;
    const Static& rule = m.program->statics[ability.static_rule];
    if (rule.kind != kind || !holds(own, rule.condition)) continue;
    found |= rule.cards != kNone ? eval_cards(own, rule.cards).has(frame.card) : describes(m, own, rule, frame);
  }
  const uint64_t used = for_each_describing(m, s, kind, frame, [&](const Static&) { found = true; });
  if (used) use_up(m, s, used, frame.card);
  return found;
}

// How it may enter, if the active player likes (PlayHow).
[[gnu::cold]] int offered(const Matchup& m, const State& s, const EnterFrame& frame, uint64_t& used) {
  int how = 0;
  used = for_each_describing(m, s, StaticKind::MayEnter, frame,
                             [&](const Static& rule) { how |= eval({.m = m, .s = s}, rule.value); });
  return how;
}

// The creature it enters beside stands in the battleline that it enters.
bool enters_beside(const State& s, const EnterFrame& frame) {
  return frame.left_of != kNoCard && s.cards[frame.left_of].zone == Zone::Line &&
         s.cards[frame.left_of].controller == frame.controller;
}

int chosen_place(const State& s, const EnterFrame& frame) {
  if (enters_beside(s, frame)) return position_of(s, frame.left_of);
  if (frame.instead_of != kNoCard) return former_place(s, frame.instead_of);
  if (s.answer.verb() == Verb::Left) return 0;
  return s.answer.verb() == Verb::Center ? s.answer.index() : kBottom;
}

void put_in_line(const Matchup& m, State& s, EnterFrame& frame) {
  Card& card = s.cards[frame.card];
  const int index = chosen_place(s, frame);
  if (frame.moving) card.controller = frame.controller;
  place(s, m, frame.card, Zone::Line, frame.controller, index);
  // Only now the controller may look at its reverse side (rulebook 18.4, TOKEN CREATURES and FAQ).
  if (card.has(kFacedown)) card.set(frame.controller == 0 ? kKnownTo0 : kKnownTo1);
  s.dirty = 1;
  const auto [left, right] = beside(s, frame.card);
  frame.place = packed_neighbors(left, right);
  frame.flags = static_cast<uint16_t>((left == kNoCard ? kOnLeftFlank : 0) | (right == kNoCard ? kOnRightFlank : 0));
}

// The second half lies with the creature in play, open to both players, and is no card of its own there.
[[gnu::cold]] void join_halves(const Matchup& m, State& s, CardId card, CardId half) {
  place(s, m, half, Zone::Under, m.cards[half].owner, kBottom);
  s.cards[half].host = card;
  s.cards[half].set(kHalf);
  s.cards[half].set(kKnownTo0);
  s.cards[half].set(kKnownTo1);
}

void change_side(const Matchup& m, State& s, CardId card, int player, int index) {
  place(s, m, card, s.cards[card].zone, player, index);
  s.cards[card].controller = static_cast<uint8_t>(player);
  const CardFlag seen = player == 0 ? kKnownTo0 : kKnownTo1;  // the controller may look at or under it (FACEDOWN CARDS)
  if (s.cards[card].has(kFacedown)) s.cards[card].set(seen);
  for (CardId under : cards_beneath(s, card)) s.cards[under].set(seen);
}

// Where a creature that enters goes, unless its place is known: the answer is looked at when it is put there.
void ask_for_place(const Matchup& m, State& s, EnterFrame& frame, bool creature) {
  // The place of a creature is one in the battleline it stood in.
  if (frame.instead_of != kNoCard && s.cards[frame.instead_of].controller != frame.controller) frame.instead_of = kNoCard;
  // So is that of a neighbor.
  const bool beside = enters_beside(s, frame);
  if (!beside) frame.left_of = kNoCard;
  if (!creature || frame.instead_of != kNoCard || beside) return;
  if (frame.how & (kPlayLeft | kPlayRight)) {
    s.answer = Action(frame.how & kPlayLeft ? Verb::Left : Verb::Right);
    return;
  }
  Choice& choice = ask(s, ChoiceKind::Flank, s.active, frame.card);
  const int others = s.count(Zone::Line, frame.controller);
  choice.options = static_cast<uint8_t>(others);
  const bool deploys = frame.played || m.rules.deploy_on_entering;
  choice.can_stop = (deploys && prints_keyword(m, s, frame.card, Keyword::Deploy)) || (frame.how & kPlayAnywhere) ||
                    enters_with(m, s, StaticKind::EntersAnywhere, frame);
  const Event on_right{.type = EventType::Play, .player = frame.by, .card = frame.card, .flags = kOnRightFlank};
  choice.mask = frame.played && frame.controller == frame.by && forbidden(m, s, on_right);
  if (others == 0 || (choice.mask && (others == 1 || !choice.can_stop))) {
    s.choice = {};
    s.answer = Action(Verb::Left);
  }
}

// The card is in its place, beside its neighbors, but its own constants are not in force yet.
void arrive(const Matchup& m, State& s, const EnterFrame& frame, bool creature) {
  const bool ready = enters_with(m, s, StaticKind::EntersReady, frame) || (frame.how & kPlayReady);
  const bool stunned = enters_with(m, s, StaticKind::EntersStunned, frame) || (frame.how & kPlayStunned);
  const bool enraged = creature && enters_with(m, s, StaticKind::EntersEnraged, frame);
  Card& card = s.cards[frame.card];
  card.host = kNoCard;
  if (frame.half != kNoCard) join_halves(m, s, frame.card, frame.half);
  card.set(kExhausted, !ready);
  card.set(kStunned, stunned);
  card.set(kEnraged, enraged);
  card.set(kForeign, frame.controller != m.cards[frame.card].owner);
}

Event enter_event(const EnterFrame& frame) {
  return {
      .type = EventType::Enter, .player = frame.controller, .card = frame.card, .flags = frame.flags, .amount = frame.place};
}

}  // namespace

bool enters_as_creature(const Matchup& m, const State& s, CardId card) {
  return is_creature(m, s, card) || prints_creature(m, s, card) || m.printed(card).type == CardType::Creature;
}

EnterFrame& push_enter(State& s, CardId card, int player, bool played, uint8_t how) {
  EnterFrame& frame = push_frame<EnterFrame>(s);
  frame.card = card;
  frame.controller = frame.by = static_cast<uint8_t>(player);
  frame.how = how;
  frame.played = played;
  return frame;
}

void push_control(State& s, CardId card, int controller, uint8_t how) {
  ControlFrame& frame = push_frame<ControlFrame>(s);
  frame.card = card;
  frame.controller = static_cast<uint8_t>(controller);
  frame.how = how;
}

void push_move(State& s, CardId card, int player, uint8_t how) {
  EnterFrame& frame = push_enter(s, card, player, false, how);
  frame.moving = 1;
}

void step_enter(const Matchup& m, State& s) {
  EnterFrame& frame = top_frame<EnterFrame>(s);
  const CardId card = frame.card;
  if (frame.head.phase == EnterFrame::Copied) {
    become_copy(m, s, card, s.answer.card());
    frame.head.phase = EnterFrame::Place;
  }
  const bool creature = enters_as_creature(m, s, card);
  switch (frame.head.phase) {
    case EnterFrame::Begin:
      // A card that is played has become a copy before.
      if (!frame.moving && !frame.played && asks_for_copy(m, s, card, frame.controller)) {
        frame.head.phase = EnterFrame::Copied;
        return;
      }
      [[fallthrough]];
    case EnterFrame::Place: {
      // However it enters play (rulebook 18.4, TREACHERY, FAQ Scowly Caper).
      if (!frame.moving && prints_keyword(m, s, card, Keyword::Treachery))
        frame.controller = static_cast<uint8_t>(1 - frame.by);
      if (!frame.moving) s.cards[card].controller = frame.controller;
      frame.head.phase = EnterFrame::Offered;
      if (uint64_t used; !frame.moving && (s.static_mask & bit(StaticKind::MayEnter)) && offered(m, s, frame, used)) {
        ask(s, ChoiceKind::YesNo, s.active, card);
        return;
      }
      [[fallthrough]];
    }
    case EnterFrame::Offered: {
      frame.head.phase = EnterFrame::Placed;
      if (uint64_t used; !frame.moving && (s.static_mask & bit(StaticKind::MayEnter))) {
        const int how = offered(m, s, frame, used);
        if (s.answer.verb() == Verb::Yes) frame.how = static_cast<uint8_t>(frame.how | how);
        use_up(m, s, used, frame.card);
      }
      return ask_for_place(m, s, frame, creature);
    }
    case EnterFrame::Placed: {
      frame.head.phase = EnterFrame::Finish;
      refresh(m, s);
      if (creature)
        put_in_line(m, s, frame);
      else
        place(s, m, card, Zone::Artifacts, frame.controller, kBottom);
      s.dirty = 1;
      if (frame.moving) return;
      arrive(m, s, frame, creature);
      if (frame.played) return apply_omega(m, s, card);
      emit(m, s, enter_event(frame));
      return;
    }
    default: {
      const EnterFrame entered = frame;
      finish_frame(s, 1, CardSet::of(card));
      if (!entered.played) return;
      PlayFrame& play = top_frame<PlayFrame>(s);
      play.flags |= entered.flags;
      play.place = entered.place;
    }
  }
}

// Control of a card changes: it goes to the other side.
void step_control(const Matchup& m, State& s) {
  ControlFrame frame = top_frame<ControlFrame>(s);
  pop_frame(s);
  s.returned_flag = 1;
  Card& card = s.cards[frame.card];
  if (!s.in_play(frame.card) || card.controller == frame.controller) return;
  s.dirty = 1;
  if (card.zone == Zone::Line) {
    return push_move(s, frame.card, frame.controller, frame.how);
  }
  change_side(m, s, frame.card, frame.controller, kBottom);
}

void exchange_sides(const Matchup& m, State& s, CardId a, CardId b) {
  const int first = s.cards[a].controller, place_of_a = position_of(s, a), place_of_b = position_of(s, b);
  change_side(m, s, a, 1 - first, place_of_b);
  change_side(m, s, b, first, place_of_a);
  s.dirty = 1;
}

}  // namespace archon
