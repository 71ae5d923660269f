// Expressions.
#include "engine/lang/generator_impl.h"

namespace archon::lang {

ExprId Generator::emit(ExprOp op, int a, uint16_t b) {
  p_.exprs.push_back({.op = op, .a = static_cast<int16_t>(static_cast<uint16_t>(a)), .b = b});
  return static_cast<ExprId>(p_.exprs.size() - 1);
}

ExprId Generator::amount(const Node& node, ExprId all) {
  if (node.kind == NodeKind::Word && node.word == "all") return all;
  return expr(node);
}

// A house as a mask: a word, the chosen or active house, the houses of a card.
ExprId Generator::house_mask(const Node& node) { return expr(node); }

ExprId Generator::pronoun(const Node& node) {
  static const std::map<std::string, ExprOp> kNumbers = {{"amount", ExprOp::Amount},
                                                         {"did", ExprOp::Did},
                                                         {"chosen", ExprOp::Chosen},
                                                         {"active", ExprOp::ActiveHouse},
                                                         {"your-turn", ExprOp::YourTurn}};
  if (const auto it = kNumbers.find(node.word); it != kNumbers.end()) return emit(it->second);
  if (node.word == "current") return emit(ExprOp::KeyCost, subject_ == kNone ? emit(ExprOp::You) : subject_);
  if (node.word == "possible") {
    ExprId all = kNone;
    for (uint16_t id : choices_) {
      const ExprId wanted = p_.selectors[id].count == kNone ? number(1) : p_.selectors[id].count;
      all = both(all, emit(ExprOp::Le, wanted, emit(ExprOp::Count, emit(ExprOp::Select, id))));
    }
    return all == kNone ? number(1) : all;
  }
  return cards(node);
}

ExprId Generator::expr(const Node& node) {
  switch (node.kind) {
    case NodeKind::Number:
      return number(node.number);
    case NodeKind::Pron:
      return pronoun(node);
    case NodeKind::Call:
      return call(node);
    case NodeKind::Binary:
      return binary(node);
    case NodeKind::Unary:
      return emit(node.word == "not" ? ExprOp::Not : ExprOp::Neg, expr(node.kids[0]));
    case NodeKind::Var: {
      const auto it = variables_.find(node.word);
      if (it == variables_.end()) throw NoCode(node.at, "$" + node.word + " is not kept by this effect");
      return emit(it->second.number ? ExprOp::VarNum : ExprOp::CardVar, it->second.slot);
    }
    case NodeKind::Word: {
      const House house = house_from_name(node.word);
      if (house == House::None) throw NoCode(node.at, "the word `" + node.word + "` as a value");
      return number(1 << static_cast<int>(house));
    }
    case NodeKind::Is: {
      const uint16_t id = selector(node.kids[1], false);
      const ExprId fits = emit(ExprOp::Matches, cards(node.kids[0]), id);
      return node.number ? negate(fits) : fits;
    }
    case NodeKind::Quant:
      throw NoCode(node.at, "\"up to\" here");
    default:
      throw NoCode(node.at, "this expression");
  }
}

namespace {
bool is_call(const Node& node, const char* word) { return node.kind == NodeKind::Call && node.word == word; }
}  // namespace

ExprId Generator::binary(const Node& node) {
  const Node &l = node.kids[0], &r = node.kids[1];
  if (is_call(l, "name") && is_call(r, "name")) {
    const ExprId same = emit(ExprOp::SameName, card_argument(l, 0), card_argument(r, 0));
    return node.word == "!=" ? negate(same) : same;
  }
  const ExprId a = expr(l), b = expr(r);
  static const std::map<std::string, ExprOp> kOps = {
      {"+", ExprOp::Add}, {"-", ExprOp::Sub}, {"*", ExprOp::Mul}, {"/", ExprOp::Div}, {"and", ExprOp::And},
      {"or", ExprOp::Or}, {"=", ExprOp::Eq},  {"!=", ExprOp::Ne}, {"<", ExprOp::Lt},  {"<=", ExprOp::Le}};
  if (node.word == ">") return emit(ExprOp::Lt, b, a);
  if (node.word == ">=") return emit(ExprOp::Le, b, a);
  const auto it = kOps.find(node.word);
  if (it == kOps.end()) throw NoCode(node.at, "the operator `" + node.word + "`");
  return emit(it->second, a, b);
}

// The card a function speaks of: its argument, or the candidate of a `where`.
ExprId Generator::card_argument(const Node& node, size_t index) {
  if (node.kids.size() > index) return cards(node.kids[index]);
  if (in_where_) return emit(ExprOp::Candidate);
  throw NoCode(node.at, "`" + node.word + "` without a card");
}

ExprId Generator::times(const Node& node) {
  const std::string& period = node.kids[1].word;
  if (period != "this-turn" && period != "opponent-last-turn") throw NoCode(node.at, "the period " + period);
  const uint16_t id = pattern(node.kids[0]);
  p_.definitions[static_cast<size_t>(card_)].history |= bit(p_.patterns[id].type);
  const Period which = period == "this-turn" ? Period::ThisTurn : Period::OpponentLastTurn;
  return emit(ExprOp::Times, id, static_cast<uint16_t>(which));
}

ExprId Generator::call(const Node& node) {
  const std::string& f = node.word;
  const auto arg = [&](size_t i) { return expr(node.kids.at(i)); };
  const auto field = [&](CardField which) { return emit(ExprOp::Field, card_argument(node, 0), static_cast<uint16_t>(which)); };
  const auto whose = [&] { return node.kids.empty() ? emit(ExprOp::You) : player(node.kids[0]); };
  if (f == "count") return emit(ExprOp::Count, cards(node.kids[0]));
  if (f == "amber") {
    const bool of_player = node.kids.empty() ? !in_where_ : is_player(node.kids[0]);
    return of_player ? emit(ExprOp::PoolAmber, whose()) : emit(ExprOp::CardAmber, card_argument(node, 0));
  }
  if (f == "power") return field(CardField::Power);
  if (f == "armor") return field(CardField::Armor);
  if (f == "damage") return field(CardField::Damage);
  if (f == "house" || f == "houses") return emit(ExprOp::HouseOf, card_argument(node, 0));
  if (f == "keys") return emit(ExprOp::Keys, whose());
  if (f == "unforged") return emit(ExprOp::Unforged, whose());
  if (f == "keycost") return emit(ExprOp::KeyCost, whose());
  if (f == "chains") return emit(ExprOp::Chains, whose());
  if (f == "half") return emit(ExprOp::Half, arg(0));
  if (f == "halfup") return emit(ExprOp::HalfUp, arg(0));
  if (f == "third") return emit(ExprOp::Third, arg(0));
  if (f == "min") return emit(ExprOp::Min, arg(0), arg(1));
  if (f == "max") return emit(ExprOp::Max, arg(0), arg(1));
  if (f == "times") return times(node);
  if (f == "destroyed") return emit(ExprOp::WasDestroyed, cards(node.kids[0]));
  if (f == "attacking") return emit(ExprOp::Attacking, selector(node.kids[0], false));
  if (f == "shares" && node.kids[0].word == "trait")
    return emit(ExprOp::SharesTrait, in_where_ ? emit(ExprOp::Candidate) : emit(ExprOp::This), cards(node.kids[1]));
  if (f == "shares" && node.kids[0].word == "house" && in_where_)
    return emit(ExprOp::HasHouse, emit(ExprOp::HouseOf, cards(node.kids[1])));
  throw NoCode(node.at, "the function `" + f + "`");
}

}  // namespace archon::lang
