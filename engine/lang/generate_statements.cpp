// Statements: control flow, choices, lasting effects.
#include <algorithm>

#include "engine/lang/generator_impl.h"

namespace archon::lang {

uint16_t Generator::emit_code(NewInstr in) {
  const auto operand = [](int value) { return static_cast<uint16_t>(value); };
  return push(
      p_.code,
      {.op = in.op, .flags = static_cast<uint8_t>(in.flags), .a = operand(in.a), .b = operand(in.b), .c = operand(in.c)});
}

uint16_t Generator::variable(const std::string& name, bool is_number, SourcePos at) {
  const auto [it, added] = variables_.try_emplace(name, Variable{slots_, is_number});
  if (added) {
    ++slots_;
    unused_.emplace(name, at);
  }
  if (it->second.number != is_number) throw NoCode(at, "`" + name + "` as cards and as a number");
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

bool has_guard(Syntax guard) { return guard.is(NodeKind::Guard) && guard.peek().kids[0]; }

}  // namespace

// All damage of neighboring statements is dealt at once (rulebook 18.4, RESOLVE ABILITIES IN THE ORDER WRITTEN).
void Generator::statements(std::span<const Node> nodes) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    statement(nodes[i]);
    if (!is_deal(nodes[i]) || gathering_ > 0) continue;
    if (i + 1 < nodes.size() && is_deal(nodes[i + 1])) continue;
    while (i + 1 < nodes.size() && only_statics(nodes[i + 1])) statement(nodes[++i]);
    emit_code({EffectOp::FlushDamage});
  }
}

void Generator::block(Syntax node) {
  const Scoped start(block_start_, here());
  statements(node.kids());
}

void Generator::single(Syntax node) {
  if (node.is(NodeKind::Block)) return block(node);
  statements({&node.peek(), 1});
}

void Generator::statement(Syntax node) {
  switch (node.kind()) {
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
    case NodeKind::Do: {
      if (node.says(NodeKind::Do, "until")) return until(node);
      const ExprId rounds = expr(node[0]);
      return count_loop(rounds, node[1], node.flag());
    }
    case NodeKind::Repeat:
      return repeat(node);
    case NodeKind::Again:
      return again(node);
    case NodeKind::Let:
      return let(node);
    case NodeKind::Lasting:
      return lasting(node);
    case NodeKind::Verb:
      return verb(node);
    case NodeKind::Simple:
      if (node.word() == "continue") {
        if (!may_continue_) throw NoCode(node.at(), "`continue` of anything but forging a key, drawing or a destruction");
        emit_code({EffectOp::Continue});
        return;
      }
      if (node.word() == "reset-tide") {
        p_.definitions[static_cast<size_t>(card_)].tide = true;
        emit_code({EffectOp::ResetTide});
        return;
      }
      if (node.word() == "extra-turn") {
        emit_code({EffectOp::ExtraTurn});
        return;
      }
      if (node.word() == "end-step" || node.word() == "end-turn") {
        const Ending what = node.word() == "end-step" ? Ending::Step : Ending::Turn;
        emit_code({EffectOp::EndEarly, static_cast<int>(what)});
        return;
      }
      if (node.word() != "cancel") throw NoCode(node.at(), "`" + node.word() + "`");
      if (!may_cancel_) throw NoCode(node.at(), "`cancel` of anything but a fight");
      emit_code({EffectOp::Cancel});
      return;
    default:
      throw NoCode(node.at(), "this statement");
  }
}

void Generator::if_statement(Syntax node) {
  const uint16_t test = emit_code({EffectOp::JumpUnless, expr(node[0])});
  const Scoped conditional(may_end_, true);
  single(node[1]);
  const uint16_t skip = emit_code({EffectOp::Jump});
  p_.code[test].b = here();
  if (node[2])
    single(node[2]);
  else
    emit_code({EffectOp::SetDid, 0});
  p_.code[skip].a = here();
}

void Generator::may(Syntax node) {
  const Syntax body = node[0];
  const bool by_other = body.is(NodeKind::Verb) && is_player(body.peek().kids[0]) && body.peek().kids[0].word != "you" &&
                        body.peek().kids[0].word != "active-player";
  if (by_other) throw NoCode(body.at(), "`may` for another player");
  uint16_t guard = kNone;
  const bool guarded_repeat = body.is(NodeKind::Repeat) && has_guard(body[0]);
  if (guarded_repeat) guard = emit_code({EffectOp::JumpUnless, expr(body[0][0])});
  const uint16_t ask = emit_code({EffectOp::May});
  const Scoped optional(may_end_, true);
  if (guarded_repeat)
    emit_code({EffectOp::RepeatIf, number(1)});
  else
    single(body);
  p_.code[ask].a = here();
  if (guard != kNone) p_.code[guard].b = here();
}

