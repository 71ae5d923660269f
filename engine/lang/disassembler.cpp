#include "engine/lang/disassembler.h"

#include <algorithm>
#include <string_view>

#include "engine/facts/facts.h"

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
#define EFFECT(name, family, wish, operands, meaning) {#name, operands},
#include "engine/core/ops.def"
};
constexpr std::string_view kKinds[] = {
    "play",         "fight",       "reap",         "action",        "omni",        "destroyed",     "destroyed instead",
    "before fight", "before reap", "scrap",        "fate",          "setup first", "setup",         "after",
    "before",       "replace",     "whenever",     "start of turn", "end of turn", "start of step", "end of step",
    "play again",   "constant",    "play only if", "play as copy",  "attach only", "to play",       "to use"};
constexpr std::string_view kStatics[] = {
#define X(name) #name,
    ARCHON_STATICS(X)
#undef X
};
static_assert(std::size(kKinds) == kAbilityKinds, "a name for every kind of ability");
constexpr std::string_view kZoneNames[] = {"deck",      "hand",     "discard", "archives", "purged",   "line",
                                           "artifacts", "attached", "under",   "limbo",    "inactive", "reference"};
static_assert(std::size(kZoneNames) == kZones, "a name for every zone");
constexpr std::string_view kQuants[] = {"each", "exactly", "up to", "any number", "random", "most powerful", "least powerful"};
constexpr std::string_view kSides[] = {"any", "friendly", "enemy"};
constexpr std::string_view kEvents[] = {
#define X(name) #name,
    ARCHON_EVENTS(X)
#undef X
};

template <typename Enum>
size_t index(Enum value) {
  return static_cast<size_t>(value);
}

std::string numbered(const char* name, int value) { return value ? name + std::to_string(value) : ""; }

std::string describe_selector(const Program& p, uint16_t id) {
  const Selector& s = p.selectors[id];
  std::string text = "[" + std::string(kQuants[index(s.quant)]);
  if (s.count != kNone) text += " " + describe(p, s.count);
  if (s.optional) text += " or none";
  if (s.unlike) text += " of different names";
  if (s.side != Side::Any) text += " " + std::string(kSides[index(s.side)]);
  for (int type = 0; type < 8; ++type)
    if (s.types >> type & 1) text += " " + std::string(type_name(static_cast<CardType>(type)));
  if (s.zones) text += " in";
  for (int zone = 0; zone < kZones; ++zone)
    if (s.zones >> zone & 1) text += " " + std::string(kZoneNames[zone]);
  if (s.zone_player != kNone) text += " of " + describe(p, s.zone_player);
  if (s.base != kNone) text += " among " + describe(p, s.base);
  if (s.filter != kNone) text += " where " + describe(p, s.filter);
  return text + "]";
}

std::string describe_pattern(const Program& p, uint16_t id) {
  const EventPattern& e = p.patterns[id];
  std::string text(kEvents[index(e.type)]);
  text += numbered(" #", e.flags_all) + numbered(" without #", e.flags_none);
  if (e.player != kNone) text += " by " + describe(p, e.player);
  if (e.card != kNone) text += " " + describe_selector(p, e.card);
  if (e.among != kNone) text += " of " + describe(p, e.among);
  if (e.value != kNone) text += " = " + describe(p, e.value);
  if (e.fighting != kNone) text += ((e.flags_all & kByAssault) ? " by assault by " : " fighting ") + describe(p, e.fighting);
  if (e.other != kNone) text += " against " + describe_selector(p, e.other);
  if (e.turn_of != kNone) text += " on the turn of " + describe(p, e.turn_of);
  if (e.step != Step::Setup) text += numbered(e.outside_step ? " outside step " : " in step ", static_cast<int>(e.step));
  if (e.guard != kNone) text += " if " + describe(p, e.guard);
  if (e.beside != kNone) text += " beside " + describe(p, e.beside);
  return text;
}

