// Statements: each a clause, several joined to sentences.
#include <utility>

#include "engine/english/phrases.h"
#include "engine/english/writer.h"

namespace archon::english {

using lang::WordClass;

std::string joined_clauses(const std::vector<std::string>& clauses) {
  std::string text;
  for (size_t i = 0; i < clauses.size(); ++i) {
    const bool alternative = clauses[i].starts_with("otherwise");
    const bool conditional = clauses[i].starts_with("if ");
    if (i > 0)
      text += alternative || conditional            ? "; "
              : text.find(';') != std::string::npos ? "; then "
              : i + 1 == clauses.size()             ? ", then "
                                                    : ", ";
    text += clauses[i];
  }
  return text;
}

std::string Writer::statement(const Node& node) {
  switch (node.kind) {
    case NodeKind::Block:
      return one_clause(node);
    case NodeKind::If: {
      const std::string text = joined_clauses(if_clauses(node));
      return conditions_ > 0 && node.kids[2] ? "(" + text + ")" : text;
    }
    case NodeKind::May:
      return may(node.kids[0]);
    case NodeKind::Choose:
      return choose(node);
    case NodeKind::ForEach:
      return for_each(node);
    case NodeKind::Do:
      return do_times(node);
    case NodeKind::Repeat: {
      const bool declinable = std::exchange(may_, false);
      const std::string text = (declinable ? decider_.text + " may " : "") + "repeat this ability";
      return node.kids[0].kids[0] ? "if " + condition(node.kids[0].kids[0]) + ", " + text : text;
    }
    case NodeKind::Again:
      return again(node);
    case NodeKind::Let:
      return let(node);
    case NodeKind::Lasting:
      return lasting(node);
    case NodeKind::Simple:
      if (node.word == "continue" && replaced_ == "draw") return "if you do not, draw that card after all";
      return phrase(WordClass::Simple, node.word);
    case NodeKind::Verb:
      return verb(node);
    default:
      return static_text(node);
  }
}

std::vector<std::string> Writer::clauses(const Node& body) {
  if (body.kind == NodeKind::If && conditions_ == 0) return if_clauses(body);
  if (body.kind != NodeKind::Block) return {statement(body)};
  std::vector<std::string> all;
  for (const Node& each : body.kids)
    for (std::string& clause : each.kind == NodeKind::Block || (each.kind == NodeKind::If && !(conditions_ > 0 && each.kids[2]))
                                   ? clauses(each)
                                   : std::vector{statement(each)})
      if (!clause.empty()) all.push_back(std::move(clause));
  return all;
}

std::string Writer::text_of(const std::string& start, const Node& body) {
  std::string text;
  bool first = true;
  for (const std::string& clause : clauses(body)) {
    text = spaced({text, sentence(first ? start + clause : clause)});
    first = false;
  }
  return text;
}

std::string Writer::one_clause(const Node& body) {
  const bool outer = std::exchange(another_did_, false);
  ++joined_;
  std::string text = joined_clauses(clauses(body));
  --joined_;
  another_did_ = outer;
  return text;
}

// "if X, do this", "otherwise, do that"
std::vector<std::string> Writer::if_clauses(const Node& node) {
  const std::string cond = condition(node.kids[0]);
  const Deed before = deed_;
  const bool declinable = std::exchange(may_, false);
  may_ = declinable;
  ++conditions_;
  std::vector<std::string> all = {"if " + cond + ", " + one_clause(node.kids[1])};
  --conditions_;
  if (!node.kids[2]) return all;
  const Deed then = std::exchange(deed_, before);
  may_ = declinable;
  all.push_back("otherwise, " + one_clause(node.kids[2]));
  deed_.cards.many |= then.cards.many;
  return all;
}

std::string Writer::may(const Node& node) {
  const bool simple = node.kind == NodeKind::Verb || node.kind == NodeKind::Choose || node.kind == NodeKind::Repeat;
  if (simple) {
    may_ = true;
    std::string text = statement(node);
    may_ = false;
    return text;
  }
  const std::string text = one_clause(node);
  deed_.actor = {};
  return (actor_.person == Person::You ? decider_.text : actor_.text) + " may do this: " + text;
}

std::string Writer::choose(const Node& node) {
  const Actor outer = actor_;
  if (node.kids[0]) actor_ = actor_of(node.kids[0]);
  std::string text;
  if (node.word == "one") {
    text = choose_one(node);
  } else if (node.word == "np") {
    const Node& what = node.kids[1];
    if (what.kind == NodeKind::Player) they_ = "the chosen player";
    const Known before = last_;
    text = say("choose", object(what));
    deed_.cards = last_;
    deed_.participle = "chosen";
  } else {
    const std::string thing = node.word == "card-name" ? "the name of a card"
                              : node.word == "type"    ? "a card type"
                                                       : with_article(node.word);
    chosen_ = "the chosen " + (node.word == "card-name" ? std::string("name") : node.word == "type" ? "type" : node.word);
    std::string whose;
    if (node.kids[1])
      whose = node.kids[1].kind == NodeKind::Player ? "on " + possessive(np_text(node.kids[1])) + " identity card"
                                                    : "of " + np_text(node.kids[1]);
    if (!node.text.empty()) {
      std::string called = chosen_;
      for (const auto& [name, known] : variables_)
        if (known.text == called) called = "the second chosen " + called.substr(std::string("the chosen ").size());
      variables_[node.text] = {.noun = node.word, .text = called};
    }
    text = say("choose", spaced({thing, whose}));
  }
  actor_ = outer;
  return text;
}

std::string Writer::choose_one(const Node& node) {
  const std::string start = say("choose one", "");
  std::vector<std::string> options;
  const Known it = last_;
  const Deed deed = deed_;
  const int conditions = std::exchange(conditions_, 0);
  ++choices_;
  for (size_t i = 1; i < node.kids.size(); ++i) {
    last_ = it;
    deed_ = deed;
    // (a), (b) and inside of them (1), (2)
    const std::string letter(1, static_cast<char>((choices_ > 1 ? '1' : 'a') + static_cast<int>(i) - 1));
    options.push_back("(" + letter + ") " + one_clause(node.kids[i]));
  }
  conditions_ = conditions;
  --choices_;
  std::string text = start + ": ";
  for (size_t i = 0; i < options.size(); ++i) text += (i == 0 ? "" : i + 1 == options.size() ? "; or " : "; ") + options[i];
  return text;
}

std::string Writer::for_each(const Node& node) {
  const Node& over = node.kids[0];
  std::string start;
  if (node.number == 0) {
    const std::string each = each_of(over);
    start = each.empty() ? "a number of times equal to " + expr(over) : "for each " + each;
  } else {
    const Node& set = over.kind == NodeKind::As ? over.kids[0] : over;
    const bool houses = set.kind == NodeKind::Call;
    if (houses)
      start = "for each house among " + np_text(set.kids[0], Use::Plural);
    else if (set.kind == NodeKind::Union)
      start = "for " + np_text(set);
    else
      start = "for each " + np_text(set, Use::Single);
    Known one = houses ? Known{.noun = "house"} : known_of(set);
    one.many = false;
    last_ = one;
    if (over.kind == NodeKind::As) variables_[over.word] = one;
  }
  return start + ", " + one_clause(node.kids[1]);
}

std::string Writer::do_times(const Node& node) {
  if (node.word == "until") return "repeat the following until " + condition(node.kids[0]) + ": " + one_clause(node.kids[1]);
  const std::string up_to = node.number != 0 ? "up to " : "";
  const Node& number = node.kids[0];
  const std::string each = number.kind == NodeKind::Number ? "" : each_of(number);
  const std::string times = number.kind == NodeKind::Number ? up_to + expr(number) + " times"
                            : each.empty()                  ? "a number of times " + up_to + "equal to " + expr(number)
                                                            : "for each " + each;
  return times + ", " + one_clause(node.kids[1]);
}

std::string Writer::again(const Node& node) {
  const bool declinable = std::exchange(may_, false);
  std::string text = (declinable ? decider_.text + " may " : "") + "do all of that once more";
  if (node.kids[0]) text += ", with " + np_text(node.kids[0]) + " in your place and you in theirs";
  return node.kids[1].kids[0] ? "if " + condition(node.kids[1].kids[0]) + ", " + text : text;
}

// Cards and houses are described where they are spoken of; a number gets a name.
std::string Writer::let(const Node& node) {
  const Node& value = node.kids[0];
  if (node.number != 0) {
    Known set = known_of(value);
    const bool counted = value.kind == NodeKind::Select && value.kids[0];
    const bool remembered = value.kind == NodeKind::Pron || value.kind == NodeKind::Var;
    std::string cards =
        counted || remembered || value.kind == NodeKind::Top ? np_text(value) : "the " + np_text(value, Use::Plural);
    if (const auto known = variables_.find(node.word); known != variables_.end())
      return reference(known->second).text + " " +
             is(known->second.many && !known->second.text.starts_with("group ") ? Person::Many : Person::One) +
             " from now on " + cards;
    constexpr size_t kShort = 100;
    set.text = cards;
    if (cards.size() > kShort) set.text = std::string("group ") + next_group_++;
    variables_[node.word] = set;
    return cards.size() > kShort ? set.text + " is " + cards : "";
  }
  const bool truth = value.kind == NodeKind::Call && lang::result_of(value.word) == lang::FunctionResult::Truth;
  const bool other = value.kind == NodeKind::Call && lang::result_of(value.word) == lang::FunctionResult::Other;
  const bool result = (value.kind == NodeKind::Pron && value.word != "amount") || value.kind == NodeKind::Is ||
                      (value.kind == NodeKind::Unary && value.word == "not");
  if (truth || other || result) {
    const bool done = value.kind == NodeKind::Pron && value.word == "did";
    const std::string text = done              ? "the " + deed_.cards.noun + " was " + deed_.participle
                             : truth || result ? condition(value)
                                               : expr(value);
    variables_[node.word] = {.noun = truth || result ? "truth" : "word", .text = text};
    return "";
  }
  if (const auto known = variables_.find(node.word); known != variables_.end() && known->second.noun == "number")
    return known->second.text + " becomes " + expr(value);
  const std::string name(1, next_number_);
  next_number_ = next_number_ == 'Z' ? 'N' : static_cast<char>(next_number_ + 1);
  variables_[node.word] = {.noun = "number", .text = name};
  return name + " is " + expr(value);
}

std::string Writer::lasting(const Node& node) {
  std::string when = phrase(WordClass::Duration, node.word);
  if (const size_t at = when.find("{this}"); at != std::string::npos) when.replace(at, 6, this_);
  std::vector<std::string> parts;
  const bool once = node.number != 0 || node.word == "delayed";
  for (const Node& kid : node.kids) parts.push_back(lasting_part(kid, when, once));
  std::string text = parts[0];
  const bool list = parts.size() > 2;
  for (size_t i = 1; i < parts.size(); ++i)
    text += (list ? "; " : ", ") + std::string(i + 1 == parts.size() ? "and " : "") + parts[i];
  return once || when.empty() ? text : when + (list ? ": " : ", ") + text;
}

// "the next time you play a creature this turn, gain 1 aember"
std::string Writer::lasting_part(const Node& node, const std::string& when, bool once) {
  const bool was_event = in_event_;
  std::string text;
  const auto guard = [&] { return node.kids[1].kids[0] ? ", if " + condition(node.kids[1].kids[0]) : std::string(); };
  const std::string next = once ? "the next time " : "";
  const std::string end =
      once && !when.empty() ? " " + std::string(when == "for the remainder of the turn" ? "this turn" : when) : "";
  switch (node.kind) {
    case NodeKind::After:
    case NodeKind::Before: {
      const bool after = node.kind == NodeKind::After;
      const std::string start = once ? (after ? "the next time " : "just before the next time ") : after ? "after " : "before ";
      text = start + event(node.kids[0], Tense::Present) + end + guard();
      in_event_ = true;
      text += ", " + one_clause(node.kids[2]);
      break;
    }
    case NodeKind::Replace: {
      text = (once ? next : "if ") + event(node.kids[0], Tense::Base, Use::Full, "would") + end + guard();
      in_event_ = true;
      text += ", instead " + one_clause(node.kids[2]);
      break;
    }
    case NodeKind::StartOf:
    case NodeKind::EndOf:
      text = clock(node) + (node.kids[0].kids[0] ? ", if " + condition(node.kids[0].kids[0]) : "") + ", " +
             one_clause(node.kids[1]);
      break;
    default:
      text = static_text(node);
  }
  in_event_ = was_event;
  return text;
}

}  // namespace archon::english
