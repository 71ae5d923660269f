// Files, cards and their items.
#include "engine/lang/diagnostics.h"
#include "engine/lang/parser_impl.h"

namespace archon::lang {

ParseResult Parser::run() {
  ParseResult result;
  while (!at_kind(TokenKind::End)) {
    if (at_kind(TokenKind::Newline)) {
      take();
    } else if (at_kind(TokenKind::Card)) {
      card(result);
    } else {
      report(peek().at, "expected `card` and an id before the first ability");
      skip_line();
    }
  }
  result.diagnostics = std::move(diagnostics_);
  return result;
}

void Parser::skip_line() {
  while (!at_kind(TokenKind::Newline) && !at_kind(TokenKind::End)) take();
}

void Parser::card(ParseResult& result) {
  CardAst ast;
  ast.at = peek().at;
  ast.id = take().raw;
  const size_t first = next_;
  if (!at_kind(TokenKind::Newline)) {
    report(peek().at, "only a comment may follow the id of a card");
    skip_line();
  }
  while (!at_kind(TokenKind::Card) && !at_kind(TokenKind::End)) {
    if (at_kind(TokenKind::Newline)) {
      take();
      continue;
    }
    try {
      ast.items.push_back(item());
      if (!at_kind(TokenKind::Newline)) fail_expected("`;` or the end of the line");
    } catch (const SyntaxError&) {
      in_where_ = false;
      skip_line();
    }
  }
  for (const auto& [index, word] : specials_) {
    if (index >= first && (index < next_ || at_kind(TokenKind::End))) ast.specials.push_back(word);
  }
  result.cards.push_back(std::move(ast));
}

Node Parser::item() {
  const Nesting nesting(*this);
  if (at("constant")) return constant_item();
  if (at("after")) return event_item(NodeKind::After, false);
  if (at("replace")) return event_item(NodeKind::Replace, false);
  if (at("before")) return before_item();
  if (at("start") || at("end")) return clock_item(false);
  if (at("to")) return cost_item();
  if (at("in")) return zone_item();
  if (at("keyword")) return keywords_item();
  if (at("play") && at_any({"only", "as"}, 1)) return play_item();
  if (at_class(WordClass::Head)) return heads_item();
  if (at("whenever")) {
    Node node = make(NodeKind::Whenever);
    take();
    node.kids.push_back(expr());
    expect(":");
    node.kids.push_back(block());
    return node;
  }
  if (at("setup")) {
    Node node = make(NodeKind::Setup);
    take();
    node.number = accept("first");
    expect(":");
    node.kids.push_back(block());
    return node;
  }
  if (at("attach")) {
    Node node = make(NodeKind::AttachOnly);
    take();
    if (accept("as")) {
      expect("upgrade");
      as_upgrade(node);
      node.number = 1;
      return node;
    }
    expect("only");
    expect("to");
    node.kids.push_back(np());
    return node;
  }
  static const std::vector<std::string> starts = {"play",     "fight", "reap",     "action", "omni",   "destroyed",
                                                  "scrap",    "fate",  "constant", "after",  "before", "replace",
                                                  "whenever", "start", "end",      "setup",  "keyword"};
  fail_unknown("kind of ability", starts);
}

Node Parser::guard() {
  Node node = make(NodeKind::Guard);
  node.kids.push_back(accept("if") ? expr() : Node());
  return node;
}

Node Parser::play_item() {
  Node node = make(NodeKind::PlayOnlyIf);
  take();
  if (accept("only")) {
    expect("if");
    node.kids.push_back(expr());
    return node;
  }
  expect("as");
  if (accept("upgrade")) {
    as_upgrade(node);
    return node;
  }
  node.kind = NodeKind::PlayAsCopy;
  expect("copy");
  expect("of");
  node.kids.push_back(np());
  if (accept("but")) spreds(node);
  return node;
}

// What the card is as an upgrade.
void Parser::as_upgrade(Node& node) {
  node.kind = NodeKind::PlayAsUpgrade;
  expect("{");
  do {
    node.kids.push_back(item());
  } while (accept("|"));
  expect("}");
}

Node Parser::head_list() {
  Node list = make(NodeKind::List);
  do {
    if (!at_class(WordClass::Head)) fail_unknown("kind of ability", words_of(WordClass::Head));
    list.kids.push_back(word_node());
  } while (accept("/"));
  return list;
}

Node Parser::heads_item() {
  Node node = make(NodeKind::Heads);
  node.kids.push_back(head_list());
  node.number = accept("instead") ? 1 : 0;
  node.kids.push_back(guard());
  expect(":");
  node.kids.push_back(block());
  return node;
}

Node Parser::before_item() {
  const bool use = at_any({"fight", "reap"}, 1) && (at(":", 2) || at("if", 2));
  if (!use) return event_item(NodeKind::Before, false);
  Node node = make(NodeKind::Heads);
  Node list = make(NodeKind::List);
  Node head = make(NodeKind::Word);
  take();
  head.word = "before-" + take().word;
  list.kids.push_back(std::move(head));
  node.kids.push_back(std::move(list));
  node.kids.push_back(guard());
  expect(":");
  node.kids.push_back(block());
  return node;
}

Node Parser::event_item(NodeKind kind, bool single_statement) {
  Node node = make(kind);
  take();
  node.kids.push_back(event());
  node.kids.push_back(guard());
  expect(":");
  node.kids.push_back(single_statement ? statement() : block());
  return node;
}

Node Parser::clock_item(bool single_statement) {
  Node node = make(at("start") ? NodeKind::StartOf : NodeKind::EndOf);
  take();
  expect("of");
  if (!at_any({"your", "opponent", "each"})) fail_expected("`your`, `opponent` or `each`");
  node.word = take().word;
  if (!at("turn") && !at_class(WordClass::Step)) fail_expected("`turn` or a step like `ready-step`");
  node.text = take().word;
  node.kids.push_back(guard());
  expect(":");
  node.kids.push_back(single_statement ? statement() : block());
  return node;
}

Node Parser::constant_item() {
  Node node = make(NodeKind::Constant);
  take();
  expect(":");
  do {
    node.kids.push_back(static_clause());
  } while (accept(";"));
  return node;
}

Node Parser::cost_item() {
  Node node = make(NodeKind::Cost);
  take();
  if (!at_any({"play", "use", "fight", "reap", "ready"})) fail_expected("`play`, `use`, `fight`, `reap` or `ready`");
  node.word = take().word;
  expect(":");
  node.kids.push_back(block());
  return node;
}

Node Parser::zone_item() {
  Node node = make(NodeKind::InZone);
  take();
  if (!at_class(WordClass::Zone)) fail_unknown("zone", words_of(WordClass::Zone));
  node.word = take().word;
  expect(":");
  node.kids.push_back(item());
  return node;
}

Node Parser::keywords_item() {
  Node node = make(NodeKind::Keywords);
  take();
  do {
    node.kids.push_back(keyword(true));
  } while (accept(","));
  return node;
}

}  // namespace archon::lang
