// Effects on where creatures stand in their battlelines (rulebook 18.4, BATTLELINE, MOVE, SWAP). Nothing enters or leaves play.
#include <algorithm>
#include <cassert>

#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon::vm {
namespace {

void exchange(State& s, CardId a, CardId b) {
  CardId* line = s.order + s.begin(Zone::Line, s.cards[a].controller);
  std::swap(line[position_of(s, a)], line[position_of(s, b)]);
  s.dirty = 1;
}

// Two creatures of one battleline exchange their places (rulebook 18.4, SWAP).
Flow swap_places(Vm& vm, const Instr& in) {
  State& s = vm.s;
  const CardId a = vm.f.regs.targets.first(), b = vm.cards(in.a).first();
  const bool possible = a != kNoCard && b != kNoCard && a != b && s.cards[a].zone == Zone::Line &&
                        s.cards[b].zone == Zone::Line && s.cards[a].controller == s.cards[b].controller;
  if (possible) exchange(s, a, b);
  vm.result(possible ? vm.f.regs.targets : CardSet{}, possible);
  return Flow::Next;
}

CardSet in_line(const State& s, CardSet cards) {
  for (CardId card : cards)
    if (s.cards[card].zone != Zone::Line) cards.remove(card);
  return cards;
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
    const CardId card = vm.f.current = waiting.first();
    waiting.remove(card);
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
    const CardSet of_line = rest & zone_set(s, Zone::Line, s.cards[rest.first()].controller);
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

Flow in_lines(Vm& vm, const Instr& in) {
  switch (in.op) {
    case EffectOp::Swap:
      return swap_places(vm, in);
    case EffectOp::Shift:
      return shift(vm, in);
    case EffectOp::Rearrange:
      return rearrange(vm);
    default:
      assert(false && "an instruction on places in battlelines");
      return Flow::Next;
  }
}

}  // namespace archon::vm