// `start`: where the program begins; jumps are shown as counted from there, so that a text does not depend on other cards.
std::string operand(const Program& p, char kind, uint16_t value, uint16_t start) {
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
      return "@" + std::to_string(value - start);
    case 'b': {
      const LastingBody& body = p.bodies[value];
      return std::string("body") + (body.once ? " once" : "") + (body.keeps_cards ? " keeps it" : "") +
             (body.keeps_second ? " keeps $" : "");
    }
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
    const OpText& op = kEffects[index(in.op)];
    text += std::string(static_cast<size_t>(indent), ' ') + std::to_string(at - start) + "  " + std::string(op.name);
    const uint16_t operands[] = {in.a, in.b, in.c};
    for (size_t i = 0; i < op.operands.size(); ++i) {
      text += (i ? ", " : " ") + operand(p, op.operands[i], operands[i], start);
      if (op.operands[i] == 'j' && operands[i] != kNone) furthest = std::max(furthest, operands[i]);
    }
    text += numbered(" #", in.flags) + '\n';
    const bool has_body = in.op == EffectOp::Lasting || in.op == EffectOp::Control;
    if (has_body)
      for (uint16_t each : p.bodies[in.op == EffectOp::Lasting ? in.a : in.b].abilities)
        text += ability_text(p, each, indent + 6);
    // Programs of a lasting block lie before it, behind a jump: they are shown with the block.
    if (in.op == EffectOp::Jump && in.a > at + 1 && in.a < p.code.size() && p.code[in.a].op == EffectOp::Lasting)
      at = static_cast<uint16_t>(in.a - 1);
    if (in.op == EffectOp::End && at >= furthest) break;
  }
  return text;
}

std::string static_text(const Program& p, const Static& rule, int indent) {
  std::string text(kStatics[index(rule.kind)]);
  text += numbered(" #", rule.what) + numbered(" limit ", rule.limit) + numbered(" flags ", rule.flags);
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
  std::string text = std::string(static_cast<size_t>(indent), ' ') + std::string(kKinds[index(a.kind)]) + ": ";
  if (a.granted) text += "(granted) ";
  if (a.commutes) text += "(in any order) ";
  if (a.turn != Side::Any) text += "(" + std::string(kSides[index(a.turn)]) + ") ";
  text += a.step == Step::Setup ? "" : numbered("(step ", static_cast<int>(a.step)) + ") ";
  if (a.zone != Zone::Line) text += "(in " + std::string(kZoneNames[index(a.zone)]) + ") ";
  if (a.intake) text += "(captured) ";
  if (a.moves_elsewhere) text += "(to " + std::string(kZoneNames[index(a.move_to)]) + ") ";
  if (a.pattern != kNone) text += describe_pattern(p, a.pattern) + " ";
  if (a.guard != kNone) text += "if " + describe(p, a.guard) + " ";
  if (a.static_rule != kNone) return text + static_text(p, p.statics[a.static_rule], indent);
  text += '\n';
  return a.code == kNone ? text : text + code_text(p, a.code, indent + 4);
}

}  // namespace

std::string describe(const Program& p, ExprId id) {
  const Expr& e = p.exprs[id];
  const OpText& op = kExprs[index(e.op)];
  if (e.op == ExprOp::Num) return std::to_string(e.a);
  if (e.op == ExprOp::Select) return describe_selector(p, static_cast<uint16_t>(e.a));
  std::string text(op.name);
  if (op.operands.empty()) return text;
  const uint16_t operands[] = {static_cast<uint16_t>(e.a), e.b};
  text += '(';
  for (size_t i = 0; i < op.operands.size(); ++i) text += (i ? ", " : "") + operand(p, op.operands[i], operands[i], 0);
  return text + ')';
}

std::string disassemble(const Program& program, const Definition& definition) {
  std::string text;
  for (uint16_t id : definition.abilities) text += ability_text(program, id, 2);
  if (definition.as_upgrade != kNone)
    text += "  as an upgrade\n" + disassemble(program, program.definitions[definition.as_upgrade]);
  return text;
}

}  // namespace archon::lang
