// Effects on players.
#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/core/zones.h"
#include "engine/rules/amber.h"
#include "engine/rules/forge.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"
#include "engine/rules/tide.h"
#include "engine/rules/turn.h"
#include "engine/vm/vm.h"

namespace archon::vm {
namespace {

Flow forge(Vm& vm, const Instr& in) {
  if (vm.f.head.phase++ == 0) {
    push_forge(vm.s, vm.player(in.a), vm.number(in.b), in.c == kNone ? 0 : in.c, in.flags & 1);
    return Flow::Wait;
  }
  vm.result_amount(vm.s.returned_flag, 1);
  return Flow::Next;
}

Flow unforge(Vm& vm, const Instr& in) {
  uint8_t& keys = vm.s.players[vm.player(in.a)].keys;
  const int wanted = vm.number(in.b);
  int done = vm.f.head.phase == 0 ? 0 : vm.f.regs.amount;
  const auto flip = [&](int color) {
    keys = static_cast<uint8_t>(keys & ~(1 << color));
    vm.s.dirty = 1;
    ++done;
  };
  if (vm.f.head.phase == 1) flip(vm.s.answer.index());
  while (keys && done < wanted) {
    if (vm.m.key_colors_matter && !std::has_single_bit(keys)) {
      vm.f.regs.amount = static_cast<int16_t>(done);
      vm.f.head.phase = 1;
      ask(vm.s, ChoiceKind::KeyColor, vm.s.active).mask = keys;
      return Flow::Wait;
    }
    flip(std::bit_width(keys) - 1);
  }
  vm.result_amount(done, wanted);
  return Flow::Next;
}

// "Discard from the deck until X": `it` is the card that fits, nothing when the deck ran out.
Flow discard_until(Vm& vm, const Instr& in) {
  const int player = vm.player(in.a);
  const Selector& wanted = vm.m.program->selectors[in.b];
  Registers& regs = vm.f.regs;
  regs.it = regs.done = {};
  for (CardId card = top_of_deck(vm.s, player); card != kNoCard; card = top_of_deck(vm.s, player)) {
    discard_card(vm.m, vm.s, card);
    regs.done.add(card);
    if (!matches(vm.scope(), wanted, card)) continue;
    regs.it.add(card);
    vm.f.lost.remove(card);
    break;
  }
  regs.did = !regs.it.empty();
  regs.amount = static_cast<int16_t>(regs.done.size());
  return Flow::Next;
}

}  // namespace

Flow on_players(Vm& vm, const Instr& in) {
  if (in.op == EffectOp::Forge) return forge(vm, in);
  if (in.op == EffectOp::Unforge) return unforge(vm, in);
  if (in.op == EffectOp::DiscardUntil) return discard_until(vm, in);
  if (in.op == EffectOp::Refill) {
    refill_hand(vm.m, vm.s, vm.player(in.a));
    return Flow::Next;
  }
  if (in.op == EffectOp::SearchDone) {
    shuffle(vm.m, vm.s, vm.f.you);
    return Flow::Next;
  }
  if (in.op == EffectOp::RaiseTide) {
    vm.f.regs.did = raise_tide(vm.m, vm.s, vm.player(in.a));
    return Flow::Next;
  }
  if (in.op == EffectOp::ExtraTurn) {
    uint8_t& turns = vm.s.extra_turns[vm.f.you];
    if (turns < 255) ++turns;
    vm.f.regs.did = 1;
    return Flow::Next;
  }
  if (in.op == EffectOp::ResetTide) {
    reset_tide(vm.s);
    return Flow::Next;
  }
  const int player = vm.player(in.a);
  const int wanted = std::max(0, vm.number(in.b));
  int moved = 0;
  switch (in.op) {
    case EffectOp::Gain:
      moved = gain_amber(vm.m, vm.s, player, wanted);
      break;
    case EffectOp::Lose:
      moved = lose_amber(vm.m, vm.s, player, wanted);
      break;
    case EffectOp::Steal:
      moved = steal_amber(vm.m, vm.s, player, wanted);
      break;
    case EffectOp::Pay:
      moved = pay_amber(vm.m, vm.s, player, wanted);
      break;
    case EffectOp::Draw:
      moved = draw_cards(vm.m, vm.s, player, wanted);
      break;
    case EffectOp::GainChains:
      gain_chains(vm.m, vm.s, player, wanted);
      moved = wanted;
      break;
    default:
      assert(false && "an instruction on players");
      break;
  }
  vm.result_amount(moved, wanted);
  return Flow::Next;
}

}  // namespace archon::vm
