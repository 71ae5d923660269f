#include "engine/vm/interpreter.h"

#include <cassert>
#include <iterator>

#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon {
namespace {

using vm::Flow;

#ifdef ARCHON_CHECKED
std::atomic<uint64_t> counts[std::size(kEffectRows)];
#endif

Flow execute(vm::Vm& machine, const Instr& in) {
  switch (in.op) {
#define EFFECT(name, ...) \
  case EffectOp::name:    \
    return vm::do_##name(machine, in);
#include "engine/core/ops.def"
  }
  return Flow::Next;
}

// It waits for what ops.def says: unfinished.cpp tells by that which positions are possible.
[[maybe_unused]] bool waits_as_listed(const State& s, EffectOp op, int phase) {
  const EffectWait wait = wait_of(op, phase);
  return wait.asks == s.choice.kind && (wait.frame != EffectFrame::None) == (s.choice.kind == ChoiceKind::None);
}

// What lay on cards that have left play is remembered until no ability is resolving any more.
[[gnu::cold]] void forget(State& s, CardSet left) {
  for (CardId card : left)
    if (!s.in_play(card)) s.cards[card].amber = 0;
}

// The ability on top of the stack is over.
void finish_ability(State& s) {
  const AbilityFrame& frame = top_frame<AbilityFrame>(s);
  const CardSet left = frame.left;
  finish_frame(s, frame.regs.did, frame.regs.done);
  if (left && !resolving(s)) forget(s, left);
}

}  // namespace

std::span<const std::atomic<uint64_t>> instruction_counts() {
#ifdef ARCHON_CHECKED
  return counts;
#else
  return {};
#endif
}

void step_ability(const Matchup& m, State& s) {
  while (true) {
    AbilityFrame& frame = top_frame<AbilityFrame>(s);
    vm::Vm machine{m, s, frame};
    const int frames = s.frame_count;
    const Instr& in = m.program->code[frame.pc];
#ifdef ARCHON_CHECKED
    // An instruction that waited for an answer goes on in a later phase.
    if (frame.head.phase == 0) counts[static_cast<size_t>(in.op)].fetch_add(1, std::memory_order_relaxed);
#endif
    switch (execute(machine, in)) {
      case Flow::Next:
        ++frame.pc;
        frame.head.phase = 0;
        break;
      case Flow::Jumped:
        frame.head.phase = 0;
        break;
      case Flow::Wait:
        assert(s.overflow || waits_as_listed(s, in.op, frame.head.phase));
        return;
      case Flow::Finished:
        return finish_ability(s);
    }
    if (s.dirty || s.unchecked || s.over() || s.waiting_count > s.waiting_base || s.frame_count != frames || s.overflow) return;
  }
}

}  // namespace archon
