// What a `where` asks of the cards of a phrase, behind their noun: "with power 3 or lower".
#include "engine/english/phrases.h"
#include "engine/english/writer.h"

namespace archon::english {
namespace {

bool names(const Node& node, std::string_view function) { return node.kind == NodeKind::Call && node.word == function; }
bool alone(const Node& node, std::string_view function) { return names(node, function) && node.kids.empty(); }

}  // namespace

std::string Writer::compared_quality(const Node& cond, bool many) {
  const Node &left = cond.kids[0], &right = cond.kids[1];
  const std::string& op = cond.word;
  const std::string on = many ? "on them" : "on it";
  const bool zero = right.kind == NodeKind::Number && right.number == 0;
  for (const char* stat : {"power", "armor", "damage"}) {
    if (!alone(left, stat)) continue;
    const std::string name(stat);
    const bool extreme = names(right, "highest") || names(right, "lowest");
    if (zero && op == ">") return "with " + name;
    if (extreme && op == "=") {
      const std::string others = np_text(right.kids[1], Use::Plural);
      return "with the " + right.word + " " + name + (others == "creatures" ? "" : " among " + others);
    }
    if (right.kind == NodeKind::Number) {
      const std::string number = expr(right);
      if (op == "<=") return "with " + name + " " + number + " or lower";
      if (op == ">=") return "with " + name + " " + number + " or higher";
      if (op == "=") return "with " + name + " " + number;
    }
    const std::string how = op == "=" ? "equal to" : op == "<" ? "lower than" : op == ">" ? "higher than" : "";
    if (!how.empty()) return "with " + name + " " + how + " " + expr(right);
  }
  const bool simple = zero && (op == "=" || op == ">");
  if (alone(left, "amber") && right.kind == NodeKind::Number) {
    if (simple) return (op == "=" ? "without aember " : "with aember ") + on;
    return "with " + or_more(op, expr(right)) + " aember " + on;
  }
  if (names(left, "counters") && left.kids.size() == 1 && simple) {
    const std::string counter = counter_phrase(left.kids[0].word);
    return op == "=" ? "without " + with_article(counter) + " " + on : "with " + with_article(counter) + " " + on;
  }
  if (names(left, "bonus") && left.kids.size() == 1 && simple) {
    const std::string icon =
        left.kids[0].word == "any" ? "bonus icons" : phrase(lang::WordClass::Icon, left.kids[0].word) + " bonus icons";
    return (op == "=" ? "without " : "with ") + icon;
  }
  const bool alike = op == "=" || op == "!=";
  if (alike && alone(left, "name") && names(right, "name"))
    return (op == "=" ? "with the same name as " : "with a different name than ") + np_text(right.kids[0]);
  if (alike && alone(left, "type") && names(right, "type"))
    return (op == "=" ? "of the same type as " : "of a different type than ") + np_text(right.kids[0]);
  if (names(left, "count") && simple && left.kids[0].kind == NodeKind::Select &&
      left.kids[0].kids[1].kids[0].word == "upgrade" && left.kids[0].kind == NodeKind::Select) {
    const Node& set = left.kids[0];
    for (const Node& post : set.kids)
      if (post.kind == NodeKind::Post && post.word == "attached" && post.kids[0].word == "candidate" && set.kids.size() == 4)
        return op == "=" ? "without an upgrade" : "with an upgrade";
  }
  return "";
}

std::string Writer::quality(const Node& cond, bool many) {
  if (cond.kind == NodeKind::Binary && (cond.word == "and" || cond.word == "or"))
    return quality(cond.kids[0], many) + " " + cond.word + " " + quality(cond.kids[1], many);
  if (cond.kind == NodeKind::Binary)
    if (const std::string text = compared_quality(cond, many); !text.empty()) return text;
  const bool denies = cond.kind == NodeKind::Unary && cond.word == "not";
  const Node& inner = denies ? cond.kids[0] : cond;
  if (names(inner, "shares")) {
    const Node& other = inner.kids[1];
    const Phrase others = np(other);
    std::string whom = others.text;
    if (others.person == Person::Many && other.kind == NodeKind::Pron) whom = "any of " + whom;
    if (other.kind == NodeKind::Select && !other.kids[0] && !whom.starts_with("the "))
      whom = "any of " + (whom.starts_with("its ") ? whom : "the " + whom);
    const std::string verb = denies ? (many ? "do not share" : "does not share") : many ? "share" : "shares";
    return "that " + verb + " " + with_article(expr(inner.kids[0])) + " with " + whom;
  }
  if (names(inner, "common")) return "of the most common house among " + np_text(inner.kids[1], Use::Plural);
  if (names(inner, "destroyed") && inner.kids.empty())
    return "that " + std::string(many ? "were" : "was") + " destroyed this way";
  if (names(inner, "haunted")) {
    const Node& who = inner.kids[0];
    const std::string verb = denies ? "is not haunted" : "is haunted";
    return who.kind == NodeKind::Player && who.word == "owner" ? "whose owner " + verb : "who " + verb;
  }
  if (denies && inner.kind == NodeKind::Binary && inner.word == "=" && alone(inner.kids[0], "house"))
    return "that " + std::string(many ? "are" : "is") + " not of " + expr(inner.kids[1]);
  const std::string text = condition(cond);
  return text.starts_with("it has ") ? (many ? "that have " : "that has ") + text.substr(7) : "for which " + text;
}

}  // namespace archon::english
