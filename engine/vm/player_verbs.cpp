// Effects on players.
#include <algorithm>
#include <bit>

#include "engine/core/zones.h"
#include "engine/rules/amber.h"
#include "engine/rules/events.h"
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
    push_forge(vm.s, vm.player(in.a), vm.number(in.b), in.c == kNone ? 0 : in.c, in.flags & kCostOfColor);
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

// What is moved of what should be.
template <class Move>
Flow move_for_player(Vm& vm, const Instr& in, Move move) {
  const int player = vm.player(in.a);
  const int wanted = std::max(0, vm.number(in.b));
  vm.result_amount(move(player, wanted), wanted);
  return Flow::Next;
}

// In rounds where somebody can tell.
template <class Move>
Flow move_for_each(Vm& vm, const Instr& in, EventMask events, Move move) {
  if (in.c == kNone || !told_apart(vm, events)) return move_for_player(vm, in, move);
  const int total = vm.f.head.phase == 0 ? vm.number(in.b) : 0, player = vm.player(in.a);
  return in_rounds(vm, total, in.c, [&](int wanted) { return move(player, wanted); });
}

}  // namespace

bool told_apart(const Vm& vm, EventMask events) {
  refresh(vm.m, vm.s);
  return vm.f.head.phase > 0 || ((vm.s.after_mask | vm.s.replace_mask | vm.m.history) & events) != 0;
}

Flow do_Gain(Vm& vm, const Instr& in) {
  constexpr EventMask kTold = bit(EventType::Gain) | bit(EventType::Receive);
  return move_for_each(vm, in, kTold, [&](int player, int wanted) { return gain_amber(vm.m, vm.s, player, wanted); });
}

Flow do_Lose(Vm& vm, const Instr& in) {
  return move_for_player(vm, in, [&](int player, int wanted) { return lose_amber(vm.m, vm.s, player, wanted); });
}

Flow do_Steal(Vm& vm, const Instr& in) {
  constexpr EventMask kTold = bit(EventType::Steal) | bit(EventType::Receive);
  return move_for_each(vm, in, kTold, [&](int player, int wanted) { return steal_amber(vm.m, vm.s, player, wanted); });
}

Flow do_Pay(Vm& vm, const Instr& in) {
  return move_for_player(vm, in, [&](int player, int wanted) { return pay_amber(vm.m, vm.s, player, wanted); });
}

Flow do_Draw(Vm& vm, const Instr& in) {
  return move_for_player(vm, in, [&](int player, int wanted) { return draw_cards(vm.m, vm.s, player, wanted); });
}

Flow do_GainChains(Vm& vm, const Instr& in) {
  return move_for_player(vm, in, [&](int player, int wanted) {
    gain_chains(vm.m, vm.s, player, wanted);
    return wanted;
  });
}

Flow do_Forge(Vm& vm, const Instr& in) { return forge(vm, in); }
Flow do_Unforge(Vm& vm, const Instr& in) { return unforge(vm, in); }
Flow do_DiscardUntil(Vm& vm, const Instr& in) { return discard_until(vm, in); }

Flow do_Refill(Vm& vm, const Instr& in) {
  refill_hand(vm.m, vm.s, vm.player(in.a));
  return Flow::Next;
}

Flow do_RaiseTide(Vm& vm, const Instr& in) {
  vm.f.regs.did = raise_tide(vm.m, vm.s, vm.player(in.a));
  return Flow::Next;
}

Flow do_ResetTide(Vm& vm, const Instr&) {
  reset_tide(vm.s);
  return Flow::Next;
}

Flow do_ExtraTurn(Vm& vm, const Instr&) {
  uint8_t& turns = vm.s.extra_turns[vm.f.you];
  if (turns < 255) ++turns;
  vm.f.regs.did = 1;
  return Flow::Next;
}

Flow do_SearchDone(Vm& vm, const Instr&) {
  shuffle(vm.m, vm.s, vm.f.you);
  return Flow::Next;
}

}  // namespace archon::vm