// A repetition without a choice and without a condition never ends.
void Generator::repeat(Syntax node) {
  const Syntax guard = node[0];
  if (!has_guard(guard) && !may_end_) throw NoCode(node.at(), "a `repeat` that never ends");
  const ExprId again = has_guard(guard) ? expr(guard[0]) : number(1);
  emit_code({EffectOp::RepeatIf, again});
}

void Generator::choose_one(Syntax node) {
  const std::span<const Node> options = node.kids(1);
  const uint16_t modal = emit_code({EffectOp::Modal, static_cast<int>(options.size())});
  for (size_t i = 0; i < options.size(); ++i) emit_code({EffectOp::Jump});
  std::vector<uint16_t> ends;
  const Scoped optional(may_end_, true);
  for (size_t i = 0; i < options.size(); ++i) {
    p_.code[modal + 1 + i].a = here();
    single(options[i]);
    ends.push_back(emit_code({EffectOp::Jump}));
  }
  for (uint16_t end : ends) p_.code[end].a = here();
}

void Generator::choose(Syntax node) {
  const std::string& what = node.word();
  const bool by_other = node[0] && node[0].says(NodeKind::Player, "opponent") && !node[0][0];
  if (by_other) node[0].word();
  if (node[0] && (!by_other || (what != "house" && what != "np"))) throw NoCode(node[0].at(), "a choice by this player");
  const bool named = !node.peek().text.empty();
  if (named && (what == "np" || what == "one")) throw NoCode(node.at(), "a variable for what is chosen");
  const int flags = by_other ? kOtherPicks : 0;
  if (what == "house") {
    emit_code({EffectOp::ChooseHouse, node[1] ? player(node[1]) : kNone, kNone, kNone, flags});
    chosen_ = Chosen::House;
  } else if (what == "number" && !node[1]) {
    // A number above every power in play does what 0 does: nothing.
    Selector creatures;
    creatures.zones = bit(Zone::Line);
    const ExprId all = emit({ExprOp::Select, keep(creatures)});
    emit_code({EffectOp::ChooseNumber, emit({ExprOp::Highest, all, static_cast<int>(CardField::Power)})});
    chosen_ = Chosen::Number;
  } else if ((what == "trait" || what == "card-name") && !node[1]) {
    emit_code({what == "trait" ? EffectOp::ChooseTrait : EffectOp::ChooseName});
    chosen_ = what == "trait" ? Chosen::Trait : Chosen::Name;
  } else if (what == "np" && node[1].says(NodeKind::Player, "player")) {
    if (by_other || node[1].text() != "a") throw NoCode(node[1].at(), "choosing this player");
    node[1].word();
    emit_code({EffectOp::ChoosePlayer});
    they_known_ = true;
  } else if (what == "np") {
    emit_code({EffectOp::ClearTargets});
    const size_t first = p_.code.size();
    targets(node[1]);
    done_known_ = true;
    if (by_other)
      for (size_t i = first; i < p_.code.size(); ++i)
        if (p_.code[i].op == EffectOp::Choose) p_.code[i].flags = kOtherPicks;
  } else if (what == "one") {
    choose_one(node);
  } else {
    throw NoCode(node.at(), "choosing a " + what);
  }
  if (named) emit_code({EffectOp::LetNum, variable(node.text(), true, node.at()), emit({ExprOp::Chosen})});
}

// Before a loop: `done` will be the union over its rounds.
uint16_t Generator::open_union() {
  const uint16_t slot = new_slot();
  emit_code({EffectOp::LetCards, slot, emit({ExprOp::Nothing})});
  return slot;
}

void Generator::add_to_union(uint16_t slot) {
  const ExprId before = emit({ExprOp::CardVar, slot});
  emit_code({EffectOp::LetCards, slot, emit({ExprOp::Union, before, emit({ExprOp::DoneCards})})});
}

void Generator::count_loop(ExprId rounds, Syntax body, bool up_to) {
  repeated(rounds, up_to, [&] { single(body); });
}

