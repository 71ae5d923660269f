// Verb phrases: one function for each shape of what may follow a verb.
#include <algorithm>

#include "engine/lang/parser_impl.h"
#include "engine/lang/verbs.h"

namespace archon::lang {

bool Parser::at_verb() const { return at_class(WordClass::Verb) || (at("archives") && at_kind(TokenKind::Word)); }

Node Parser::verb_phrase(Node subject) {
  Node verb = make(NodeKind::Verb);
  verb.kids.push_back(std::move(subject));
  const std::string word = at("archives") ? "archive" : peek().word;
  take();
  verb.words.push_back(word);
  const bool compound = (at("and") || at(",")) && at_class(WordClass::Verb, 1);
  if (compound) return compound_verb(std::move(verb));
  switch (find_verb(word)->shape) {
    case VerbShape::Amount:
      return amount_verb(std::move(verb));
    case VerbShape::Capture:
      return capture(std::move(verb));
    case VerbShape::Deal:
      return deal(std::move(verb));
    case VerbShape::Heal:
    case VerbShape::Counters:
    case VerbShape::Place:
      return counter_verb(std::move(verb));
    case VerbShape::Move:
      return move(std::move(verb));
    case VerbShape::UseOrPlay:
      return use_or_play(std::move(verb));
    case VerbShape::With:
      return engage(std::move(verb));
    case VerbShape::Put:
      return put(std::move(verb));
    case VerbShape::Return:
    case VerbShape::Shuffle:
      return return_or_shuffle(std::move(verb));
    case VerbShape::Discard:
      return discard(std::move(verb));
    case VerbShape::Search:
      return search(std::move(verb));
    case VerbShape::Swap:
    case VerbShape::Take:
    case VerbShape::Give:
      return control_verb(std::move(verb));
    case VerbShape::Trigger:
      return trigger(std::move(verb));
    case VerbShape::Forge:
      return forge(std::move(verb));
    case VerbShape::Make:
      return make_tokens(std::move(verb));
    case VerbShape::Alone:
      verb.kids.emplace_back();
      return verb;
    case VerbShape::Raise:
      verb.kids.push_back(word_node());
      return verb;
    case VerbShape::SetHouse:
      verb.kids.push_back(primary());
      return verb;
    case VerbShape::Redistribute:
      verb.kids.emplace_back();
      verb.kids.push_back(what());
      mod_np(verb, "among");
      return verb;
    case VerbShape::LookAt:
      expect("at");
      return object_verb(std::move(verb));
    case VerbShape::Object:
    case VerbShape::Exalt:
    case VerbShape::Shift:
    case VerbShape::Join:
      return object_verb(std::move(verb));
  }
  fail_expected("a verb");
}

Node Parser::compound_verb(Node verb) {
  while ((at("and") || at(",")) && at_class(WordClass::Verb, 1)) {
    take();
    verb.words.push_back(take().word);
    if (find_verb(verb.words.back())->shape != VerbShape::With) continue;
    expect("with");
    verb.words.back() += "-with";
  }
  verb.kids.push_back(np());
  if (at("against")) mod_np(verb, "against");
  ignoring(verb);
  flags(verb);
  return verb;
}

Node Parser::amount() {
  if (at("all")) return take_as(NodeKind::Word);
  if (at("up") && at("to", 1)) {
    Node node = make(NodeKind::Quant, "up-to");
    take();
    take();
    node.kids.push_back(additive());
    return node;
  }
  return additive();
}

Node Parser::what() {
  Node node = mod("what");
  node.kids.push_back(at_kind(TokenKind::String) ? take_as(NodeKind::String) : word_node());
  return node;
}

void Parser::mod_np(Node& verb, std::string_view word) {
  Node node = mod(std::string(word));
  expect(word);
  node.kids.push_back(np());
  verb.kids.push_back(std::move(node));
}

void Parser::ignoring(Node& verb) {
  if (!at("ignoring")) return;
  Node node = mod("ignoring");
  take();
  do {
    node.kids.push_back(word_node());
  } while (accept(","));
  verb.kids.push_back(std::move(node));
}

void Parser::flags(Node& verb) {
  for (;;) {
    if (at_class(WordClass::Flag)) {
      verb.kids.push_back(take_as(NodeKind::Mod));
    } else if (at("under") && at("control", 2)) {
      Node node = mod("under-control");
      take();
      if (!at_any({"your", "opponent", "owner"})) fail_expected("`your`, `opponent` or `owner`");
      node.kids.push_back(word_node());
      take();
      verb.kids.push_back(std::move(node));
    } else if (at("in") && at_any({"any", "random"}, 1) && at("order", 2)) {
      Node node = mod("order");
      take();
      node.kids.push_back(word_node());
      take();
      verb.kids.push_back(std::move(node));
    } else {
      return;
    }
  }
}

// "1 for-each N": N rounds.
void Parser::rounds(Node& verb) {
  if (!at("for-each")) return;
  Node node = mod("for-each");
  take();
  node.kids.push_back(additive());
  verb.kids.push_back(std::move(node));
}

Node Parser::amount_verb(Node verb) {
  verb.kids.push_back(amount());
  rounds(verb);
  if (at("chain")) verb.kids.push_back(what());
  return verb;
}

Node Parser::capture(Node verb) {
  verb.kids.push_back(amount());
  rounds(verb);
  if (at("from")) {
    Node from = mod("from");
    take();
    if (at("own") && at("side", 1)) {
      Node side = make(NodeKind::Word, "own-side");
      take();
      take();
      from.kids.push_back(std::move(side));
    } else if (at_any({"supply", "incoming", "any"})) {
      from.kids.push_back(word_node());
    } else {
      from.kids.push_back(np());
    }
    verb.kids.push_back(std::move(from));
  }
  if (at("among")) mod_np(verb, "among");
  return verb;
}

Node Parser::use_or_play(Node verb) {
  verb.kids.push_back(np());
  flags(verb);
  if (at("onto")) mod_np(verb, "onto");
  flags(verb);
  return verb;
}

Node Parser::engage(Node verb) {
  expect("with");
  verb.words.back() += "-with";
  verb.kids.push_back(np());
  if (at("against")) mod_np(verb, "against");
  ignoring(verb);
  return verb;
}

Node Parser::deal(Node verb) {
  Node parts = make(NodeKind::List);
  do {
    Node part = make(NodeKind::DealPart);
    part.kids.push_back(additive());
    expect("to");
    part.kids.push_back(np());
    part.kids.push_back(accept("splash") ? additive() : Node());
    parts.kids.push_back(std::move(part));
  } while (accept(","));
  verb.kids.push_back(std::move(parts));
  ignoring(verb);
  if (at("by")) mod_np(verb, "by");
  return verb;
}

// heal N from X; add N KIND counters to X; remove N KIND counters from X; place N amber on X.
Node Parser::counter_verb(Node verb) {
  const std::string word = verb.words.front();
  verb.kids.push_back(amount());
  if (word != "heal") verb.kids.push_back(what());
  if (word == "add" || word == "remove") expect("counter");
  mod_np(verb, word == "add" ? "to" : word == "place" ? "on" : "from");
  return verb;
}

Node Parser::move(Node verb) {
  verb.kids.push_back(amount());
  verb.kids.push_back(what());
  const std::string& moved = verb.kids.back().kids[0].word;
  if (moved != "amber" && moved != "damage") expect("counter");
  mod_np(verb, "from");
  if (at("to") && at("supply", 1)) {
    Node to = mod("to");
    take();
    to.kids.push_back(word_node());
    verb.kids.push_back(std::move(to));
  } else {
    mod_np(verb, "to");
  }
  return verb;
}

void Parser::destination(Node& verb, const std::string& word) {
  Node node = mod(word);
  expect(word);
  if (at_any({"top", "bottom"}) && at("of", 1)) {
    node.kids.push_back(word_node());
    take();
  }
  node.kids.push_back(zone());
  verb.kids.push_back(std::move(node));
  flags(verb);
}

Node Parser::put(Node verb) {
  verb.kids.push_back(np());
  if (at("under") && !at("control", 2)) {
    mod_np(verb, "under");
    flags(verb);
    return verb;
  }
  if (!at_any({"into", "on"})) fail_expected("`into`, `on` or `under`");
  destination(verb, peek().word);
  return verb;
}

Node Parser::return_or_shuffle(Node verb) {
  const std::string word = verb.words.front() == "return" ? "to" : "into";
  verb.kids.push_back(np());
  if (at(word) || word == "to") destination(verb, word);
  return verb;
}

Node Parser::discard(Node verb) {
  if (!accept("from")) {
    verb.kids.push_back(np());
    flags(verb);
    return verb;
  }
  verb.kids.push_back(zone());
  mod_np(verb, "until");
  return verb;
}

Node Parser::search(Node verb) {
  verb.kids.push_back(zone());
  while (at("or")) {
    Node node = mod("or");
    take();
    node.kids.push_back(zone());
    verb.kids.push_back(std::move(node));
  }
  mod_np(verb, "for");
  return verb;
}

// take control of X; give control of X to Y; swap [control of | everything on] X with Y.
Node Parser::control_verb(Node verb) {
  const std::string word = verb.words.front();
  const bool control = at("control") && at("of", 1);
  if (word == "swap" && at("everything")) {
    take();
    expect("on");
    verb.words.front() += "-everything";
  } else if (control || word != "swap") {
    expect("control");
    expect("of");
    verb.words.front() += "-control";
  }
  verb.kids.push_back(np());
  if (word == "swap") mod_np(verb, "with");
  if (word == "give") {
    mod_np(verb, "to");
    if (at("at")) {
      Node node = mod("at");
      take();
      node.kids.push_back(word_node());
      verb.kids.push_back(std::move(node));
    }
  }
  if (word == "take" && at_class(WordClass::Duration)) {
    Node node = mod("duration");
    node.kids.push_back(word_node());
    verb.kids.push_back(std::move(node));
  }
  return verb;
}

Node Parser::trigger(Node verb) {
  Node heads = mod("what");
  do {
    heads.kids.push_back(word_node());
  } while (accept("/"));
  expect("of");
  verb.kids.push_back(np());
  verb.kids.push_back(std::move(heads));
  flags(verb);
  return verb;
}

Node Parser::forge(Node verb) {
  verb.kids.push_back(at_any({"red", "blue", "yellow"}) ? word_node() : Node());
  if (at("at")) {
    Node node = mod("at");
    take();
    node.kids.push_back(additive());
    verb.kids.push_back(std::move(node));
  }
  return verb;
}

Node Parser::make_tokens(Node verb) {
  verb.kids.push_back(additive());
  verb.kids.push_back(what());
  for (;;) {
    flags(verb);
    if (at("from")) {
      mod_np(verb, "from");
    } else if (at_any({"left", "right"})) {
      Node node = take_as(NodeKind::Mod);
      node.kids.push_back(accept("of") ? np() : Node());
      verb.kids.push_back(std::move(node));
    } else {
      return verb;
    }
  }
}

// The verbs that take one noun phrase, and the few with a tail of their own.
Node Parser::object_verb(Node verb) {
  const std::string word = verb.words.front();
  verb.kids.push_back(np());
  if (word == "attach") mod_np(verb, "to");
  if (word == "graft") mod_np(verb, "onto");
  if (word == "exalt" && at("times")) {
    Node node = mod("times");
    take();
    node.kids.push_back(additive());
    verb.kids.push_back(std::move(node));
  }
  if (word == "shift") {
    Node node = mod("to");
    expect("to");
    node.kids.push_back(word_node());
    verb.kids.push_back(std::move(node));
  }
  flags(verb);
  return verb;
}

}  // namespace archon::lang
