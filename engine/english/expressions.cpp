// Numbers and other values.
#include <algorithm>
#include <stdexcept>

#include "engine/english/phrases.h"
#include "engine/english/writer.h"
#include "engine/lang/print.h"

namespace archon::english {

using lang::WordClass;

std::string Writer::expr(const Node& node) {
  switch (node.kind) {
    case NodeKind::Number:
      return std::to_string(node.number);
    case NodeKind::String:
      return card_name(node.text);
    case NodeKind::Word:
      return house_or_trait(node.word);
    case NodeKind::Call:
      // "max(0, X)": amounts are never less than 0 anyway, but the reader may ask.
      if (node.word == "max" && node.kids.size() == 2 && node.kids[0].kind == NodeKind::Number && node.kids[0].number == 0)
        return expr(node.kids[1]) + " (but not less than 0)";
      if (node.word == "sum" && node.kids[0].word == "amber") return "the total amount of " + each_of(node);
      return filled(function_phrase(node.word).value, node);
    case NodeKind::Unary:
      return node.word == "-" ? "minus " + expr(node.kids[0]) : "not " + condition(node.kids[0]);
    case NodeKind::Binary: {
      if (node.word == "*") {
        const bool number = node.kids[0].kind == NodeKind::Number;
        return (number && node.kids[0].number == 2 ? "twice" : expr(node.kids[0]) + " times") + " " + expr(node.kids[1]);
      }
      if (node.word == "+") return expr(node.kids[0]) + " plus " + expr(node.kids[1]);
      if (node.word == "/") return expr(node.kids[0]) + " divided by " + expr(node.kids[1]);
      if (node.word == "-") return expr(node.kids[0]) + " minus " + expr(node.kids[1]);
      return condition(node);
    }
    case NodeKind::Is:
      return condition(node);
    case NodeKind::Pron:
    case NodeKind::Var:
    case NodeKind::Player:
    case NodeKind::Zone:
    case NodeKind::Top:
    case NodeKind::Select:
    case NodeKind::Union:
    case NodeKind::Except:
    case NodeKind::As:
      return np_text(node);
    default:
      throw std::logic_error("no English phrase for the value " + lang::print(node));
  }
}

// Fills in the arguments of a function.
std::string Writer::filled(std::string_view pattern, const Node& call) {
  const Node none;
  const bool word_first = !call.kids.empty() && lang::signature(call.word).starts_with('w');
  const size_t set_at = word_first ? 1 : 0;
  const bool bare = call.kids.size() <= set_at;
  const Node& set = bare ? none : call.kids[set_at];
  std::string text;
  for (size_t at = 0; at < pattern.size();) {
    if (pattern[at] != '{') {
      text += pattern[at++];
      continue;
    }
    const size_t end = pattern.find('}', at);
    const std::string_view what = pattern.substr(at + 1, end - at - 1);
    at = end + 1;
    if (what == "s") text += bare ? "it" : np_text(set, Use::Plural);
    if (what == "one") text += np_text(set, Use::Single);
    if (what == "np") text += bare ? "it" : np_text(set);
    if (what == "a") text += set.kind == NodeKind::Select ? with_article(np_text(set, Use::Single)) : np_text(set);
    if (what == "is") text += bare ? "is" : is(np(set).person);
    if (what == "has") text += has(np(set).person);
    if (what == "this") text += this_;
    if (what == "w") text += call.kids[0].kind == NodeKind::Word ? call.kids[0].word : expr(call.kids[0]);
    if (what == "icon") text += call.kids[0].word == "any" ? "" : phrase(WordClass::Icon, call.kids[0].word) + " ";
    if (what == "counter") text += counter_phrase(call.kids[0].word);
    if (what == "counters") text += plural(counter_phrase(call.kids[0].word));
    if (what == "e") text += expr(call.kids[0]);
    if (what == "event") text += event(call.kids[0], Tense::Perfect) + " " + phrase(WordClass::Period, call.kids[1].word);
    if (what == "es") {
      std::vector<std::string> parts;
      for (const Node& kid : call.kids) parts.push_back(expr(kid));
      text += listed(parts);
    }
    // Aember lies on cards or in pools: "the aember you have", "the aember on it".
    if (what == "on") {
      const bool player = set.kind == NodeKind::Player || (set.kind == NodeKind::Pron && set.word == "they");
      if (bare)
        text += "you have";
      else if (player)
        text += np_text(set) + " " + has(np(set).person);
      else
        text += "on " + np_text(set);
    }
    // Whose: the pattern goes on with what it is.
    if (what == "p") {
      const size_t stop = std::min(pattern.find('{', at), pattern.size());
      if (!bare && pattern.substr(at, 1) == " " && stop == pattern.size()) {
        const bool many = set.kind == NodeKind::Select && set.kids[0].kind == NodeKind::None;
        text += many ? "the" + std::string(pattern.substr(at)) + " of " + np_text(set, Use::Plural)
                     : of(set, std::string(pattern.substr(at + 1)));
        return text;
      }
      text += bare ? "its" : possessive(np_text(set));
    }
  }
  return spaced({text});
}

// "aember lost this way", "cards discarded this way"
std::string Writer::of_deed() const {
  if (deed_.unit.empty()) return "what was " + deed_.participle + " this way";
  return (deed_.counted ? plural(deed_.unit) : deed_.unit) + " " + deed_.participle + " this way";
}

std::string Writer::each_of(const Node& node) {
  if (node.kind == NodeKind::Call && node.word == "sum" && node.kids[0].word == "amber")
    return "aember on " + np_text(node.kids[1], Use::Plural);
  if (node.kind == NodeKind::Pron && node.word == "amount")
    return in_event_ || deed_.unit.empty() ? "" : deed_.unit + " " + deed_.participle + " this way";
  if (node.kind != NodeKind::Call) return "";
  const std::string_view pattern = function_phrase(node.word).each;
  if (pattern.empty()) return "";
  if (node.word == "count" && node.kids[0].kind == NodeKind::Union) {
    std::vector<std::string> parts;
    for (const Node& kid : node.kids[0].kids) parts.push_back(np_text(kid, Use::Single));
    return listed(parts);
  }
  return filled(pattern, node);
}

// An amount of `unit`: "aember", "damage", "card".
Amount Writer::amount(const Node& node, const std::string& unit) {
  const bool uncountable = plural(unit) == unit;
  const std::string many = uncountable ? unit : plural(unit);
  if (node.kind == NodeKind::Number) return {counted(std::to_string(node.number), unit), ""};
  if (node.kind == NodeKind::Word && node.word == "all") return {"all " + many, ""};
  if (node.kind == NodeKind::Quant) {
    const Amount most = amount(node.kids[0], unit);
    if (!most.tail.empty())
      return {"up to " + (uncountable ? "an amount of " + unit : "a number of " + many), "equal to " + expr(node.kids[0])};
    return {"up to " + most.what, most.tail};
  }
  if (node.kind == NodeKind::Var) return {np_text(node) + " " + many, ""};
  if (node.kind == NodeKind::Pron && node.word == "amount" && in_event_)
    return {(uncountable ? "that much " : "that many ") + many, ""};
  const bool same = node.kind == NodeKind::Call && node.word == "amber" && unit == "aember";
  const bool of_target = node.kind == NodeKind::Call && !node.kids.empty() && node.kids.back().kind == NodeKind::Pron &&
                         node.kids.back().word == "target";
  const bool result = node.kind == NodeKind::Pron && node.word == "amount" && uncountable && !in_event_;
  if (same || of_target || result) return {uncountable ? unit : "a number of " + many, "equal to " + expr(node)};
  const bool product = node.kind == NodeKind::Binary && node.word == "*" && node.kids[0].kind == NodeKind::Number;
  const std::string each = each_of(product ? node.kids[1] : node);
  if (!each.empty()) return {counted(product ? std::to_string(node.kids[0].number) : "1", unit), "for each " + each};
  return {uncountable ? unit : "a number of " + many, "equal to " + expr(node)};
}

// "steal 1 for-each count(...)" as well as a plain amount.
Amount Writer::rounds(const Node& verb, const std::string& unit) {
  Amount total = amount(verb.kids[1], unit);
  if (const Node* each = part(verb, "for-each")) {
    const std::string unit_of_round = each_of(each->kids[0]);
    const bool single = verb.kids[1].kind == NodeKind::Number && verb.kids[1].number == 1;
    if (single && in_event_ && each->kids[0].kind == NodeKind::Pron) return amount(each->kids[0], unit);
    if (!unit_of_round.empty())
      total.tail = "for each " + unit_of_round;
    else if (single)
      total = {unit, "equal to " + expr(each->kids[0])};
    else
      total.tail = "a number of times equal to " + expr(each->kids[0]);
  }
  return total;
}

}  // namespace archon::english
