#include "engine/lang/disassembler.h"

#include <algorithm>
#include <string_view>

namespace archon::lang {
namespace {

struct OpText {
  std::string_view name, operands;
};
constexpr OpText kExprs[] = {
#define EXPR(name, operands, meaning) {#name, operands},
#include "engine/core/ops.def"
};
constexpr OpText kEffects[] = {
#define EFFECT(name, operands, meaning) {#name, operands},
#include "engine/core/ops.def"
};
constexpr std::string_view kKinds[] = {
    "play",         "fight",         "reap",        "action",   "omni",         "destroyed",    "destroyed instead",
    "before fight", "before reap",   "scrap",       "fate",     "after",        "before",       "replace",
    "whenever",     "start of turn", "end of turn", "constant", "play only if", "play as copy", "to play"};
constexpr std::string_view kStatics[] = {
    "GainAbility",   "GainKeyword", "LoseKeyword", "GainTrait",  "BecomeHouse",  "BecomeFlank", "HasPower",
    "HasArmor",      "GetPower",    "GetArmor",    "GetAssault", "GetHazardous", "Controls",    "EntersReady",
    "EntersStunned", "DealsPlus",   "DealsSet",    "Ignores",    "KeyCost",      "Refill",      "SkipForge",
    "Allow",         "Forbid",      "Require",     "Limit",      "Tax",          "Redirect",    "Spend"};
constexpr std::string_view kZones_[] = {"deck", "hand",      "discard",  "archives", "purged",
                                        "line", "artifacts", "attached", "under",    "limbo"};
constexpr std::string_view kQuants[] = {"each", "exactly", "up to", "any number", "random", "most powerful", "least powerful"};
constexpr std::string_view kEvents[] = {
#define X(name) #name,
    ARCHON_EVENTS(X)
#undef X
};

std::string describe_selector(const Program& p, uint16_t id) {
  const Selector& s = p.selectors[id];
  std::string text = "[" + std::string(kQuants[static_cast<int>(s.quant)]);
  if (s.count != kNone) text += " " + describe(p, s.count);
  if (s.side != Side::Any) text += s.side == Side::Friendly ? " friendly" : " enemy";
  for (int zone = 0; zone < kZones; ++zone)
    if (s.zones >> zone & 1) text += " " + std::string(kZones_[zone]);
  if (s.zone_player != kNone) text += " of " + describe(p, s.zone_player);
  if (s.base != kNone) text += " among " + describe(p, s.base);
  if (s.filter != kNone) text += " where " + describe(p, s.filter);
  return text + "]";
}

std::string describe_pattern(const Program& p, uint16_t id) {
  const EventPattern& e = p.patterns[id];
  std::string text(kEvents[static_cast<int>(e.type)]);
  if (e.player != kNone) text += " by " + describe(p, e.player);
  if (e.card != kNone) text += " " + describe_selector(p, e.card);
  if (e.among != kNone) text += " of " + describe(p, e.among);
  if (e.value != kNone) text += " = " + describe(p, e.value);
  if (e.fighting != kNone) text += " fighting " + describe(p, e.fighting);
  return text;
}

std::string operand(const Program& p, char kind, uint16_t value) {
  if (value == kNone) return "-";
  switch (kind) {
    case 'e':
      return describe(p, value);
    case 's':
      return describe_selector(p, value);
    case 'p':
      return describe_pattern(p, value);
    case 'v':
      return "$" + std::to_string(value);
    case 'j':
      return "@" + std::to_string(value);
    case 'b':
      return "body " + std::to_string(value);
    default:
      return std::to_string(static_cast<int16_t>(value));
  }
}

std::string ability_text(const Program& p, uint16_t id, int indent);

std::string code_text(const Program& p, uint16_t start, int indent) {
  std::string text;
  // The end of an ability is the End that no Jump leads past.
  uint16_t furthest = start;
  for (uint16_t at = start; at < p.code.size(); ++at) {
    const Instr& in = p.code[at];
    const OpText& op = kEffects[static_cast<int>(in.op)];
    text += std::string(static_cast<size_t>(indent), ' ') + std::to_string(at) + "  " + std::string(op.name);
    const uint16_t operands[] = {in.a, in.b, in.c};
    for (size_t i = 0; i < op.operands.size(); ++i) {
      text += (i ? ", " : " ") + operand(p, op.operands[i], operands[i]);
      if (op.operands[i] == 'j' && operands[i] != kNone) furthest = std::max(furthest, operands[i]);
    }
    text += '\n';
    if (in.op == EffectOp::Lasting)
      for (uint16_t each : p.bodies[in.a].abilities) text += ability_text(p, each, indent + 6);
    // Programs of a lasting block lie before it, behind a jump: they are shown with the block.
    if (in.op == EffectOp::Jump && in.a > at + 1 && in.a < p.code.size() && p.code[in.a].op == EffectOp::Lasting)
      at = static_cast<uint16_t>(in.a - 1);
    if (in.op == EffectOp::End && at >= furthest) break;
  }
  return text;
}

std::string static_text(const Program& p, const Static& rule, int indent) {
  std::string text(kStatics[static_cast<int>(rule.kind)]);
  if (rule.what) text += " #" + std::to_string(rule.what);
  if (rule.limit) text += " limit " + std::to_string(rule.limit);
  if (rule.cards != kNone) text += " " + describe(p, rule.cards);
  if (rule.selector != kNone) text += " " + describe_selector(p, rule.selector);
  if (rule.pattern != kNone) text += " " + describe_pattern(p, rule.pattern);
  if (rule.value != kNone) text += " = " + describe(p, rule.value);
  if (rule.condition != kNone) text += " while " + describe(p, rule.condition);
  text += '\n';
  if (rule.ability != kNone) text += ability_text(p, rule.ability, indent + 4);
  return text;
}

std::string ability_text(const Program& p, uint16_t id, int indent) {
  const Ability& a = p.abilities[id];
  std::string text = std::string(static_cast<size_t>(indent), ' ') + std::string(kKinds[static_cast<int>(a.kind)]) + ": ";
  if (a.pattern != kNone) text += describe_pattern(p, a.pattern) + " ";
  if (a.guard != kNone) text += "if " + describe(p, a.guard) + " ";
  if (a.static_rule != kNone) return text + static_text(p, p.statics[a.static_rule], indent);
  text += '\n';
  return a.code == kNone ? text : text + code_text(p, a.code, indent + 4);
}

}  // namespace

std::string describe(const Program& p, ExprId id) {
  const Expr& e = p.exprs[id];
  const OpText& op = kExprs[static_cast<int>(e.op)];
  if (e.op == ExprOp::Num) return std::to_string(e.a);
  if (e.op == ExprOp::Select) return describe_selector(p, static_cast<uint16_t>(e.a));
  std::string text(op.name);
  if (op.operands.empty()) return text;
  const uint16_t operands[] = {static_cast<uint16_t>(e.a), e.b};
  text += '(';
  for (size_t i = 0; i < op.operands.size(); ++i) text += (i ? ", " : "") + operand(p, op.operands[i], operands[i]);
  return text + ')';
}

std::string disassemble(const Program& program, const Definition& definition) {
  std::string text;
  for (uint16_t id : definition.abilities) text += ability_text(program, id, 2);
  return text;
}

}  // namespace archon::lang
