// Effects that divide what lies on several cards among these cards anew ("redistribute").
#include <algorithm>
#include <cassert>

#include "engine/core/zones.h"
#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon::vm {
namespace {

int on_card(const Card& card, bool damage) { return damage ? card.damage : card.amber; }

void set_on_card(Card& card, bool damage, int number) {
  if (damage)
    card.damage = static_cast<uint8_t>(std::min(number, 255));
  else
    card.amber = static_cast<uint16_t>(number);
}

}  // namespace

// Everything is taken up first; then the active player says card by card how much lies there, and the last one gets the rest.
// The game looks at the cards again when all of it is done.
Flow share(Vm& vm, const Instr& in) {
  assert(in.op == EffectOp::Redistribute);
  Registers& regs = vm.f.regs;
  CardSet& rest = regs.killed;  // nothing is destroyed here: its place holds those that have got nothing yet
  const bool damage = in.a == 1;
  const auto give = [&](int number) {
    set_on_card(vm.s.cards[vm.f.current], damage, number);
    regs.amount = static_cast<int16_t>(regs.amount - number);
  };
  if (vm.f.head.phase == 0) {
    regs.amount = 0;
    rest = regs.done = regs.targets;
    for (CardId card : rest) {
      regs.amount = static_cast<int16_t>(regs.amount + on_card(vm.s.cards[card], damage));
      set_on_card(vm.s.cards[card], damage, 0);
    }
  } else {
    give(vm.s.answer.index());
  }
  vm.s.dirty = 1;
  while (rest && regs.amount > 0) {
    vm.f.current = rest.first();
    rest.remove(vm.f.current);
    if (!rest) {
      give(regs.amount);
      continue;
    }
    vm.f.head.phase = 1;
    ask(vm.s, ChoiceKind::Number, vm.s.active, vm.f.current).max = static_cast<uint8_t>(std::min<int>(regs.amount, 255));
    return Flow::Wait;
  }
  vm.result(regs.done, 0);
  return Flow::Next;
}

}  // namespace archon::vm
