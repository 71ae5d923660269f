// Expressions.
#include <algorithm>
#include <cassert>
#include <limits>

#include "engine/core/counters.h"
#include "engine/lang/generator_impl.h"

namespace archon::lang {

ExprId Generator::emit(NewExpr e) {
  assert(e.a >= std::numeric_limits<int16_t>::min() && e.a <= kNone && e.b >= 0 && e.b <= kNone);
  return push(p_.exprs, {.op = e.op, .a = static_cast<int16_t>(static_cast<uint16_t>(e.a)), .b = static_cast<uint16_t>(e.b)});
}

bool Generator::same(ExprId a, ExprId b) const {
  const Expr &x = p_.exprs[a], &y = p_.exprs[b];
  return x.op == y.op && x.a == y.a && x.b == y.b;
}

ExprId Generator::literal(Syntax node) {
  const int value = node.number();
  if (value > std::numeric_limits<int16_t>::max()) throw NoCode(node.at(), "a number above 32767");
  return number(value);
}

ExprId Generator::each_amount(Syntax node, ExprId all) {
  const Scoped each(target_known_, true);
  return amount(node, all);
}

ExprId Generator::amount(Syntax node, ExprId all) {
  if (!node.says(NodeKind::Word, "all")) return expr(node);
  node.word();
  if (all == kNone) throw NoCode(node.at(), "`all` here");
  return all;
}

// A house as a mask.
ExprId Generator::house(Syntax word) {
  const House house = house_from_name(word.word());
  if (house == House::None) throw NoCode(word.at(), "the word `" + word.word() + "` as a value");
  return number(1 << static_cast<int>(house));
}

// A word, the chosen or active house, the houses of a card.
ExprId Generator::house_mask(Syntax node) {
  const bool fits = node.is(NodeKind::Word) || node.is(NodeKind::Var) || node.says(NodeKind::Call, "house") ||
                    node.says(NodeKind::Call, "last-house") || node.says(NodeKind::Pron, "chosen") ||
                    node.says(NodeKind::Pron, "active");
  const bool other = node.says(NodeKind::Pron, "chosen") && chosen_ != Chosen::House && chosen_ != Chosen::Nothing;
  if (!fits || other) throw NoCode(node.at(), "this as a house");
  return expr(node);
}

ExprId Generator::pronoun(Syntax node) {
  static const std::map<std::string, ExprOp> kNumbers = {{"amount", ExprOp::Amount},
                                                         {"did", ExprOp::Did},
                                                         {"chosen", ExprOp::Chosen},
                                                         {"active", ExprOp::ActiveHouse},
                                                         {"your-turn", ExprOp::YourTurn}};
  const std::string& word = node.word();
  if (word == "chosen" && chosen_ == Chosen::Nothing) throw NoCode(node.at(), "`chosen` before anything is chosen");
  if (word == "amount" && !amount_known_) throw NoCode(node.at(), "`amount` before anything has one");
  if (word == "did" && !done_known_) throw NoCode(node.at(), "`did` before anything is done");
  if (const auto it = kNumbers.find(word); it != kNumbers.end()) return emit({it->second});
  if (word == "current") return emit({ExprOp::KeyCost, subject()});
  if (word == "possible") {
    ExprId all = kNone;
    for (uint16_t id : choices_) {
      const ExprId wanted = p_.selectors[id].count == kNone ? number(1) : p_.selectors[id].count;
      all = both(all, emit({ExprOp::Le, wanted, emit({ExprOp::Count, emit({ExprOp::Select, id})})}));
    }
    if (all == kNone) throw NoCode(node.at(), "`possible` before anything is chosen");
    return all;
  }
  return cards(node);
}

ExprId Generator::variable_value(Syntax node) {
  const auto it = variables_.find(node.word());
  if (it == variables_.end()) throw NoCode(node.at(), "$" + node.word() + " here: it is not kept by this effect");
  unused_.erase(node.word());
  if (it->second.stands_for != kNone) return it->second.stands_for;
  return emit({it->second.number ? ExprOp::VarNum : ExprOp::CardVar, it->second.slot});
}

// A variable without a slot: it stands for a value that the ability has anyway.
void Generator::name_value(const std::string& name, ExprId value, bool player, SourcePos at) {
  variables_[name] = {.slot = 0, .number = true, .stands_for = value, .player = player};
  unused_.emplace(name, at);
}

ExprId Generator::expr(Syntax node) {
  switch (node.kind()) {
    case NodeKind::Number:
      return literal(node);
    case NodeKind::Pron:
      return pronoun(node);
    case NodeKind::Player:
      return player(node);
    case NodeKind::Call:
      return call(node);
    case NodeKind::Binary:
      return binary(node);
    case NodeKind::Unary: {
      if (node.says(NodeKind::Unary, "not") && node[0].says(NodeKind::Call, "destroyed")) return not_destroyed(node);
      const ExprOp op = node.word() == "not" ? ExprOp::Not : ExprOp::Neg;
      return emit({op, expr(node[0])});
    }
    case NodeKind::Var:
      return variable_value(node);
    case NodeKind::Word:
      return house(node);
    case NodeKind::Is: {
      const ExprId card = one_card(node[0]);
      const ExprId fits = emit({ExprOp::Matches, card, selector(node[1], Use::Test)});
      return node.flag() ? negate(fits) : fits;
    }
    case NodeKind::Quant:
      throw NoCode(node.at(), "\"up to\" here");
    default:
      throw NoCode(node.at(), "this expression");
  }
}

// What was not there was not "not destroyed" either.
ExprId Generator::not_destroyed(Syntax node) {
  node.word(), node[0].word();
  const ExprId set = cards(node[0][0]);
  const ExprId some = emit({ExprOp::Count, set});
  return both(some, negate(emit({ExprOp::WasDestroyed, set})));
}

ExprId Generator::binary(Syntax node) {
  static const std::map<std::string, ExprOp> kOps = {
      {"+", ExprOp::Add}, {"-", ExprOp::Sub}, {"*", ExprOp::Mul}, {"/", ExprOp::Div}, {"and", ExprOp::And},
      {"or", ExprOp::Or}, {"=", ExprOp::Eq},  {"!=", ExprOp::Ne}, {"<", ExprOp::Lt},  {"<=", ExprOp::Le}};
  const Syntax l = node[0], r = node[1];
  const std::string& op = node.word();
  const bool compares = op == "=" || op == "!=";
  const auto either_is = [&](std::string_view function) {
    return l.says(NodeKind::Call, function) || r.says(NodeKind::Call, function);
  };
  const auto is_value = [](Syntax side) { return side.is(NodeKind::Var) || side.says(NodeKind::Pron, "chosen"); };
  if (either_is("name") && !(compares && (is_value(l) || is_value(r)))) {
    const bool both_are = l.says(NodeKind::Call, "name") && r.says(NodeKind::Call, "name");
    if (!both_are || !compares) throw NoCode(node.at(), "a name in this comparison");
    l.word(), r.word();
    const ExprId a = card_argument(l, 0);
    const ExprId fits = emit({ExprOp::SameName, a, card_argument(r, 0)});
    return op == "=" ? fits : negate(fits);
  }
  if (either_is("type")) {
    const bool both_are = l.says(NodeKind::Call, "type") && r.says(NodeKind::Call, "type");
    if (!both_are || !compares) throw NoCode(node.at(), "a type in this comparison");
  }
  const ExprId a = expr(l), b = expr(r);
  if (either_is("house")) {  // a card may belong to several houses
    if (!compares) throw NoCode(node.at(), "a house in this comparison");
    const ExprId meet = emit({ExprOp::MaskMeets, a, b});
    return op == "=" ? meet : negate(meet);
  }
  if (op == ">") return emit({ExprOp::Lt, b, a});
  if (op == ">=") return emit({ExprOp::Le, b, a});
  const auto it = kOps.find(op);
  if (it == kOps.end()) throw NoCode(node.at(), "the operator `" + op + "`");
  return emit({it->second, a, b});
}

// The cards a function speaks of: its argument, or the candidate of a `where`.
ExprId Generator::card_argument(Syntax node, size_t index) {
  if (node.size() > index) return cards(node[index]);
  if (in_where_) return emit({ExprOp::Candidate});
  throw NoCode(node.at(), "`" + node.word() + "` without a card");
}

// A value that one card has cannot be asked of whatever cards fit a description.
ExprId Generator::one_card(Syntax node) {
  const bool one = node.is(NodeKind::Pron) || node.is(NodeKind::Var);
  if (!one) throw NoCode(node.at(), "several cards where one is meant");
  return cards(node);
}

// The number of a kind of counter; kNone: +1 power counters.
int Generator::counter(Syntax word) {
  if (word.word() == "power") return kNone;
  const int kind = counter_kind(word.word());
  if (kind < 0) throw NoCode(word.at(), "counters of the kind `" + word.word() + "`");
  return kind;
}

ExprId Generator::counters_on(Syntax node) {
  const int kind = counter(node[0]);
  const ExprId on = card_argument(node, 1);
  if (kind == kNone) return emit({ExprOp::Sum, on, static_cast<int>(CardField::Counters)});
  return emit({ExprOp::Counters, on, kind});
}

uint8_t icon_kind(const std::string& word, SourcePos at) {
  if (word == "any") return kAnyIcon;
  const std::optional<Icon> icon = icon_from_name(word);
  if (!icon) throw NoCode(at, "bonus icons of this kind");
  return static_cast<uint8_t>(*icon);
}

ExprId Generator::bonus(Syntax node) {
  return emit({ExprOp::Icons, card_argument(node, 1), icon_kind(node[0].word(), node[0].at())});
}

// Of several houses that most cards are of, any will do.
ExprId Generator::common(Syntax node) {
  if (node[0].word() != "house") throw NoCode(node[0].at(), "what cards have in common");
  if (!in_where_) throw NoCode(node.at(), "`common` outside of a `where`");
  return emit({ExprOp::HasHouse, emit({ExprOp::CommonHouses, cards(node[1])})});
}

ExprId Generator::times(Syntax node) {
  const std::string& period = node[1].word();
  if (period != "this-turn" && period != "opponent-last-turn") throw NoCode(node[1].at(), "the period `" + period + "`");
  const uint16_t id = pattern(node[0]);
  if (p_.patterns[id].beside != kNone) throw NoCode(node[0].at(), "`beside` in what happened before");
  if (p_.patterns[id].flags_all & kFromDiscard) throw NoCode(node[0].at(), "where a card came from in what happened before");
  if (p_.patterns[id].step != Step::Setup) throw NoCode(node[0].at(), "a step in what happened before");
  if (p_.patterns[id].type == EventType::Draw) {  // the log does not say which card it was
    const bool any = p_.patterns[id].card != kNone && p_.selectors[p_.patterns[id].card].filter == kNone &&
                     p_.selectors[p_.patterns[id].card].types == 0 && p_.selectors[p_.patterns[id].card].side == Side::Any;
    if (!any) throw NoCode(node[0].at(), "which cards were drawn");
    p_.patterns[id].card = kNone;
  }
  if (p_.patterns[id].type == EventType::Deal) throw NoCode(node[0].at(), "how often this happened");
  p_.definitions[static_cast<size_t>(card_)].history |= bit(p_.patterns[id].type);
  const Period which = period == "this-turn" ? Period::ThisTurn : Period::OpponentLastTurn;
  return emit({ExprOp::Times, id, static_cast<int>(which)});
}

ExprId Generator::shares(Syntax node) {
  const std::string& what = node[0].word();
  const ExprId mine = emit({in_where_ ? ExprOp::Candidate : ExprOp::This});
  if (what == "trait") return emit({ExprOp::SharesTrait, mine, cards(node[1])});
  if (what == "house" && in_where_) return emit({ExprOp::HasHouse, emit({ExprOp::HouseOf, cards(node[1])})});
  throw NoCode(node.at(), "sharing a " + what);
}

// A constant that changes cards is worked out before the power and armor of all cards are known; numbers of keywords, and a
// power that depends on them, after.
void Generator::refuse_in_layers(Syntax node, std::string_view field) {
  reads_stats_ |= field == "power" || field == "armor";
  if (layered_ && (field == "power" || field == "armor"))
    throw NoCode(node.at(), "the " + std::string(field) + " of cards in a constant that changes cards");
}

ExprId Generator::over_cards(Syntax node) {
  static const std::map<std::string, CardField> kFields = {
      {"power", CardField::Power}, {"armor", CardField::Armor}, {"damage", CardField::Damage}, {"amber", CardField::Amber}};
  const std::string& f = node.word();
  const auto field = kFields.find(node[0].word());
  if (field == kFields.end()) throw NoCode(node[0].at(), "the " + f + " of this");
  refuse_in_layers(node, field->first);
  const ExprOp op = f == "sum" ? ExprOp::Sum : f == "highest" ? ExprOp::Highest : ExprOp::Lowest;
  return emit({op, cards(node[1]), static_cast<int>(field->second)});
}

// OVERWHELMED: more enemy creatures than friendly ones (rulebook 18.4).
ExprId Generator::state_of_player(Syntax node) {
  const ExprId who = player(node[0]);
  if (node.word() == "haunted") return emit({ExprOp::Haunted, who});
  const auto creatures = [&](ExprOp compare) {
    Selector line;
    line.zones = bit(Zone::Line);
    const ExprId controller = emit({ExprOp::ControllerOf, emit({ExprOp::Candidate})});
    line.filter = emit({compare, controller, who});
    return emit({ExprOp::Count, emit({ExprOp::Select, keep(line)})});
  };
  const ExprId own = creatures(ExprOp::Eq);
  return emit({ExprOp::Lt, own, creatures(ExprOp::Ne)});
}

ExprId Generator::call(Syntax node) {
  static const std::map<std::string, CardField> kFields = {{"power", CardField::Power},
                                                           {"armor", CardField::Armor},
                                                           {"damage", CardField::Damage},
                                                           {"traits", CardField::Traits},
                                                           {"type", CardField::Type}};
  static const std::map<std::string, ExprOp> kOfPlayers = {
      {"keys", ExprOp::Keys}, {"unforged", ExprOp::Unforged}, {"keycost", ExprOp::KeyCost}, {"chains", ExprOp::Chains}};
  static const std::map<std::string, ExprOp> kOfNumbers = {
      {"half", ExprOp::Half}, {"halfup", ExprOp::HalfUp}, {"third", ExprOp::Third}};
  const std::string& f = node.word();
  const auto whose = [&] { return node.size() == 0 ? emit({ExprOp::You}) : player(node[0]); };
  if (f == "count") {
    const Node& counted = node[0].peek();
    if (counted.kind == NodeKind::Select && counted.kids[0] && counted.kids[0].word == "each")
      throw NoCode(node[0].at(), "`each` of what is counted");
    return emit({ExprOp::Count, cards(node[0])});
  }
  if (f == "amber") {
    const bool of_player = node.size() == 0 ? !in_where_ : is_player(node[0]);
    return of_player ? emit({ExprOp::PoolAmber, whose()}) : emit({ExprOp::CardAmber, card_argument(node, 0)});
  }
  if (f == "sum" || f == "highest" || f == "lowest") return over_cards(node);
  if (f == "haunted" || f == "overwhelmed") return state_of_player(node);
  if (f == "forged") {
    const int key = key_color(node[0].word(), node[0].at());
    return emit({ExprOp::Forged, player(node[1]), key});
  }
  if (f == "tide") {
    p_.definitions[static_cast<size_t>(card_)].tide = true;
    return emit({ExprOp::HighTide, emit({node[0].word() == "high" ? ExprOp::You : ExprOp::Opponent})});
  }
  if (f == "powers" || f == "types") {
    const CardField field = f == "powers" ? CardField::Power : CardField::Type;
    if (field == CardField::Power) refuse_in_layers(node, "power");
    return emit({ExprOp::Distinct, card_argument(node, 0), static_cast<int>(field)});
  }
  if (f == "base") {
    const bool power = node[0].says(NodeKind::Word, "power");
    if (!power && !node[0].says(NodeKind::Word, "armor")) throw NoCode(node[0].at(), "the base value of this");
    node[0].word();
    return emit({ExprOp::Base, one_card(node[1]), static_cast<int>(power ? CardField::Power : CardField::Armor)});
  }
  if (f == "last-house") {
    p_.definitions[static_cast<size_t>(card_)].history |= bit(EventType::ChooseHouse);
    return emit({ExprOp::LastHouse, player(node[0])});
  }
  if (f == "houses") return emit({ExprOp::HouseCount, card_argument(node, 0)});
  if (const auto it = kFields.find(f); it != kFields.end()) {
    refuse_in_layers(node, f);
    const ExprId card = node.size() == 0 ? card_argument(node, 0) : one_card(node[0]);
    return emit({ExprOp::Field, card, static_cast<int>(it->second)});
  }
  if (f == "counters") return counters_on(node);
  if (f == "bonus") return bonus(node);
  if (f == "common") return common(node);
  if (f == "name") return emit({ExprOp::NameOf, one_card(node[0])});
  if (f == "house") return emit({ExprOp::HouseOf, card_argument(node, 0)});
  if (const auto it = kOfPlayers.find(f); it != kOfPlayers.end()) return emit({it->second, whose()});
  if (const auto it = kOfNumbers.find(f); it != kOfNumbers.end()) return emit({it->second, expr(node[0])});
  if (f == "min" || f == "max") return emit({f == "min" ? ExprOp::Min : ExprOp::Max, expr(node[0]), expr(node[1])});
  if (f == "times") return times(node);
  if (f == "destroyed") return emit({ExprOp::WasDestroyed, node.size() == 0 ? card_argument(node, 0) : cards(node[0])});
  if (f == "attacking" && node[0].is(NodeKind::Select) && NounPhrase{node[0]}.quantifier())
    throw NoCode(node[0].at(), "a quantifier in `attacking`");
  if (f == "attacking") return emit({ExprOp::Attacking, selector(node[0], Use::Test)});
  if (f == "shares") return shares(node);
  throw NoCode(node.at(), "the function `" + f + "`");
}

}  // namespace archon::lang
