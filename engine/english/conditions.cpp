// What is true or false, and what a `where` asks of a card.
#include <map>
#include <utility>

#include "engine/english/phrases.h"
#include "engine/english/writer.h"
#include "engine/lang/print.h"

namespace archon::english {
namespace {

bool is_zero(const Node& node) { return node.kind == NodeKind::Number && node.number == 0; }
bool is_call(const Node& node, std::string_view name) { return node.kind == NodeKind::Call && node.word == name; }

// "> 0", ">= 1", "!= 0": there is some.
bool some(const std::string& op, const Node& right) {
  if (right.kind != NodeKind::Number) return false;
  return (right.number == 0 && (op == ">" || op == "!=")) || (right.number == 1 && op == ">=");
}

std::string op_words(const std::string& op) {
  static const std::map<std::string, std::string> words = {
      {"=", "is"},          {"!=", "is not"},         {"<", "is less than"},
      {"<=", "is at most"}, {">", "is greater than"}, {">=", "is at least"}};
  return words.at(op);
}

}  // namespace

std::string or_more(const std::string& op, const std::string& number) {
  if (op == ">=") return number + " or more";
  if (op == "<=") return number + " or fewer";
  if (op == "<") return "fewer than " + number;
  if (op == ">") return "more than " + number;
  if (op == "!=") return "other than " + number;
  return "exactly " + number;
}

std::string Writer::condition(const Node& node) {
  switch (node.kind) {
    case NodeKind::Binary:
      if (node.word == "and" || node.word == "or")
        return condition(node.kids[0]) + " " + node.word + " " + condition(node.kids[1]);
      return comparison(node);
    case NodeKind::Unary:
      return denied(node.kids[0]);
    case NodeKind::Is:
      return is_clause(node);
    case NodeKind::Call:
      if (node.word == "destroyed" && !node.kids.empty())
        if (const Phrase cards = np(node.kids[0]); cards.person == Person::Many)
          return "any of " + cards.text + " is destroyed this way";
      return filled(function_phrase(node.word).value, node);
    case NodeKind::Var: {
      const auto found = variables_.find(node.word);
      return found == variables_.end() || found->second.text.empty() ? np_text(node) : found->second.text;
    }
    default:
      return expr(node);
  }
}

// "if you do", behind what somebody did.
std::string Writer::did_so() const {
  return deed_.actor.person == Person::You ? "you do" : deed_.actor.text.starts_with("each ") ? "that is done" : "they do";
}

std::string Writer::denied(const Node& node) {
  if (node.kind == NodeKind::Pron && node.word == "did") {
    const std::string yes = condition(node);
    return (yes == "that is done" ? "that is not done" : yes.substr(0, yes.size() - 2) + "do not");
  }
  if (node.kind == NodeKind::Pron && node.word == "your-turn") return "it is not your turn";
  if (is_call(node, "shares"))
    return "it does not share " + with_article(expr(node.kids[0])) + " with " + np_text(node.kids[1]);
  if (node.kind == NodeKind::Binary && node.word == "=") {
    Node other = node;
    other.word = "!=";
    return comparison(other);
  }
  std::string text = condition(node);
  for (const char* verb : {" is ", " are "})
    if (const size_t at = text.find(verb); at != std::string::npos) return text.insert(at + std::string(verb).size(), "not ");
  return "it is not so that " + text;
}

namespace {

// "there are no neighbors of it" -> "it has no neighbors"
std::string owned(std::string text) {
  for (const char* start : {"there is ", "there are "})
    if (text.starts_with(start)) text.replace(0, std::string(start).size(), "it has ");
  if (const size_t at = text.find(" of it"); at != std::string::npos) text.erase(at, 6);
  return text;
}

}  // namespace

std::string Writer::of_count(const Node& count, const std::string& op, const Node& right) {
  const Node& set = count.kids[0];
  const bool neighbors = set.kind == NodeKind::Select && set.kids[1].kids[0].word == "neighbor" &&
                         set.kids[2].kind == NodeKind::Pron && set.kids[2].word == "candidate" &&
                         right.kind == NodeKind::Number;
  const std::string text = counted_cards(count, op, right);
  return neighbors ? owned(text) : text;
}

// "there are 3 or more friendly creatures".
std::string Writer::counted_cards(const Node& count, const std::string& op, const Node& right) {
  const Node& set = count.kids[0];
  const bool remembered = set.kind == NodeKind::Pron || set.kind == NodeKind::Var;
  if (set.kind == NodeKind::Except && set.kids[0].kind == NodeKind::Pron && (some(op, right) || (is_zero(right) && op == "=")))
    return np_text(set.kids[0]) + (some(op, right) ? " is not " : " is ") + np_text(set.kids[1]);
  const bool sifted = set.kind == NodeKind::Select && set.kids[1].kids[0].word.empty() && set.kids.size() > 4;
  if (sifted && (some(op, right) || (is_zero(right) && op == "="))) {  // "$x where ...": those of them that ...
    Node rest = set;
    rest.kids.erase(rest.kids.begin() + 3);
    const Phrase all = np(set.kids[3].kids[0]);
    const std::string which =
        all.person == Person::Many ? (some(op, right) ? "at least one of " : "none of ") + all.text : all.text;
    return which + (all.person == Person::Many || some(op, right) ? " is one " : " is not one ") +
           posts(rest, false, Use::Full);
  }
  if (is_call(right, "count") && !remembered && right.kids[0].kind == NodeKind::Select) {
    const std::string here = np_text(set, Use::Plural), there = np_text(right.kids[0], Use::Plural);
    if (op == ">") return "there are more " + here + " than " + there;
    if (op == "<") return "there are fewer " + here + " than " + there;
    if (op == "=") return "there are as many " + here + " as " + there;
  }
  if (set.kind == NodeKind::Pron && set.word == "done" && some(op, right))
    return "any " + deed_.cards.noun + " was " + deed_.participle + " this way";
  if (set.kind == NodeKind::Pron && set.word == "done" && right.kind == NodeKind::Number)
    return or_more(op, expr(right)) + " " + plural(deed_.cards.noun) + " were " + deed_.participle + " this way";
  const bool of_one = right.kind == NodeKind::Number && right.number == 1 && op == "=";
  const bool one_remembered = set.kind == NodeKind::Pron && (set.word == "it" || set.word == "foe");
  if (one_remembered && of_one) return "there is such a " + last_.noun;
  if (set.kind == NodeKind::Select && set.kids[1].kids[0].word.empty() && of_one && set.kids.size() > 4) {
    Node rest = set;
    rest.kids.erase(rest.kids.begin() + 3);
    return np_text(set.kids[3].kids[0]) + " is " + posts(rest, false, Use::Full);
  }
  if (remembered && (some(op, right) || (is_zero(right) && op == "="))) {
    const Known known = known_of(set);
    const bool any = some(op, right);
    if (set.kind == NodeKind::Pron && set.word == "foe")
      return std::string(any ? "there is a " : "there is no ") + foe_.substr(4);
    if (!known.text.empty())
      return (any ? "there are any " : "there are no ") +
             (known.text.starts_with("the ") ? known.text.substr(4) : "of " + known.text);
    const std::string noun = known.noun + (known.label.empty() ? "" : " " + known.label);
    return any ? std::string("there is ") + (known.label.empty() ? "such " + with_article(noun) : with_article(noun))
               : std::string("there is no ") + (known.label.empty() ? "such " : "") + noun;
  }
  const bool its_neighbors =
      set.kind == NodeKind::Select && set.kids[1].kids[0].word == "neighbor" && !set.kids[2] && set.kids.size() == 3;
  if (its_neighbors && some(op, right)) return "it has a neighbor";
  if (some(op, right)) {
    const std::string one = np_text(set, Use::Single);
    return set.kind == NodeKind::Select ? "there is " + with_article(one) : "there are " + np_text(set, Use::Plural);
  }
  if (is_zero(right) && op == "=") return "there are no " + np_text(set, Use::Plural);
  if (right.kind == NodeKind::Number)
    return "there " + std::string(right.number == 1 && op == "=" ? "is " : "are ") + or_more(op, expr(right)) + " " +
           np_text(set, right.number == 1 ? Use::Single : Use::Plural);
  return expr(count) + " " + op_words(op) + " " + expr(right);
}

// "your opponent has 6 or more aember".
std::string Writer::of_amber(const Node& call, const std::string& op, const Node& right) {
  const bool bare = call.kids.empty();
  const bool in_pool = bare || call.kids[0].kind == NodeKind::Player;
  const Phrase who = bare ? Phrase{"you", Person::You} : np(call.kids[0]);
  if (in_pool && is_call(right, "amber")) {
    const Phrase other = right.kids.empty() ? Phrase{"you", Person::You} : np(right.kids[0]);
    if (op == ">") return who.text + " " + has(who.person) + " more aember than " + other.text;
    if (op == "<") return who.text + " " + has(who.person) + " less aember than " + other.text;
    if (op == "=") return who.text + " " + has(who.person) + " as much aember as " + other.text;
  }
  if (right.kind != NodeKind::Number)
    return "the amount of aember " + filled("{on}", call) + " " + op_words(op) + " " + expr(right);
  std::string how_much = or_more(op, expr(right));
  if (op == "<=") how_much = expr(right) + " or less";
  if (op == "<") how_much = "less than " + expr(right);
  if (is_zero(right) && op == "=") how_much = "no";
  if (some(op, right)) how_much = in_pool ? "any" : "";
  if (in_pool) return spaced({who.text, has(who.person), how_much, "aember"});
  return spaced({"there is", how_much, "aember on", who.text});
}

std::string Writer::of_forged(const Node& left, const std::string& op, const Node& right) {
  const bool both = left.kind == NodeKind::Binary;
  const Node& call = both ? left.kids[0] : left;
  const std::string colour = call.kids[0].word;
  const bool none = is_zero(right) && op == "=";
  if (both) {
    const bool same = left.word == "+" && is_call(left.kids[1], "forged") && left.kids[1].kids[0].word == colour &&
                      call.kids[1].word == "you" && left.kids[1].kids[1].word == "opponent";
    if (same && some(op, right)) return "either player has forged their " + colour + " key";
    if (same && op == "=" && right.number == 2) return "both players have forged their " + colour + " key";
  }
  if (both || (!none && !some(op, right))) return expr(left) + " " + op_words(op) + " " + expr(right);
  const Phrase who = np(call.kids[1]);
  return who.text + " " + has(who.person) + (none ? " not" : "") + " forged " +
         (who.person == Person::You ? "your " : "their ") + colour + " key";
}

std::string Writer::comparison(const Node& node) {
  const Node &left = node.kids[0], &right = node.kids[1];
  const std::string& op = node.word;
  const bool parity = is_call(left, "half") && is_call(right, "halfup") && (op == "=" || op == "!=");
  if (parity && lang::print(left.kids[0]) == lang::print(right.kids[0]))
    return expr(left.kids[0]) + (op == "=" ? " is an even number" : " is an odd number");
  if (is_call(left, "count")) return of_count(left, op, right);
  if (is_call(left, "amber") || (is_call(left, "amber") && is_call(right, "amber"))) return of_amber(left, op, right);
  if (is_call(left, "forged") || (left.kind == NodeKind::Binary && is_call(left.kids[0], "forged")))
    return of_forged(left, op, right);
  if (is_call(left, "times") && right.kind == NodeKind::Number) return times_true(left, op, right.number);
  const bool of_keys = is_call(left, "keys");
  if (of_keys && is_call(right, "keys")) {
    const Phrase who = np(left.kids[0]), other = np(right.kids[0]);
    const std::string how = op == ">"   ? "more forged keys than "
                            : op == "<" ? "fewer forged keys than "
                            : op == "=" ? "as many forged keys as "
                                        : "";
    if (!how.empty()) return who.text + " " + has(who.person) + " " + how + other.text;
  }
  if (of_keys && right.kind == NodeKind::Number) {
    const Phrase who = np(left.kids[0]);
    const std::string how_many = is_zero(right) && op == "=" ? "no" : some(op, right) ? "any" : or_more(op, expr(right));
    return who.text + " " + has(who.person) + " " + how_many + " forged " + (right.number == 1 && op == "=" ? "key" : "keys");
  }
  if (is_call(left, "counters") && right.kind == NodeKind::Number) {
    const std::string one = counter_phrase(left.kids[0].word);
    const std::string where = left.kids.size() > 1 ? np_text(left.kids[1]) : "it";
    if (some(op, right)) return "there is " + with_article(one) + " on " + where;
    if (is_zero(right) && op == "=") return "there are no " + plural(one) + " on " + where;
    if (right.number == 1 && op == "=") return "there is exactly 1 " + one + " on " + where;
    return "there are " + or_more(op, expr(right)) + " " + plural(one) + " on " + where;
  }
  if (is_call(left, "houses") && right.kind == NodeKind::Number)
    return "there are " + or_more(op, expr(right)) + " different houses among " + np_text(left.kids[0], Use::Plural);
  if (left.kind == NodeKind::Pron && left.word == "amount" && some(op, right))
    return in_event_ ? "it is any at all"
                     : "any " + (deed_.counted ? plural(deed_.unit) + " were " : deed_.unit + " was ") + deed_.participle +
                           " this way";
  const auto variable = left.kind == NodeKind::Var ? variables_.find(left.word) : variables_.end();
  const bool truth = variable != variables_.end() && variable->second.noun == "truth" && right.kind == NodeKind::Number;
  if (truth && op == "=" && right.number == 1) return variable->second.text;
  return expr(left) + " " + op_words(op) + " " + expr(right);
}

std::string Writer::is_clause(const Node& node) {
  const bool outer = std::exchange(anywhere_, true);
  std::string text = told_as(node);
  anywhere_ = outer;
  return text;
}

std::string Writer::told_as(const Node& node) {
  const Phrase what = np(node.kids[0]);
  const Node& select = node.kids[1];
  const Node& filter = select.kids[1].kids[0];
  const std::string verb = is(what.person) + (node.number != 0 ? " not" : "");
  if (filter.word.empty() && filter.kids.size() == 1 && select.kids.size() == 3) {
    const std::string& adj = filter.kids[0].word;
    const std::string non = filter.kids[0].number != 0 ? "not " : "";
    if (adj == "flank") return what.text + " " + verb + " " + non + "on a flank";
    if (adj == "own-house")
      return what.text + (node.number != 0 ? " does not belong" : " belongs") + " to a house on your identity card";
  }
  const bool many = what.person == Person::Many;
  std::string body_text = body(select, many, Use::Full);
  if (filter.word == "card" && filter.kids.empty() && select.kids.size() == 4 && select.kids[3].word == "where" &&
      node.number == 0)
    if (const std::string which = posts(select, many, Use::Full); which.starts_with("that "))
      return what.text + which.substr(4);
  // "is a card of the chosen house": the noun says nothing.
  if (filter.word == "card" && filter.kids.empty() && select.kids.size() > 3 && select.kids[3].word != "where")
    return spaced({what.text, verb, posts(select, many, Use::Full)});
  if (!filter.word.empty() && !many) body_text = with_article(body_text);
  return spaced({what.text, verb, body_text});
}

}  // namespace archon::english
