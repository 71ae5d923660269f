// Effects on the aember that lies on cards.
#include <algorithm>

#include "engine/core/counters.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/amber.h"
#include "engine/rules/events.h"
#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon::vm {
namespace {

Flow place_amber(Vm& vm, const Instr& in) {
  CardSet done;
  for (CardId card : OpenOrder(vm.m, vm.s, vm.f.regs.targets)) {
    if (!vm.s.in_play(card)) continue;  // it has left meanwhile
    const int placed = vm.number_for(in.a, card);
    add_amber_to_card(vm.m, vm.s, card, placed);
    done.add(card);
    for (int i = 0; (in.flags & kExalting) && i < placed; ++i)
      emit(vm.m, vm.s, {.type = EventType::Exalt, .player = vm.f.you, .card = card});
  }
  vm.result(done, vm.number(in.a) * done.size());
  return Flow::Next;
}

// Moving is neither gaining nor stealing (rulebook 18.4, MOVE).
Flow take_amber(Vm& vm, const Instr& in) {
  CardSet done;
  int total = 0;
  for (CardId card : vm.f.regs.targets) {
    uint16_t& amber = vm.s.cards[card].amber;
    const int moved = in.a == kNone ? amber : std::clamp(vm.number(in.a), 0, static_cast<int>(amber));
    amber = static_cast<uint16_t>(amber - moved);
    if (moved > 0) done.add(card);
    total += moved;
  }
  touch(vm.m, vm.s, kWatchCardAmber);
  if (in.b != kNone) receive_amber(vm.m, vm.s, vm.player(in.b), total);
  vm.result(done, total);
  return Flow::Next;
}

Flow store_amber(Vm& vm, const Instr& in) {
  CardSet done;
  int total = 0;
  for (CardId card : OpenOrder(vm.m, vm.s, vm.f.regs.targets)) {
    if (!vm.s.in_play(card)) continue;
    const int moved = lose_amber(vm.m, vm.s, vm.player(in.b), vm.number(in.a));
    add_amber_to_card(vm.m, vm.s, card, moved);
    if (moved > 0) done.add(card);
    total += moved;
  }
  vm.result(done, total);
  return Flow::Next;
}

int captured_from(const Vm& vm, const Instr& in, CardId card) {
  const int side = vm.s.cards[card].controller;
  if (in.b == 3) return vm.f.event.type == EventType::Steal ? 1 - vm.f.event.player : vm.f.event.player;
  return in.b == 2 ? 1 - vm.f.you : in.b == 1 ? side : 1 - side;
}

// Those among whom the active player must decide, because the pool holds too little for all of them.
CardSet rivals(Vm& vm, const Instr& in, CardSet rest) {
  for (int pool = 0; pool < 2; ++pool) {
    CardSet from_pool;
    int wanted = 0;
    for (CardId card : rest) {
      if (captured_from(vm, in, card) != pool) continue;
      from_pool.add(card);
      wanted += vm.number_for(in.a, card);
    }
    const int held = vm.s.players[pool].amber;
    if (held > 0 && held < wanted && from_pool.size() > 1) return from_pool;
  }
  return {};
}

// What else in the window wants the same aember finds less of it, but for what the common supply gave (rulebook 18.4, FAQ Sir
// Marrows; Po's Pixies).
void taken_from_event(Vm& vm, int taken, bool spared) {
  const auto* window = frame_if<WindowFrame>(vm.s, vm.s.frame_count - 2);
  if (spared || !window) return;
  for (int i = window->begin; i < window->end; ++i) {
    Event& event = vm.s.waiting[i].event;
    if (event.type != vm.f.event.type || event.player != vm.f.event.player || event.card != vm.f.event.card) continue;
    event.amount = static_cast<int16_t>(std::max(0, event.amount - taken));
  }
}

// One creature captures for each of something, where somebody can tell.
Flow capture_in_rounds(Vm& vm, const Instr& in) {
  const CardSet targets = vm.f.regs.targets;
  const CardId card = targets.first();
  const int total = vm.f.head.phase == 0 ? vm.number_for(in.a, card) : 0;
  const Flow flow = in_rounds(vm, total, in.c, [&](int wanted) {
    const bool there = vm.s.cards[card].zone == Zone::Line;
    return there ? capture_amber(vm.m, vm.s, card, captured_from(vm, in, card), wanted) : 0;
  });
  vm.f.regs.done = vm.f.regs.did ? targets : CardSet{};
  return flow;
}

// Creatures capture one by one only where the order matters (rulebook 18.4, ACTIVE PLAYER).
Flow capture(Vm& vm, const Instr& in) {
  constexpr uint8_t kAsked = 2;  // after the phase of capture_in_rounds
  Registers& regs = vm.f.regs;
  CardId chosen = kNoCard;
  const bool rounds = in.c != kNone && vm.f.head.phase != kAsked && regs.targets.size() == 1;
  if (rounds && told_apart(vm, bit(EventType::Capture))) return capture_in_rounds(vm, in);
  if (vm.f.head.phase != kAsked) {
    vm.f.head.phase = kAsked;
    regs.done = {};
    regs.amount = 0;
    CardSet& waiting = regs.killed;  // nothing is destroyed here: its place holds those that have not captured yet
    waiting = {};
    for (CardId card : regs.targets)
      if (vm.s.cards[card].zone == Zone::Line) waiting.add(card);
  } else {
    chosen = vm.s.answer.card();
  }
  while (regs.killed) {
    const CardSet among = chosen == kNoCard ? rivals(vm, in, regs.killed) : CardSet{};
    if (among) {
      ask_for_card(vm.s, vm.s.active, among, vm.f.self);
      return Flow::Wait;
    }
    const CardId card = chosen != kNoCard ? chosen : OpenOrder(vm.m, vm.s, regs.killed).first();
    chosen = kNoCard;
    regs.killed.remove(card);
    const int wanted = vm.number_for(in.a, card);
    const int taken = capture_amber(vm.m, vm.s, card, captured_from(vm, in, card), wanted);
    if (in.b == 3) taken_from_event(vm, taken, pool_is_spared(vm.m, vm.s, captured_from(vm, in, card)));
    if (taken == wanted && taken > 0) regs.done.add(card);
    regs.amount = static_cast<int16_t>(regs.amount + taken);
  }
  vm.result(regs.done, regs.amount);
  return Flow::Next;
}

}  // namespace

Flow do_PlaceAmber(Vm& vm, const Instr& in) { return place_amber(vm, in); }
Flow do_TakeAmber(Vm& vm, const Instr& in) { return take_amber(vm, in); }
Flow do_StoreAmber(Vm& vm, const Instr& in) { return store_amber(vm, in); }
Flow do_Capture(Vm& vm, const Instr& in) { return capture(vm, in); }

}  // namespace archon::vm
