// Effects on where cards are: in their battlelines, on whose side, or one in the place of another (rulebook 18.4, BATTLELINE,
// MOVE, CONTROL AND OWNERSHIP, SWAP). Nothing enters or leaves play.
#include <algorithm>

#include "engine/core/counters.h"
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/rules/leave.h"
#include "engine/rules/play.h"
#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon::vm {
namespace {

void exchange(State& s, CardId a, CardId b) {
  CardId* line = s.order + s.begin(Zone::Line, s.cards[a].controller);
  std::swap(line[position_of(s, a)], line[position_of(s, b)]);
  s.dirty = 1;
}

bool in_row(Zone zone) { return zone == Zone::Line || zone == Zone::Artifacts; }

// Two creatures of one battleline.
bool may_exchange(const State& s, CardId a, CardId b) {
  return s.cards[a].zone == Zone::Line && s.cards[b].zone == Zone::Line && s.cards[a].controller == s.cards[b].controller;
}

// Two cards of one player in different zones out of play: each lies where the other lay. Nothing is discarded, drawn or played.
bool exchange_zones(Vm& vm, CardId a, CardId b) {
  State& s = vm.s;
  const Zone from = s.cards[a].zone, to = s.cards[b].zone;
  if (s.in_play(a) || s.in_play(b) || from == to || vm.m.cards[a].owner != vm.m.cards[b].owner) return false;
  const int place_of_a = position_of(s, a), place_of_b = position_of(s, b);
  move_card(vm.m, s, a, {to, -1, place_of_b});
  move_card(vm.m, s, b, {from, -1, place_of_a});
  return true;
}

// The targets of a swap are one card, `a` is the other; without both there is none (rulebook 18.4, SWAP).
template <class Exchange>
Flow swap(Vm& vm, const Instr& in, Exchange exchange) {
  const CardId a = vm.cards(in.a).first(), b = vm.f.regs.targets.first();
  const bool done = a != kNoCard && b != kNoCard && a != b && exchange(a, b);
  vm.result(done ? vm.f.regs.targets : CardSet{}, done);
  return Flow::Next;
}

bool swap_places(Vm& vm, CardId a, CardId b) {
  if (!may_exchange(vm.s, a, b)) return exchange_zones(vm, a, b);
  exchange(vm.s, a, b);
  return true;
}

bool controls(const Matchup& m, const LastingEffect& effect) {
  const uint16_t rule = m.program->abilities[m.program->bodies[effect.body].abilities[0]].static_rule;
  return rule != kNone && m.program->statics[rule].kind == StaticKind::Controls;
}

// Effects without an end replace earlier ones.
void end_earlier_control(Vm& vm, CardSet cards) {
  for (int i = 0; i < vm.s.lasting_count; ++i) {
    LastingEffect& earlier = vm.s.lasting[i];
    if (earlier.body == kNone || earlier.clock != Clock::Always || !controls(vm.m, earlier)) continue;
    vm.s.kept[earlier.cards] -= cards;
    if (vm.s.kept[earlier.cards].empty()) earlier.body = kNone;
  }
}

// A lasting effect decides who controls a card; the game loop moves it to its new side.
Flow control_cards(Vm& vm, const Instr& in) {
  const CardSet targets = vm.f.regs.targets;
  const auto clock = static_cast<Clock>(in.c);
  if (vm.f.head.phase++ > 0) {
    vm.result(targets, targets.size());
    return Flow::Next;
  }
  if (clock == Clock::Always) end_earlier_control(vm, targets);
  const int player = vm.player(in.a);
  if (targets) begin_lasting(vm, in.b, clock, player, targets);
  if (targets && (in.flags & kToLeftFlank)) {  // they move at once, so that nobody is asked for the flank
    for (CardId card : OpenOrder(vm.m, vm.s, targets)) push_control(vm.s, card, player, kPlayLeft);
    return Flow::Wait;
  }
  vm.result(targets, targets.size());
  return Flow::Next;
}

// Each takes the place of the other on the other side, with all that is on it (rulebook 18.4, SWAP CONTROL).
bool swap_control(Vm& vm, uint16_t body, CardId a, CardId b) {
  State& s = vm.s;
  if (!in_row(s.cards[a].zone) || s.cards[a].zone != s.cards[b].zone || s.cards[a].controller == s.cards[b].controller)
    return false;
  end_earlier_control(vm, CardSet::of(a) | CardSet::of(b));
  begin_lasting(vm, body, Clock::Always, s.cards[b].controller, CardSet::of(a));
  begin_lasting(vm, body, Clock::Always, s.cards[a].controller, CardSet::of(b));
  exchange_sides(vm.m, s, a, b);
  return true;
}

// Aember, damage, counters and upgrades of two creatures, all at once. Stun, ward and enrage are counters (rulebook 18.4,
// COUNTERS AND TOKENS).
bool swap_belongings(State& s, CardId a, CardId b) {
  if (s.cards[a].zone != Zone::Line || s.cards[b].zone != Zone::Line) return false;
  Card &x = s.cards[a], &y = s.cards[b];
  std::swap(x.amber, y.amber);
  std::swap(x.damage, y.damage);
  std::swap(x.counters, y.counters);
  for (CardFlag status : {kStunned, kWarded, kEnraged}) {
    const bool had = x.has(status);
    x.set(status, y.has(status));
    y.set(status, had);
  }
  for (int kind = 0; kind < kCounterKinds; ++kind) {
    const int had = counters_on(s, a, kind), has = counters_on(s, b, kind);
    if (had == has) continue;
    set_counters(s, a, kind, 0);  // one of the two may leave no room for the other
    set_counters(s, b, kind, had);
    set_counters(s, a, kind, has);
  }
  const CardSet on_a = upgrades_on(s, a), on_b = upgrades_on(s, b);
  for (CardId upgrade : on_a) s.cards[upgrade].host = b;
  for (CardId upgrade : on_b) s.cards[upgrade].host = a;
  s.dirty = 1;
  return true;
}

CardSet in_line(const State& s, CardSet cards) {
  for (CardId card : cards)
    if (s.cards[card].zone != Zone::Line) cards.remove(card);
  return cards;
}

// A creature card that lies in play as an upgrade.
bool creature_as_upgrade(const Vm& vm, CardId card) {
  return vm.s.cards[card].zone == Zone::Attached && vm.m.printed(card).type == CardType::Creature;
}

// It becomes a creature of the player whose ability puts it into a battleline. It does not enter play: it was there.
void become_creature(Vm& vm, CardId id) {
  Card& card = vm.s.cards[id];
  card.host = kNoCard;
  card.definition = vm.m.cards[id].definition;
  card.controller = vm.f.you;
  card.set(kForeign, vm.f.you != vm.m.cards[id].owner);
}

void move_in_line(Vm& vm, CardId card, int index) {
  place(vm.s, vm.m, card, Zone::Line, vm.s.cards[card].controller, index);
  vm.s.dirty = 1;
}

int place_of_answer(const State& s) {
  return s.answer.verb() == Verb::Left ? 0 : s.answer.verb() == Verb::Center ? s.answer.index() : kBottom;
}

// An artifact is put into the battleline of its controller; one that would put itself into yours, but is another player's,
// stays where it is (rulebook 18.4, FAQ Auto-Legionary).
CardSet movable(const Vm& vm, CardSet cards) {
  for (CardId id : cards) {
    const Card& card = vm.s.cards[id];
    const bool stranger = id == vm.f.self && card.controller != vm.f.you;
    if (creature_as_upgrade(vm, id)) continue;
    if (card.zone != Zone::Line && (card.zone != Zone::Artifacts || stranger)) cards.remove(id);
  }
  return cards;
}

// One after the other. Staying where it may go to is moving there, too (rulebook 18.4, MOVE; FAQ Self-Bolstering Automata).
Flow shift(Vm& vm, const Instr& in) {
  const auto to = static_cast<ShiftTo>(in.a);
  CardSet& waiting = vm.f.regs.killed;  // nothing is destroyed here: its place holds those that have not been moved yet
  if (vm.f.head.phase == 0)
    waiting = vm.f.regs.done = movable(vm, vm.f.regs.targets);
  else
    move_in_line(vm, vm.f.current, place_of_answer(vm.s));
  while (waiting) {
    const CardId card = vm.f.current = OpenOrder(vm.m, vm.s, waiting).first();
    waiting.remove(card);
    if (creature_as_upgrade(vm, card)) become_creature(vm, card);
    const int others = others_in_line(vm.s, card);
    if (to == ShiftTo::Left || to == ShiftTo::Right || others == 0) {
      move_in_line(vm, card, to == ShiftTo::Left ? 0 : kBottom);
    } else {
      vm.f.head.phase = 1;
      Choice& choice = ask(vm.s, ChoiceKind::Flank, vm.s.active, card);
      choice.options = static_cast<uint8_t>(others);
      choice.can_stop = to == ShiftTo::Anywhere;
      return Flow::Wait;
    }
  }
  vm.result(vm.f.regs.done, vm.f.regs.done.size());
  return Flow::Next;
}

// The card that is picked goes to the leftmost place that is not settled yet.
Flow rearrange(Vm& vm) {
  State& s = vm.s;
  CardSet& rest = vm.f.regs.killed;  // nothing is destroyed here: its place holds those that have no place yet
  const auto pick = [&](CardId card) {
    for (CardId leftmost : zone_of(s, Zone::Line, s.cards[card].controller)) {
      if (!rest.has(leftmost)) continue;
      exchange(s, card, leftmost);
      break;
    }
    rest.remove(card);
  };
  if (vm.f.head.phase == 0)
    rest = vm.f.regs.done = in_line(s, vm.f.regs.targets);
  else
    pick(s.answer.card());
  while (rest) {
    const CardSet of_line = rest & zone_set(s, Zone::Line, s.cards[OpenOrder(vm.m, s, rest).first()].controller);
    if (of_line.size() > 1) {
      vm.f.head.phase = 1;
      ask_for_card(s, s.active, of_line, vm.f.self);
      return Flow::Wait;
    }
    rest -= of_line;
  }
  vm.result(vm.f.regs.done, vm.f.regs.done.size());
  return Flow::Next;
}

}  // namespace

Flow do_Control(Vm& vm, const Instr& in) { return control_cards(vm, in); }
Flow do_Shift(Vm& vm, const Instr& in) { return shift(vm, in); }
Flow do_Rearrange(Vm& vm, const Instr&) { return rearrange(vm); }
Flow do_Swap(Vm& vm, const Instr& in) {
  return swap(vm, in, [&](CardId a, CardId b) { return swap_places(vm, a, b); });
}
Flow do_SwapControl(Vm& vm, const Instr& in) {
  return swap(vm, in, [&](CardId a, CardId b) { return swap_control(vm, in.b, a, b); });
}
Flow do_SwapBelongings(Vm& vm, const Instr& in) {
  return swap(vm, in, [&](CardId a, CardId b) { return swap_belongings(vm.s, a, b); });
}

}  // namespace archon::vm
