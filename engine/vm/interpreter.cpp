#include "engine/vm/interpreter.h"

#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon {
namespace {

using vm::Flow;

#ifdef ARCHON_CHECKED
constexpr size_t kInstructions = 0
#define EFFECT(name, family, wish, operands, meaning) +1
#include "engine/core/ops.def"
    ;
std::atomic<uint64_t> counts[kInstructions];
#endif

Flow execute(vm::Vm& machine, const Instr& in) {
  switch (family_of(in.op)) {
    case EffectFamily::Control:
      return control(machine, in);
    case EffectFamily::Choice:
      return choose(machine, in);
    case EffectFamily::Cards:
      return on_cards(machine, in);
    case EffectFamily::Uses:
      return with_cards(machine, in);
    case EffectFamily::Lines:
      return in_lines(machine, in);
    case EffectFamily::Moves:
      return between_cards(machine, in);
    case EffectFamily::Players:
      return on_players(machine, in);
  }
  return Flow::Next;
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
        return;
      case Flow::Finished:
        return finish_frame(s, frame.regs.did, frame.regs.done);
    }
    if (s.dirty || s.unchecked || s.over() || s.waiting_count > s.waiting_base || s.frame_count != frames || s.overflow) return;
  }
}

}  // namespace archon
