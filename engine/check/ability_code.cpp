#include "engine/check/ability_code.h"

#include <string_view>
#include <vector>

namespace archon {
namespace {

template <class Use>
void for_each_operand(const Instr& in, char kind, Use use) {
  const std::string_view kinds = row_of(in.op).operands;
  const uint16_t operands[] = {in.a, in.b, in.c};
  for (size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i] == kind && operands[i] != kNone) use(operands[i]);
}

bool counts(EffectOp op) {
  return op == EffectOp::LetNum || op == EffectOp::LoopStart || op == EffectOp::LoopNext || op == EffectOp::EachPlayer;
}

}  // namespace

AbilityCode::AbilityCode(const Program& p, const Ability& ability) {
  std::vector<uint16_t> open = {ability.code};
  while (!open.empty()) {
    const uint16_t at = open.back();
    open.pop_back();
    if (at >= p.code.size() || !own.insert(at).second) continue;
    const Instr& in = p.code[at];
    if (in.op == EffectOp::End) continue;
    if (counts(in.op)) for_each_operand(in, 'v', [&](uint16_t slot) { numbers |= uint64_t{1} << (slot & 63); });
    for_each_operand(in, 'j', [&](uint16_t target) { open.push_back(target); });
    for (int i = 0; in.op == EffectOp::Modal && i < in.a; ++i) open.push_back(static_cast<uint16_t>(at + 1 + i));
    if (in.op != EffectOp::Jump) open.push_back(static_cast<uint16_t>(at + 1));
  }
}

}  // namespace archon
