// Statements and lasting blocks.
#include "engine/lang/parser_impl.h"

namespace archon::lang {

Node Parser::block() {
  Node node = make(NodeKind::Block);
  do {
    node.kids.push_back(statement());
  } while (accept(";"));
  return node;
}

Node Parser::braced_block() {
  expect("{");
  Node node = block();
  expect("}");
  return node;
}

Node Parser::statement() {
  const Nesting nesting(*this);
  if (at("{")) return braced_block();
  if (at("if")) return if_statement();
  if (at("may")) {
    Node node = make(NodeKind::May);
    take();
    node.kids.push_back(statement());
    return node;
  }
  if (at("for") && at("each", 1)) return for_each();
  if (at("do")) return do_times();
  if (at("repeat")) {
    Node node = make(NodeKind::Repeat);
    take();
    node.kids.push_back(guard());
    return node;
  }
  if (at("again")) return again_statement();
  if (at("let")) return let_statement();
  if (at_class(WordClass::Duration)) return lasting();
  if (at_class(WordClass::Simple)) return take_as(NodeKind::Simple);
  if (at("choose")) return choose_statement(Node());
  if (at_verb()) return verb_phrase(Node());
  if (!at_np() && at_kind(TokenKind::Word)) fail_unknown("verb", words_of(WordClass::Verb));
  if (!at_np()) fail_expected("a statement");
  Place place;
  place.subject = true;
  Node subject = np(place);
  if (at("choose")) return choose_statement(std::move(subject));
  const bool gains_text = at_any({"gain", "lose"}) && (at("{", 1) || vocabulary_.keywords.contains(peek(1).raw));
  if (gains_text || (at_class(WordClass::StaticVerb) && !at_verb())) {
    fail("`" + peek().raw + "` belongs in `constant:` or in a duration like `this-turn { ... }`");
  }
  if (!at_verb() && at_kind(TokenKind::Word)) fail_unknown("verb", words_of(WordClass::Verb));
  if (!at_verb()) fail_expected("a verb");
  return verb_phrase(std::move(subject));
}

Node Parser::if_statement() {
  Node node = make(NodeKind::If);
  take();
  node.kids.push_back(expr());
  expect("then");
  node.kids.push_back(statement());
  node.kids.push_back(accept("else") ? statement() : Node());
  return node;
}

Node Parser::choose_statement(Node subject) {
  take();
  if (at("one") && at("{", 1)) return choose_one(std::move(subject));
  Node node = make(NodeKind::Choose, "np");
  node.kids.push_back(std::move(subject));
  const bool names_a_thing = at_any({"house", "number", "trait", "type", "card-name"});
  if (!names_a_thing) {
    node.kids.push_back(np());
    return node;
  }
  node.word = take().word;
  node.kids.push_back(accept("of") ? np(Place().as_inner()) : Node());
  if (accept("as")) node.text = expect_variable();
  return node;
}

Node Parser::choose_one(Node subject) {
  Node node = make(NodeKind::Choose, "one");
  node.kids.push_back(std::move(subject));
  take();
  expect("{");
  do {
    node.kids.push_back(block());
  } while (accept("|"));
  expect("}");
  return node;
}

Node Parser::for_each() {
  Node node = make(NodeKind::ForEach);
  take();
  take();
  // "(" is an amount when the loop starts after it, else the quantity of a noun phrase.
  const size_t close = matching(0);
  if (at("(") && (close == 0 || at(":", close + 1))) {
    take();
    node.kids.push_back(expr());
    expect(")");
  } else {
    node.number = 1;
    const bool houses = at("house") && at("among", 1);
    node.kids.push_back(houses ? with_name(houses_among()) : np());
  }
  expect(":");
  node.kids.push_back(statement());
  return node;
}

// "for each house among creatures as $h": the houses, not the cards.
Node Parser::houses_among() {
  Node node = make(NodeKind::Call, "houses");
  take();
  take();
  node.kids.push_back(bare_term(Place()));
  return node;
}

Node Parser::do_times() {
  Node node = make(NodeKind::Do);
  take();
  const bool until = at("until");
  if (until) {
    node.word = take().word;
  } else if (accept("up")) {
    expect("to");
    node.number = 1;
  }
  node.kids.push_back(expr());
  expect(until ? ":" : "times");
  node.kids.push_back(statement());
  return node;
}

Node Parser::again_statement() {
  Node node = make(NodeKind::Again);
  take();
  node.kids.push_back(accept("as") ? np() : Node());
  node.kids.push_back(guard());
  return node;
}

Node Parser::let_statement() {
  Node node = make(NodeKind::Let);
  take();
  node.word = expect_variable();
  expect("=");
  // A number is an amount unless it counts something: "2 creatures".
  const bool counted = at_kind(TokenKind::Number) && at_filter(1);
  const bool value = at_class(WordClass::Pronoun) && !at_any({"it", "them", "done", "foe", "host"});
  const bool bare_value = at_kind(TokenKind::Number) || at_kind(TokenKind::Variable) || value || at("(");
  const bool call = at_kind(TokenKind::Word) && at("(", 1);
  const bool set = counted || (at_np() && !bare_value && !call);
  node.number = set ? 1 : 0;
  node.kids.push_back(set ? np() : expr());
  return node;
}

Node Parser::lasting() {
  Node node = take_as(NodeKind::Lasting);
  node.number = accept("once") ? 1 : 0;
  expect("{");
  do {
    node.kids.push_back(lasting_entry());
  } while (accept(";"));
  expect("}");
  return node;
}

Node Parser::lasting_entry() {
  if (at("after")) return event_item(NodeKind::After, true);
  if (at("before")) return event_item(NodeKind::Before, true);
  if (at("replace")) return event_item(NodeKind::Replace, true);
  if (at("start") || at("end")) return clock_item(true);
  return static_clause();
}

}  // namespace archon::lang