void Generator::repeated(ExprId rounds, bool up_to, const std::function<void()>& body) {
  const uint16_t counter = new_slot();
  emit_code({EffectOp::LoopStart, counter, rounds});
  emit_code({EffectOp::SetDid, 0});  // a loop without a round has done nothing
  const uint16_t all = open_union();
  const uint16_t next = emit_code({EffectOp::LoopNext, counter});
  const uint16_t ask = up_to ? emit_code({EffectOp::May}) : kNone;
  const Scoped inside(loops_, loops_ + 1);
  body();
  add_to_union(all);
  emit_code({EffectOp::Jump, next});
  p_.code[next].b = here();
  if (up_to) p_.code[ask].a = here();
  emit_code({EffectOp::SetDone, emit({ExprOp::CardVar, all})});
}

// "do until X": looked at before each round.
void Generator::until(Syntax node) {
  node.word();
  const uint16_t all = open_union();
  emit_code({EffectOp::SetDid, 0});
  const uint16_t next = here();
  const uint16_t test = emit_code({EffectOp::JumpUnless, emit({ExprOp::Not, expr(node[0])})});
  const Scoped inside(loops_, loops_ + 1);
  single(node[1]);
  add_to_union(all);
  emit_code({EffectOp::Jump, next});
  p_.code[test].b = here();
  emit_code({EffectOp::SetDone, emit({ExprOp::CardVar, all})});
}

namespace {
// Whether the player should decide in which order the rounds of a loop come.
bool order_matters(EffectOp op) {
  constexpr EffectOp kOrdered[] = {EffectOp::Choose,    EffectOp::May,      EffectOp::Play,      EffectOp::Use,
                                   EffectOp::FightWith, EffectOp::ReapWith, EffectOp::ToDeckTop, EffectOp::ResolveIcons};
  return std::ranges::find(kOrdered, op) != std::end(kOrdered);
}
}  // namespace

// The rounds are fixed first; damage of all rounds is dealt at once (rulebook 18.4, FOR EACH).
void Generator::for_each(Syntax node) {
  const Syntax body = node[1], set = node[0];
  const bool gather = only_ends_in_damage(body.peek());
  const bool over_cards = node.flag();
  gathering_ += gather;
  if (over_cards && set.is(NodeKind::As)) {
    const bool houses = set[0].says(NodeKind::Call, "houses") && !set[0].word().empty();
    const uint16_t rest = new_slot();
    if (houses)
      emit_code({EffectOp::LetNum, rest, emit({ExprOp::HouseOf, cards(set[0][0])})});
    else
      emit_code({EffectOp::LetCards, rest, cards(set)});
    const uint16_t each = variable(set.word(), houses, set.at());
    if (!houses) unused_.erase(set.word());  // the rounds differ also where nothing speaks of the card
    const uint16_t all = open_union();
    emit_code({EffectOp::SetDid, 0});
    const uint16_t next = emit_code({houses ? EffectOp::EachHouse : EffectOp::EachNext, rest, each});
    const Scoped inside(loops_, loops_ + 1);
    single(body);
    add_to_union(all);
    for (size_t i = next; i < p_.code.size(); ++i)
      if (!houses && order_matters(p_.code[i].op)) p_.code[next].flags = kInOrder;
    emit_code({EffectOp::Jump, next});
    p_.code[next].c = here();
    emit_code({EffectOp::SetDone, emit({ExprOp::CardVar, all})});
  } else {
    const ExprId rounds = over_cards ? emit({ExprOp::Count, cards(set)}) : expr(set);
    count_loop(rounds, body, false);
  }
  gathering_ -= gather;
  if (gather && gathering_ == 0) emit_code({EffectOp::FlushDamage});
}

// "again": the statements of this block before it, once more; "as opponent": with the roles exchanged.
void Generator::again(Syntax node) {
  const Syntax as = node[0], guard = node[1];
  const bool swapped = static_cast<bool>(as);
  if (swapped && (!as.says(NodeKind::Player, "opponent") || as.word().empty() || as[0]))
    throw NoCode(as.at(), "`again` as this");
  const uint16_t start = block_start_;
  if (loops_ > 0) throw NoCode(node.at(), "`again` inside of a loop");
  if (start == here()) throw NoCode(node.at(), "`again` with nothing before it");
  const uint16_t done = new_slot();
  const ExprId times = emit({ExprOp::VarNum, done});
  const uint16_t first = emit_code({EffectOp::JumpUnless, emit({ExprOp::Eq, times, number(0)})});
  uint16_t unless = kNone;
  if (has_guard(guard)) unless = emit_code({EffectOp::JumpUnless, expr(guard[0])});
  emit_code({EffectOp::LetNum, done, number(1)});
  if (swapped) emit_code({EffectOp::SwapRoles});
  emit_code({EffectOp::Jump, start});
  p_.code[first].b = here();
  if (swapped) emit_code({EffectOp::SwapRoles});
  if (unless != kNone) p_.code[unless].b = here();
}

