// The abilities of a card, each with what stands before its colon.
#include <algorithm>
#include <utility>

#include "engine/english/phrases.h"
#include "engine/english/writer.h"
#include "engine/lang/parser.h"

namespace archon::english {

using lang::WordClass;

Writer::Writer(const CardTable& table, const CardFacts& card) : table_(table), card_(card) {
  const bool creature = card.type == CardType::Creature || card.type == CardType::TokenCreature;
  this_ = creature                          ? "this creature"
          : card.type == CardType::Artifact ? "this artifact"
          : card.type == CardType::Upgrade  ? "this upgrade"
                                            : "this card";
  if (card.type == CardType::Prophecy) this_ = "this prophecy";
  host_ = "this creature";
  source_ = card.name;
}

std::vector<std::string> Writer::card(const lang::CardAst& definition) {
  std::vector<std::string> all;
  for (const Node& each : definition.items)
    if (each.kind == NodeKind::AttachOnly) host_ = "this " + known_of(each.kids[0]).noun;
  for (const Node& each : definition.items) {
    variables_.clear();
    labels_.clear();
    last_ = {};
    deed_ = {};
    actor_ = {};
    in_event_ = false;
    next_number_ = 'X';
    next_group_ = 'A';
    conditions_ = 0;
    replaced_.clear();
    foe_ = "the creature it fights";
    they_ = "that player";
    name_variables(each);
    all.push_back(item(each));
  }
  return all;
}

namespace {

bool picks(const Node& node) {
  const bool chosen = node.kind == NodeKind::Select && node.kids[0] && node.kids[0].word != "each";
  return chosen || node.kind == NodeKind::Top || node.kind == NodeKind::Except;
}

}  // namespace

// Letters for the variables that would be taken for one another, or for something that was chosen in between.
void Writer::name_variables(const Node& node) {
  struct Bound {
    std::string name, noun;
    bool hidden = false, used = false;  // something like it was chosen since; and it was spoken of after that
  };
  std::vector<Bound> bound;
  const auto pick = [&](const std::string& noun) {
    for (Bound& each : bound) each.hidden |= each.noun == noun;
  };
  const auto walk = [&](const Node& at, const auto& self) -> void {
    const bool names = at.kind == NodeKind::As && (picks(at.kids[0]) || at.kids[0].kind == NodeKind::Select);
    if (at.kind == NodeKind::Var)
      for (Bound& each : bound) each.used |= each.hidden && each.name == at.word;
    for (const Node& kid : at.kids) self(kid, self);
    if (!names && !picks(at)) return;
    const Known known = known_of(names ? at.kids[0] : at);
    const std::string noun = known.noun + (known.many ? "s" : "");
    if (!names) return pick(noun);
    bound.push_back({at.word, noun});
  };
  walk(node, walk);
  std::map<std::string, int> called;
  for (const Bound& each : bound) ++called[each.noun];
  char letter = 'A';
  for (const Bound& each : bound)
    if ((each.used || called[each.noun] > 1) && !labels_.contains(each.name)) labels_[each.name] = std::string(1, letter++);
}

std::string Writer::head_name(const std::string& head) const {
  if (head == "before-fight") return "Before Fight";
  if (head == "before-reap") return "Before Reap";
  return phrase(WordClass::Head, head);
}

std::string Writer::heads(const Node& list) const {
  std::string text;
  for (const Node& head : list.kids) text += (text.empty() ? "" : "/") + head_name(head.word);
  return text;
}

std::string Writer::quoted_heads(const Node& list) const {
  std::vector<std::string> names;
  for (const Node& head : list.kids) names.push_back("\"" + head_name(head.word) + ":\"");
  return listed(names);
}

std::string Writer::clock(const Node& node) const {
  const std::string whose = node.word == "your" ? "your" : node.word == "opponent" ? "your opponent's" : "each player's";
  const std::string when = node.kind == NodeKind::StartOf ? "at the start of " : "at the end of ";
  return when + (node.word == "each" && node.text == "turn"
                     ? "each turn"
                     : whose + " " + (node.text == "turn" ? "turn" : phrase(WordClass::Step, node.text)));
}

// The condition of a trigger, asked when its event has just happened: "this is the second time a creature has reaped this
// turn".
std::string Writer::guarded(const Node& cond, const Node& event) {
  const bool counts = cond.kind == NodeKind::Binary && cond.word == "=" && cond.kids[0].kind == NodeKind::Call &&
                      cond.kids[0].word == "times" && cond.kids[1].kind == NodeKind::Number;
  if (!counts || cond.kids[0].kids[0].word != event.word || cond.kids[1].number < 1 || cond.kids[1].number > 2)
    return condition(cond);
  const std::string which = cond.kids[1].number == 1 ? "first" : "second";
  Node some = cond;
  some.word = ">";
  some.kids[1].number = 0;
  return "this is the " + which + " time that " + condition(some);
}

// "After you play a creature, if it is your turn, draw 1 card."
std::string Writer::triggered(const std::string& when, const Node& event, const Node& guard, const Node& body) {
  const std::string start = when + (guard.kids[0] ? ", if " + guarded(guard.kids[0], event) : "");
  if (guard.kids[0]) return sentence(start + ", " + one_clause(body));
  return text_of(start + ", ", body);
}

std::string Writer::heads_item(const Node& node) {
  const Node& guard = node.kids[1];
  const bool after = node.kids[0].kids[0].word == "fight";
  foe_ = after ? "the creature it fought" : "the creature it fights";
  if (node.number != 0) {
    const std::string cond = guard.kids[0] ? " and " + condition(guard.kids[0]) : "";
    return sentence("if " + this_ + " would be destroyed" + cond + ", instead " + one_clause(node.kids[2]));
  }
  const std::string text = heads(node.kids[0]) + ": ";
  if (guard.kids[0]) return text + sentence("if " + condition(guard.kids[0]) + ", " + one_clause(node.kids[2]));
  return text + text_of("", node.kids[2]);  // the sentences begin anew behind the colon
}

std::string Writer::as_upgrade(const Node& node) {
  std::vector<std::string> parts;
  const std::string outer_this = this_;
  this_ = "this upgrade";
  for (const Node& kid : node.kids) parts.push_back(item(kid));
  this_ = outer_this;
  const std::string start =
      node.number != 0 ? "attach this card to a creature as an upgrade with: " : "you may play this card as an upgrade with: ";
  std::string text = capitalized(start) + "\"";
  for (size_t i = 0; i < parts.size(); ++i) text += (i > 0 ? " " : "") + within_quotation(parts[i]);
  return text + "\"";
}

// An ability that a card gives to others: `this` is then the card that has it.
std::string Writer::granted(const Node& ability) {
  const std::string outer_this = this_, outer_foe = foe_;
  const std::map<std::string, Known> outer_variables = variables_;
  const Known it = last_;
  const Deed deed = deed_;
  const Phrase decider = decider_;
  const bool may = std::exchange(may_, false), was_event = in_event_, constant = std::exchange(constant_, false);
  in_event_ = false;
  this_ = holder_.find("token") != std::string::npos ? "this creature" : holder_;
  std::string text = item(ability);
  this_ = outer_this;
  foe_ = outer_foe;
  variables_ = outer_variables;
  last_ = it;
  deed_ = deed;
  decider_ = decider;
  may_ = may;
  constant_ = constant;
  in_event_ = was_event;
  return "\"" + within_quotation(text) + "\"";
}

namespace {

// "0 = 1", as definitions say it
bool never(const Node& cond) {
  return cond.kind == NodeKind::Binary && cond.word == "=" && cond.kids[0].kind == NodeKind::Number &&
         cond.kids[0].number == 0 && cond.kids[1].kind == NodeKind::Number && cond.kids[1].number == 1;
}

}  // namespace

// The active player decides: your opponent in their turn, and whoever it is when something is destroyed.
Phrase Writer::decider_of(const Node& item) const {
  const bool clock = item.kind == NodeKind::StartOf || item.kind == NodeKind::EndOf;
  if (clock && item.word == "opponent") return {"your opponent"};
  const bool dies = item.kind == NodeKind::Heads && item.kids[0].kids.size() == 1 && item.kids[0].kids[0].word == "destroyed";
  return dies || (clock && item.word == "each") ? Phrase{"the active player"} : Phrase{"you", Person::You};
}

std::string Writer::item(const Node& node) {
  decider_ = decider_of(node);
  switch (node.kind) {
    case NodeKind::Heads:
      return heads_item(node);
    case NodeKind::Constant: {
      std::string text;
      constant_ = true;
      for (const Node& each : node.kids) text = spaced({text, sentence(static_text(each))});
      constant_ = false;
      return text;
    }
    case NodeKind::After:
    case NodeKind::Before: {
      const std::string start = (node.kind == NodeKind::After ? "after " : "before ") + event(node.kids[0], Tense::Present);
      in_event_ = true;
      std::string text = triggered(start, node.kids[0], node.kids[1], node.kids[2]);
      in_event_ = false;
      return text;
    }
    case NodeKind::Replace: {
      const std::string start = "if " + event(node.kids[0], Tense::Base, Use::Full, "would");
      in_event_ = true;
      replaced_ = node.kids[0].word;
      const Node& guard = node.kids[1];
      std::string text =
          sentence(start + (guard.kids[0] ? " and " + condition(guard.kids[0]) : "") + ", instead " + one_clause(node.kids[2]));
      in_event_ = false;
      return text;
    }
    case NodeKind::Whenever:
      return text_of("whenever " + condition(node.kids[0]) + ", ", node.kids[1]);
    case NodeKind::StartOf:
    case NodeKind::EndOf:
      return triggered(clock(node), Node(), node.kids[0], node.kids[1]);
    case NodeKind::PlayOnlyIf:
      if (never(node.kids[0])) return "You cannot play this card.";
      return sentence("you can play this card only if " + condition(node.kids[0]));
    case NodeKind::PlayAsCopy: {
      std::string text = "this card is played as a copy of " + np_text(node.kids[0]);
      for (size_t i = 1; i < node.kids.size(); ++i)
        text += (i == 1 ? ", but it " : " and ") + predicate(node.kids[i], Person::One, false);
      return sentence(text);
    }
    case NodeKind::PlayAsUpgrade:
      return as_upgrade(node);
    case NodeKind::Cost:
      return text_of("in order to " + node.word + " this card, ", node.kids[0]);
    case NodeKind::InZone: {
      const std::string outer = std::exchange(this_, "this card");
      std::string text = "While this card is in your " + phrase(WordClass::Zone, node.word) + ": " + item(node.kids[0]);
      this_ = outer;
      return text;
    }
    case NodeKind::Setup:
      return text_of(node.number != 0 ? "before starting hands are drawn, " : "after starting hands are drawn, ", node.kids[0]);
    case NodeKind::Keywords: {
      std::vector<std::string> words;
      for (const Node& kw : node.kids) words.push_back(keyword(kw));
      return sentence(listed(words));
    }
    case NodeKind::AttachOnly:
      return sentence("this upgrade can be attached only to " + np_text(node.kids[0]));
    default:
      return sentence(statement(node));
  }
}

std::vector<std::string> sentences(const lang::CardAst& definition, const CardTable& table) {
  const int card = table.find_id(definition.id);
  if (card < 0) return {};
  return Writer(table, table.cards()[static_cast<size_t>(card)]).card(definition);
}

std::vector<std::string> sentences(std::string_view definition) {
  static const lang::Vocabulary vocabulary = lang::vocabulary_of(CardTable::instance());
  const lang::ParseResult parsed = lang::parse(definition, "", vocabulary);
  if (parsed.cards.size() != 1 || !parsed.diagnostics.empty()) return {};
  return sentences(parsed.cards[0], CardTable::instance());
}

}  // namespace archon::english
