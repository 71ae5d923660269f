#include "engine/vm/interpreter.h"

#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon {
namespace {

using vm::Flow;

#ifdef ARCHON_CHECKED
constexpr size_t kInstructions = 0
#define EFFECT(name, operands, meaning) +1
#include "engine/core/ops.def"
    ;
std::atomic<uint64_t> counts[kInstructions];
#endif

// By name, without a default: an instruction that nobody carries out does not compile.
Flow execute(vm::Vm& machine, const Instr& in) {
  switch (in.op) {
    case EffectOp::Choose:
      return choose(machine, in);
    case EffectOp::End:
    case EffectOp::Jump:
    case EffectOp::JumpUnless:
    case EffectOp::May:
    case EffectOp::SetDid:
    case EffectOp::SetDone:
    case EffectOp::LetNum:
    case EffectOp::LetCards:
    case EffectOp::LoopStart:
    case EffectOp::LoopNext:
    case EffectOp::EachNext:
    case EffectOp::EachHouse:
    case EffectOp::EachPlayer:
    case EffectOp::Modal:
    case EffectOp::SwapRoles:
    case EffectOp::RepeatIf:
    case EffectOp::Lasting:
    case EffectOp::SetHouse:
    case EffectOp::EndEarly:
    case EffectOp::Cancel:
    case EffectOp::Continue:
    case EffectOp::ClearTargets:
    case EffectOp::FixTop:
    case EffectOp::AddTargets:
    case EffectOp::BindTargets:
    case EffectOp::ChooseHouse:
    case EffectOp::ChooseNumber:
    case EffectOp::ChoosePlayer:
      return control(machine, in);
    case EffectOp::PutIntoPlay:
    case EffectOp::Play:
    case EffectOp::Use:
    case EffectOp::FightWith:
    case EffectOp::ReapWith:
    case EffectOp::Trigger:
      return with_cards(machine, in);
    case EffectOp::Deal:
    case EffectOp::FlushDamage:
    case EffectOp::Destroy:
    case EffectOp::Purge:
    case EffectOp::Archive:
    case EffectOp::Abduct:
    case EffectOp::Discard:
    case EffectOp::ToHand:
    case EffectOp::ToDeckTop:
    case EffectOp::ToDeckBottom:
    case EffectOp::ToArchives:
    case EffectOp::ShuffleIn:
    case EffectOp::ShuffleDeck:
    case EffectOp::PutUnder:
    case EffectOp::SwapDeckDiscard:
    case EffectOp::Heal:
    case EffectOp::AddCounters:
    case EffectOp::RemoveCounters:
    case EffectOp::PlaceAmber:
    case EffectOp::TakeAmber:
    case EffectOp::StoreAmber:
    case EffectOp::Capture:
    case EffectOp::Ready:
    case EffectOp::Exhaust:
    case EffectOp::Stun:
    case EffectOp::Unstun:
    case EffectOp::Ward:
    case EffectOp::Unward:
    case EffectOp::Enrage:
    case EffectOp::Control:
    case EffectOp::Attach:
    case EffectOp::Reveal:
    case EffectOp::Look:
      return on_cards(machine, in);
    case EffectOp::Swap:
    case EffectOp::Shift:
    case EffectOp::Rearrange:
      return in_lines(machine, in);
    case EffectOp::MoveFrom:
    case EffectOp::MoveTo:
    case EffectOp::Redistribute:
    case EffectOp::CaptureAny:
      return between_cards(machine, in);
    case EffectOp::Gain:
    case EffectOp::Lose:
    case EffectOp::Steal:
    case EffectOp::Pay:
    case EffectOp::Draw:
    case EffectOp::GainChains:
    case EffectOp::Refill:
    case EffectOp::Forge:
    case EffectOp::Unforge:
    case EffectOp::DiscardUntil:
    case EffectOp::SearchDone:
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
