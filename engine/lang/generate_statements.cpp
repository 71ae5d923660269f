// Statements: control flow, choices, lasting effects.
#include <algorithm>

#include "engine/lang/generator_impl.h"

namespace archon::lang {

uint16_t Generator::emit_code(EffectOp op, uint16_t a, uint16_t b, uint16_t c, uint8_t flags) {
  p_.code.push_back({.op = op, .flags = flags, .a = a, .b = b, .c = c});
  return static_cast<uint16_t>(p_.code.size() - 1);
}

uint16_t Generator::variable(const std::string& name, bool is_number, SourcePos) {
  const auto [it, added] = variables_.try_emplace(name, Variable{slots_, is_number});
  if (added) ++slots_;
  it->second.number = is_number;
  return it->second.slot;
}

namespace {

bool is_deal(const Node& node) { return node.kind == NodeKind::Verb && node.words[0] == "deal"; }

// Nothing but damage follows once damage has been gathered, so it can wait for the end of the loop.
bool only_ends_in_damage(const Node& node) {
  if (is_deal(node)) return true;
  if (node.kind != NodeKind::Block || node.kids.empty()) return false;
  bool dealing = false;
  for (const Node& each : node.kids) {
    if (is_deal(each))
      dealing = true;
    else if (dealing)
      return false;
  }
  return dealing;
}

// "deal X; this-turn { statics }": the effect begins before the damage is dealt, as one effect (Red-Hot Armor).
bool only_statics(const Node& node) {
  return node.kind == NodeKind::Lasting &&
         std::ranges::all_of(node.kids, [](const Node& kid) { return kid.kind == NodeKind::Static; });
}

bool has_guard(const Node& node) { return node.kind == NodeKind::Guard && node.kids[0]; }

}  // namespace

// All damage of neighboring statements is dealt at once (rulebook 18.4, RESOLVE ABILITIES IN THE ORDER WRITTEN).
void Generator::block(const Node& node) {
  const uint16_t outer = block_start_;
  block_start_ = here();
  for (size_t i = 0; i < node.kids.size(); ++i) {
    statement(node.kids[i]);
    if (!is_deal(node.kids[i]) || gathering_ > 0) continue;
    if (i + 1 < node.kids.size() && is_deal(node.kids[i + 1])) continue;
    while (i + 1 < node.kids.size() && only_statics(node.kids[i + 1])) statement(node.kids[++i]);
    emit_code(EffectOp::FlushDamage);
  }
  block_start_ = outer;
}

void Generator::statement(const Node& node) {
  switch (node.kind) {
    case NodeKind::Block:
      return block(node);
    case NodeKind::If:
      return if_statement(node);
    case NodeKind::May:
      return may(node);
    case NodeKind::Choose:
      return choose(node);
    case NodeKind::ForEach:
      return for_each(node);
    case NodeKind::Do:
      return count_loop(expr(node.kids[0]), node.kids[1], node.number == 1);
    case NodeKind::Repeat: {
      const Node& guard = node.kids[0];
      emit_code(EffectOp::RepeatIf, has_guard(guard) ? expr(guard.kids[0]) : number(1));
      return;
    }
    case NodeKind::Again:
      return again(node);
    case NodeKind::Let:
      return let(node);
    case NodeKind::Lasting:
      return lasting(node);
    case NodeKind::Verb:
      return verb(node);
    case NodeKind::Simple:
      if (node.word != "cancel") throw NoCode(node.at, "`" + node.word + "`");
      emit_code(EffectOp::Cancel);
      return;
    default:
      throw NoCode(node.at, "this statement");
  }
}

namespace {
// A statement that is not part of a block: its damage is dealt at its end.
Node as_block(const Node& node) {
  if (node.kind == NodeKind::Block) return node;
  Node block;
  block.kind = NodeKind::Block;
  block.at = node.at;
  block.kids.push_back(node);
  return block;
}
}  // namespace

void Generator::if_statement(const Node& node) {
  const uint16_t test = emit_code(EffectOp::JumpUnless, expr(node.kids[0]));
  const uint16_t start = block_start_;
  statement(as_block(node.kids[1]));
  const uint16_t skip = emit_code(EffectOp::Jump);
  p_.code[test].b = here();
  if (node.kids[2])
    statement(as_block(node.kids[2]));
  else
    emit_code(EffectOp::SetDid, 0);
  p_.code[skip].a = here();
  block_start_ = start;
}

void Generator::may(const Node& node) {
  const Node& body = node.kids[0];
  uint16_t guard = kNone;
  const bool guarded_repeat = body.kind == NodeKind::Repeat && has_guard(body.kids[0]);
  if (guarded_repeat) guard = emit_code(EffectOp::JumpUnless, expr(body.kids[0].kids[0]));
  const uint16_t ask = emit_code(EffectOp::May);
  if (guarded_repeat)
    emit_code(EffectOp::RepeatIf, number(1));
  else
    statement(as_block(body));
  p_.code[ask].a = here();
  if (guard != kNone) p_.code[guard].b = here();
}

void Generator::choose(const Node& node) {
  const uint8_t by_other = node.kids[0] ? 1 : 0;
  if (node.kids[0] && !(node.kids[0].kind == NodeKind::Player && node.kids[0].word == "opponent"))
    throw NoCode(node.at, "a choice by this player");
  if (node.word == "house") {
    emit_code(EffectOp::ChooseHouse, node.kids[1] ? player(node.kids[1]) : kNone, kNone, kNone, by_other);
  } else if (node.word == "number") {
    // A number above every power in play does what 0 does: nothing.
    Selector creatures;
    creatures.zones = bit(Zone::Line);
    p_.selectors.push_back(creatures);
    const ExprId all = emit(ExprOp::Select, static_cast<int>(p_.selectors.size() - 1));
    emit_code(EffectOp::ChooseNumber, emit(ExprOp::Highest, all, static_cast<uint16_t>(CardField::Power)));
  } else if (node.word == "np") {
    emit_code(EffectOp::ClearTargets);
    const size_t first = p_.code.size();
    targets(node.kids[1]);
    if (by_other)
      for (size_t i = first; i < p_.code.size(); ++i) p_.code[i].flags |= p_.code[i].op == EffectOp::Choose;
  } else if (node.word == "one") {
    const uint16_t options = static_cast<uint16_t>(node.kids.size() - 1);
    const uint16_t modal = emit_code(EffectOp::Modal, options);
    for (uint16_t i = 0; i < options; ++i) emit_code(EffectOp::Jump);
    std::vector<uint16_t> ends;
    for (uint16_t i = 0; i < options; ++i) {
      p_.code[static_cast<size_t>(modal + 1 + i)].a = here();
      statement(as_block(node.kids[static_cast<size_t>(i) + 1]));
      ends.push_back(emit_code(EffectOp::Jump));
    }
    for (uint16_t end : ends) p_.code[end].a = here();
  } else {
    throw NoCode(node.at, "choosing a " + node.word);
  }
  if (!node.text.empty()) throw NoCode(node.at, "a variable for what is chosen");
}

// Before a loop: `done` will be the union over its rounds.
uint16_t Generator::open_union() {
  const uint16_t slot = new_slot();
  emit_code(EffectOp::LetCards, slot, emit(ExprOp::Nothing));
  return slot;
}

void Generator::add_to_union(uint16_t slot) {
  emit_code(EffectOp::LetCards, slot, emit(ExprOp::Union, emit(ExprOp::CardVar, slot), emit(ExprOp::DoneCards)));
}

void Generator::count_loop(ExprId rounds, const Node& body, bool up_to) {
  const uint16_t counter = new_slot();
  emit_code(EffectOp::LoopStart, counter, rounds);
  const uint16_t all = open_union();
  const uint16_t next = emit_code(EffectOp::LoopNext, counter);
  const uint16_t ask = up_to ? emit_code(EffectOp::May) : kNone;
  statement(as_block(body));
  add_to_union(all);
  emit_code(EffectOp::Jump, next);
  p_.code[next].b = here();
  if (up_to) p_.code[ask].a = here();
  emit_code(EffectOp::SetDone, emit(ExprOp::CardVar, all));
}

namespace {
// Whether the player should decide in which order the rounds of a loop come.
bool order_matters(EffectOp op) {
  switch (op) {
    case EffectOp::Choose:
    case EffectOp::May:
    case EffectOp::Play:
    case EffectOp::Use:
    case EffectOp::FightWith:
    case EffectOp::ReapWith:
    case EffectOp::ToDeckTop:
      return true;
    default:
      return false;
  }
}
}  // namespace

// The rounds are fixed first; damage of all rounds is dealt at once (rulebook 18.4, FOR EACH).
void Generator::for_each(const Node& node) {
  const Node& body = node.kids[1];
  const bool gather = only_ends_in_damage(body);
  gathering_ += gather;
  const Node& set = node.kids[0];
  if (node.number == 1 && set.kind == NodeKind::As) {
    const uint16_t rest = new_slot();
    emit_code(EffectOp::LetCards, rest, cards(set));
    const uint16_t each = variable(set.word, false, set.at);
    const uint16_t all = open_union();
    const uint16_t next = emit_code(EffectOp::EachNext, rest, each);
    statement(as_block(body));
    add_to_union(all);
    for (size_t i = next; i < p_.code.size(); ++i)
      if (order_matters(p_.code[i].op)) p_.code[next].flags = 1;
    emit_code(EffectOp::Jump, next);
    p_.code[next].c = here();
    emit_code(EffectOp::SetDone, emit(ExprOp::CardVar, all));
  } else {
    count_loop(node.number == 1 ? emit(ExprOp::Count, cards(set)) : expr(set), body, false);
  }
  gathering_ -= gather;
  if (gather && gathering_ == 0) emit_code(EffectOp::FlushDamage);
}

// "again": the statements of this block before it, once more; "as opponent": with the roles exchanged.
void Generator::again(const Node& node) {
  const bool swapped = static_cast<bool>(node.kids[0]);
  if (swapped && !(node.kids[0].kind == NodeKind::Player && node.kids[0].word == "opponent"))
    throw NoCode(node.at, "again as this");
  const uint16_t done = new_slot();
  const uint16_t start = block_start_;
  const uint16_t first = emit_code(EffectOp::JumpUnless, emit(ExprOp::Eq, emit(ExprOp::VarNum, done), number(0)));
  uint16_t guard = kNone;
  if (has_guard(node.kids[1])) guard = emit_code(EffectOp::JumpUnless, expr(node.kids[1].kids[0]));
  emit_code(EffectOp::LetNum, done, number(1));
  if (swapped) emit_code(EffectOp::SwapRoles);
  emit_code(EffectOp::Jump, start);
  p_.code[first].b = here();
  if (swapped) emit_code(EffectOp::SwapRoles);
  if (guard != kNone) p_.code[guard].b = here();
}

void Generator::let(const Node& node) {
  if (node.number == 1) {
    const ExprId set = cards(node.kids[0]);
    emit_code(EffectOp::LetCards, variable(node.word, false, node.at), set);
  } else {
    const ExprId value = expr(node.kids[0]);
    emit_code(EffectOp::LetNum, variable(node.word, true, node.at), value);
  }
}

namespace {

Clock clock_of(const Node& node) {
  static const std::map<std::string, Clock> kClocks = {{"this-turn", Clock::ThisTurn},
                                                       {"opponent-next-turn", Clock::OpponentNextTurn},
                                                       {"your-next-turn", Clock::YourNextTurn},
                                                       {"until-next-turn", Clock::UntilNextTurn},
                                                       {"until-this-leaves", Clock::UntilThisLeaves},
                                                       {"while-controlled", Clock::WhileControlled},
                                                       {"this-fight", Clock::ThisFight},
                                                       {"delayed", Clock::Delayed},
                                                       {"always", Clock::Always}};
  const auto it = kClocks.find(node.word);
  if (it == kClocks.end()) throw NoCode(node.at, "the duration `" + node.word + "`");
  return it->second;
}

// The one variable a lasting block speaks of.
void find_variables(const Node& node, std::map<std::string, bool>& found) {
  if (node.kind == NodeKind::Var) found[node.word] = true;
  for (const Node& kid : node.kids) find_variables(kid, found);
}

}  // namespace

void Generator::lasting(const Node& node) {
  std::map<std::string, bool> used;
  find_variables(node, used);
  uint16_t captured = kNone;
  std::map<std::string, Variable> inner;
  for (const auto& [name, unused] : used) {
    const auto it = variables_.find(name);
    if (it == variables_.end()) continue;
    if (captured != kNone || it->second.number) throw NoCode(node.at, "a lasting effect that keeps $" + name);
    captured = it->second.slot;
    inner[name] = {0, false};
  }
  const Clock clock = clock_of(node);
  // The items are programs of their own, with variables of their own; the captured one is their first.
  Generator body(table_, p_, card_);
  body.variables_ = inner;
  body.slots_ = captured == kNone ? 0 : 1;
  body.in_lasting_static_ = true;
  LastingBody lasting_body;
  const uint16_t jump = emit_code(EffectOp::Jump);
  for (const Node& each : node.kids) {
    if (each.kind == NodeKind::Static) {
      Node constant;
      constant.kind = NodeKind::Constant;
      constant.at = each.at;
      constant.kids.push_back(each);
      body.item(constant, false, lasting_body.abilities);
    } else {
      body.in_lasting_static_ = false;
      body.item(each, false, lasting_body.abilities);
      body.in_lasting_static_ = true;
    }
  }
  p_.code[jump].a = here();
  lasting_body.once = node.number == 1 || clock == Clock::Delayed;
  lasting_body.keeps_cards = body.lasting_uses_it_;
  lasting_body.keeps_second = captured != kNone;
  p_.bodies.push_back(lasting_body);
  emit_code(EffectOp::Lasting, static_cast<uint16_t>(p_.bodies.size() - 1), static_cast<uint16_t>(clock), captured);
}

}  // namespace archon::lang
