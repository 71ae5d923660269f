#pragma once
// Internal to engine/vm: the state of one instruction.
#include <algorithm>

#include "engine/query/scope.h"

namespace archon::vm {

enum class Flow : uint8_t {
  Next,      // go on with the next instruction
  Jumped,    // pc is set
  Wait,      // a choice or a frame is pending; this instruction is run again with its next phase
  Finished,  // the ability is over
};

struct Vm {
  const Matchup& m;
  State& s;
  AbilityFrame& f;

  Scope scope() const {
    return {.m = m,
            .s = s,
            .self = f.self,
            .source = f.source,
            .you = f.you,
            .left = &f.left,
            .regs = &f.regs,
            .slots = f.slots(),
            .event = &f.event};
  }
  int number(uint16_t expr) const { return expr == kNone ? 0 : eval(scope(), expr); }
  int number_for(uint16_t expr, CardId target) const {
    Scope each = scope();
    each.target = target;
    return expr == kNone ? 0 : eval(each, expr);
  }
  CardSet cards(uint16_t expr) const { return expr == kNone ? CardSet{} : eval_cards(scope(), expr); }
  int player(uint16_t expr) const { return eval(scope(), expr); }
  // The result of an effect on the targets: "if you do" asks whether all of it happened.
  void result(CardSet done, int amount) {
    f.regs.done = done;
    f.regs.amount = static_cast<int16_t>(amount);
    f.regs.did = !f.regs.targets.empty() && done == f.regs.targets && !f.regs.short_of_targets;
  }
  // The result of an effect on a player that was asked for `wanted`.
  void result_amount(int amount, int wanted) {
    f.regs.amount = static_cast<int16_t>(amount);
    f.regs.did = wanted > 0 && amount == wanted;
  }
};

// Counters on a card: of kind kNone +1 power counters, not on upgrades, of others on any card in play. What has left play has
// none, and gets none. A number below 0 is 0; above 255 it is 255.
int counters_of(const State& s, CardId card, uint16_t kind);
void put_counters(State& s, CardId card, uint16_t kind, int number);

// So many of the cards, drawn by chance.
CardSet random_cards(State& s, CardSet from, int count);

// Starts a lasting effect that keeps `cards`; null when there is no room (the game ends as an overflow).
LastingEffect* begin_lasting(Vm& vm, uint16_t body, Clock clock, int controller, CardSet cards);

// Discarding the targets: whether something may follow from one while others are still in hand, and then one at a time.
bool discards_matter(const Vm& vm);
bool discards_are_heard(const Vm& vm);  // by an ability, or one of the cards in the active player's hand
Flow discard_in_turn(Vm& vm, const Instr& in);

// Whether somebody can tell one event of these types from several: listens to them, replaces them, or counts them.
bool told_apart(const Vm& vm, EventMask events);

// "For each": so many at a time, one round after the other, each with what follows from it (rulebook 18.4, FOR EACH). `total`:
// of all rounds, in the first phase; move(amount) returns how many it moved.
template <class Move>
Flow in_rounds(Vm& vm, int total, int each, Move move) {
  Registers& regs = vm.f.regs;
  if (vm.f.head.phase == 0) {
    vm.f.head.phase = 1;
    vm.f.to_come = static_cast<uint8_t>(std::clamp(total / each, 0, 255));
    regs.amount = 0;
    regs.did = total > 0;
  }
  while (vm.f.to_come > 0) {
    --vm.f.to_come;
    const int frames = vm.s.frame_count;
    const int moved = move(each);
    regs.amount = static_cast<int16_t>(regs.amount + moved);
    if (moved < each) regs.did = 0;
    const bool follows = vm.s.waiting_count > vm.s.waiting_base || vm.s.frame_count != frames;
    if (follows && vm.f.to_come > 0) return Flow::Wait;
  }
  return Flow::Next;
}

// Each instruction of engine/core/ops.def has a function that carries it out, `do_Stun`, in the file of its family: Control
// control.cpp, Choice choices.cpp, Cards card_verbs.cpp and amber_verbs.cpp, Uses use_verbs.cpp, Lines line_verbs.cpp, Moves
// move_verbs.cpp, Players player_verbs.cpp.
#define EFFECT(name, ...) Flow do_##name(Vm& vm, const Instr& in);
#include "engine/core/ops.def"

}  // namespace archon::vm
