#include "engine/lang/needs.h"

#include <initializer_list>
#include <string_view>

namespace archon::lang {
namespace {

constexpr uint16_t kHiddenZones = bit(Zone::Deck) | bit(Zone::Under) | bit(Zone::Purged) | bit(Zone::Limbo);
constexpr uint16_t kOwnZones = bit(Zone::Hand) | bit(Zone::Archives);  // their owner sees them

// Of these the other player does not see the card.
bool hides_card(EventType type) {
  return type == EventType::Draw || type == EventType::Archive || type == EventType::PutUnder || type == EventType::Take;
}

class Needs {
 public:
  explicit Needs(const Program& program) : program_(program) {}

  uint16_t of_expr(ExprId id) const {
    if (id == kNone) return 0;
    const Expr& e = program_.exprs[id];
    const std::string_view operands = row_of(e.op).operands;
    uint16_t needs = row_of(e.op).needs;
    for (size_t i = 0; i < operands.size(); ++i) needs |= of_operand(operands[i], i == 0 ? static_cast<uint16_t>(e.a) : e.b);
    return needs;
  }

  uint16_t of_selector(uint16_t id) const {
    if (id == kNone) return 0;
    const Selector& s = program_.selectors[id];
    uint16_t needs = 0;
    if (s.zones & kHiddenZones) needs = kNeedsHidden;
    if (s.zones & kOwnZones) needs |= of_hand(s);
    for (const ExprId expr : {s.count, s.zone_player, s.base, s.filter}) needs |= of_expr(expr);
    return needs;
  }

 private:
  uint16_t of_operand(char kind, uint16_t operand) const {
    return kind == 'e'   ? of_expr(operand)
           : kind == 's' ? of_selector(operand)
           : kind == 'p' ? of_pattern(operand)
                         : uint16_t{0};
  }

  uint16_t of_hand(const Selector& s) const {
    const bool own = s.zone_player == kNone ? s.side == Side::Friendly : program_.exprs[s.zone_player].op == ExprOp::You;
    return own ? kNeedsHand : kNeedsHidden;
  }

  uint16_t of_pattern(uint16_t id) const {
    const EventPattern& p = program_.patterns[id];
    uint16_t needs = 0;
    if (hides_card(p.type) && (p.card != kNone || p.other != kNone)) needs = kNeedsHidden;
    for (const uint16_t selector : {p.card, p.other}) needs |= of_selector(selector);
    for (const ExprId expr : {p.player, p.among, p.fighting, p.value, p.turn_of, p.guard, p.beside}) needs |= of_expr(expr);
    return needs;
  }

  const Program& program_;
};

// Where `this` or what it is on is meant.
class SpeaksOfThis {
 public:
  explicit SpeaksOfThis(const Program& program) : program_(program) {}

  bool in(std::string_view kinds, std::initializer_list<uint16_t> operands) const {
    bool found = false;
    for (size_t i = 0; i < kinds.size() && i < operands.size(); ++i) {
      const uint16_t operand = operands.begin()[i];
      if (operand == kNone) continue;
      if (kinds[i] == 'e') found |= in_expr(operand);
      if (kinds[i] == 's') found |= in_selector(operand);
      if (kinds[i] == 'b' || kinds[i] == 'p') found = true;  // what lasts, or is asked about the past: not looked into
    }
    return found;
  }

 private:
  bool in_expr(ExprId id) const {
    const Expr& e = program_.exprs[id];
    return e.op == ExprOp::This || e.op == ExprOp::Host || in(row_of(e.op).operands, {static_cast<uint16_t>(e.a), e.b});
  }
  bool in_selector(uint16_t id) const {
    const Selector& s = program_.selectors[id];
    return in("eeee", {s.count, s.zone_player, s.base, s.filter});
  }

  const Program& program_;
};

}  // namespace

bool speaks_of_this(const Program& program, uint16_t code) {
  const SpeaksOfThis speaks(program);
  for (size_t i = code; i < program.code.size(); ++i) {
    const Instr& in = program.code[i];
    if (speaks.in(row_of(in.op).operands, {in.a, in.b, in.c})) return true;
  }
  return false;
}

void note_needs(Program& program) {
  const Needs needs(program);
  for (size_t i = program.needs.size(); i < program.exprs.size(); ++i)
    program.needs.push_back(needs.of_expr(static_cast<ExprId>(i)));
  for (size_t i = program.selector_needs.size(); i < program.selectors.size(); ++i)
    program.selector_needs.push_back(needs.of_selector(static_cast<uint16_t>(i)));
}

}  // namespace archon::lang