void Generator::let(Syntax node) {
  if (node.flag()) {
    const ExprId set = cards(node[0]);
    emit_code({EffectOp::LetCards, variable(node.word(), false, node.at()), set});
  } else {
    const ExprId value = expr(node[0]);
    emit_code({EffectOp::LetNum, variable(node.word(), true, node.at()), value});
  }
}

namespace {

Clock clock_of(Syntax node) {
  static const std::map<std::string, Clock> kClocks = {{"this-turn", Clock::ThisTurn},
                                                       {"opponent-next-turn", Clock::OpponentNextTurn},
                                                       {"your-next-turn", Clock::YourNextTurn},
                                                       {"until-next-turn", Clock::UntilNextTurn},
                                                       {"until-this-leaves", Clock::UntilThisLeaves},
                                                       {"while-controlled", Clock::WhileControlled},
                                                       {"this-fight", Clock::ThisFight},
                                                       {"delayed", Clock::Delayed},
                                                       {"always", Clock::Always}};
  const auto it = kClocks.find(node.word());
  if (it == kClocks.end()) throw NoCode(node.at(), "the duration `" + node.word() + "`");
  return it->second;
}

// The variables a lasting block speaks of.
void find_variables(const Node& node, std::set<std::string>& found) {
  if (node.kind == NodeKind::Var) found.insert(node.word);
  for (const Node& kid : node.kids) find_variables(kid, found);
}

}  // namespace

void Generator::lasting(Syntax node) {
  std::set<std::string> used;
  find_variables(node.peek(), used);
  uint16_t captured = kNone, number = kNone;
  std::map<std::string, Variable> inner;
  for (const std::string& name : used) {
    const auto it = variables_.find(name);
    if (it == variables_.end()) continue;
    const Variable& outer = it->second;
    // It keeps one set and one number, in the place of what was chosen.
    if (captured != kNone || number != kNone || outer.stands_for != kNone)
      throw NoCode(node.at(), "a lasting effect that keeps $" + name);
    (outer.number ? number : captured) = outer.slot;
    unused_.erase(name);
    inner[name] = {.slot = 0, .number = outer.number};
    if (outer.number) inner[name].stands_for = emit({ExprOp::Chosen});
  }
  const Clock clock = clock_of(node);
  const bool once = node.flag();
  if (once && clock == Clock::Delayed) throw NoCode(node.at(), "`once`: what is delayed happens once anyway");
  // The items are programs of their own, with variables of their own; the captured one is their first.
  Generator body(table_, p_, card_);
  body.at_ = at_;
  body.kept_ = body.variables_ = inner;
  body.slots_ = captured == kNone ? 0 : 1;
  if (number == kNone) body.chosen_ = chosen_;
  body.in_lasting_ = true;
  LastingBody lasting_body;
  const uint16_t jump = emit_code({EffectOp::Jump});
  for (const Node& each : node.kids()) {
    body.in_lasting_static_ = each.kind == NodeKind::Static;
    body.it_known_ = it_known_;
    body.amount_known_ = body.done_known_ = false;
    if (body.in_lasting_static_)
      body.static_item(each, false, lasting_body.abilities);
    else
      body.item(each, false, lasting_body.abilities);
  }
  if (clock == Clock::WhileControlled && !body.lasting_uses_it_)
    throw NoCode(node.at(), "`while-controlled` without constants about `it`");
  p_.code[jump].a = here();
  lasting_body.once = once || clock == Clock::Delayed;
  lasting_body.keeps_cards = body.lasting_uses_it_;
  lasting_body.keeps_second = captured != kNone;
  lasting_body.keeps_text = body.lasting_keeps_text_;
  const bool keeps_number = number != kNone;
  emit_code({EffectOp::Lasting, push(p_.bodies, lasting_body), static_cast<int>(clock), keeps_number ? number : captured,
             keeps_number ? kKeepsNumber : 0});
  done_known_ = true;
}

}  // namespace archon::lang
