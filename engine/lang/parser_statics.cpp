// What a constant or a lasting effect may say.
#include "engine/lang/diagnostics.h"
#include "engine/lang/parser_impl.h"

namespace archon::lang {

Node Parser::static_clause() {
  Node node = make(NodeKind::Static);
  node.kids.push_back(static_body());
  if (at_any({"while", "unless"})) {
    node.number = take().word == "unless" ? 1 : 0;
    node.kids.push_back(expr());
  } else {
    node.kids.emplace_back();
  }
  return node;
}

Node Parser::static_body() {
  if (at("keys") || (at_any({"red", "blue", "yellow"}) && at("keys", 1))) return keys_body();
  if (at("allow")) return allow_body();
  if (at("forbid")) return forbid_body();
  if (at("limit")) return limit_body();
  if (at("tax")) return tax_body();
  if (at("redirect")) return redirect_body();
  if (at("substitute")) return substitute_body();
  if (at("refill")) {
    Node node = make(NodeKind::StatRefill);
    take();
    expect("of");
    node.kids.push_back(np());
    node.kids.push_back(signed_amount());
    return node;
  }
  if (at("require")) {
    Node node = make(NodeKind::StatRequire);
    take();
    node.kids.push_back(event());
    return node;
  }
  if (at("win")) {
    Node node = make(NodeKind::StatWin);
    take();
    expect("at");
    node.kids.push_back(additive());
    return node;
  }
  return cards_body();
}

Node Parser::signed_amount() {
  if (!at_signed()) fail_expected("`+` or `-`");
  if (accept("+") && at("-")) fail_expected("an amount");
  return additive();
}

Node Parser::keys_body() {
  Node node = make(NodeKind::StatKeys);
  if (!at("keys")) node.text = take().word;
  take();
  node.kids.push_back(accept("of") ? np() : Node());
  expect("cost");
  node.kids.push_back(signed_amount());
  return node;
}

Node Parser::allow_body() {
  Node node = make(NodeKind::StatAllow);
  take();
  if (accept("icon")) {
    node.kind = NodeKind::StatAllowIcon;
    node.word = expect_word("an icon");
    expect("as");
    node.kids.push_back(accept("icon") ? word_node() : statement());
    return node;
  }
  if (at("opponent") && at("spend", 1)) node.text = take().word;
  if (!at_any({"play", "use", "play-or-use", "fight", "reap", "spend", "discard", "pick"})) {
    fail_expected("what is allowed: `play`, `use`, `play-or-use`, `fight with`, `reap with`, `spend`, `discard` or `pick`");
  }
  node.word = take().word;
  if (node.word == "fight" || node.word == "reap") {
    expect("with");
    node.word += "-with";
  }
  node.kids.push_back(np());
  node.kids.emplace_back();
  if (node.word == "spend" && accept("as")) {
    expect("amber");
    node.number = 1;
  }
  if (at("each") && at("turn", 1)) {
    take();
    take();
    node.text = "each-turn";
  } else if (node.text.empty() && accept("to")) {
    node.text = "to";
    node.kids[1] = additive();
  }
  return node;
}

Node Parser::forbid_body() {
  Node node = make(NodeKind::StatForbid);
  take();
  node.kids.push_back(event());
  if (accept("except")) {
    do {
      if (!at_any({"fight", "reap", "action"})) fail_expected("`fight`, `reap` or `action`");
      node.words.push_back(take().word);
    } while (accept(","));
  }
  return node;
}

Node Parser::limit_body() {
  Node node = make(NodeKind::StatLimit);
  take();
  node.kids.push_back(event());
  expect("to");
  node.kids.push_back(additive());
  expect("each");
  if (!at_any({"turn", "type"})) fail_expected("`turn` or `type`");
  node.text = take().word;
  return node;
}

Node Parser::tax_body() {
  Node node = make(NodeKind::StatTax);
  take();
  node.kids.push_back(event());
  expect(":");
  node.kids.push_back(statement());
  return node;
}

Node Parser::redirect_body() {
  Node node = make(NodeKind::StatRedirect);
  take();
  expect("damage");
  if (!at_any({"on", "by"})) fail_expected("`on` or `by`");
  node.word = take().word;
  node.kids.push_back(np());
  expect("to");
  node.kids.push_back(np());
  while (at_any({"too", "evenly", "fights-only"})) node.words.push_back(take().word);
  return node;
}

Node Parser::substitute_body() {
  Node node = make(NodeKind::StatSubstitute);
  take();
  node.kids.push_back(at("supply") ? word_node() : np());
  expect("for");
  node.kids.push_back(at("supply") ? word_node() : np());
  return node;
}

Node Parser::cards_body() {
  Node node = make(NodeKind::StatCards);
  if (!at_np()) fail_unknown("word", language_words());
  Place place;
  place.subject = true;
  node.kids.push_back(np(place));
  spreds(node);
  return node;
}

// A spred without a verb repeats the verb before it: "gets +1 power and +1 armor", "gains taunt and elusive".
void Parser::spreds(Node& body) {
  body.kids.push_back(spred());
  while (at("and")) {
    take();
    const std::string last = body.kids.back().word;
    const bool repeats = at_signed() || !at_class(WordClass::StaticVerb);
    if (!repeats) {
      body.kids.push_back(spred());
      continue;
    }
    Node node = make(NodeKind::Spred, at_signed() ? "get" : last);
    const bool numbers = last == "get" || last == "gain", parts = last == "gain" || last == "lose";
    if (at_signed() ? !numbers : !parts) fail_expected("a verb like `gets` or `gains`");
    node.kids.push_back(at_signed() ? stat_part(true) : gain_part());
    body.kids.push_back(std::move(node));
  }
}

Node Parser::stat_part(bool is_signed) {
  Node node = make(NodeKind::Stat);
  node.kids.push_back(is_signed ? signed_amount() : additive());
  if (!at_any({"power", "armor", "assault", "hazardous", "splash-attack"})) {
    fail_expected("`power`, `armor`, `assault`, `hazardous` or `splash-attack`");
  }
  node.word = take().word;
  return node;
}

Node Parser::spred() {
  const bool may = at("enter", 1) && accept("may");
  if (!at_class(WordClass::StaticVerb) && at_kind(TokenKind::Word)) fail_unknown("verb", words_of(WordClass::StaticVerb));
  if (!at_class(WordClass::StaticVerb)) fail_expected("a verb like `gets` or `gains`");
  Node node = take_as(NodeKind::Spred);
  const std::string& verb = node.word;
  if (verb == "become") return become(std::move(node));
  if (verb == "get") node.kids.push_back(stat_part(true));
  if (verb == "has") {
    const bool only = accept("only");
    node.kids.push_back(stat_part(false));
    node.kids.back().number = only;
  }
  if (verb == "protect") {
    for (const char* word : {"neighbor", "of", "neighbor"}) expect(word);
  }
  if (verb == "gain" || verb == "lose") node.kids.push_back(gain_part());
  if (verb == "control" || verb == "copy") node.kids.push_back(np());
  if (verb == "take") node.kids.push_back(signed_amount());
  if (verb == "deal") {
    node.number = at_signed() ? 1 : 0;
    node.kids.push_back(at_signed() ? signed_amount() : additive());
  }
  if (verb == "skip" || verb == "double" || verb == "switch") node.kids.push_back(word_node());
  if (verb == "ignore") {
    do {
      node.kids.push_back(word_node());
    } while (accept(","));
  }
  if (verb == "enter" && may) {
    node.number = 1;
    do {
      node.kids.push_back(word_node());
    } while (accept("and"));
  } else if (verb == "enter") {
    const bool under = accept("under");
    if (under) node.kids.push_back(make(NodeKind::Word, "under"));
    node.kids.push_back(word_node());
    if (under) expect("control");
  }
  if (verb == "treat") {
    node.kids.push_back(head_list());
    expect("as");
    node.kids.push_back(head_list());
  }
  return node;
}

Node Parser::become(Node node) {
  node.number = accept("also") ? 1 : 0;
  if (at("house") && at("(", 1)) {
    Node house = make(NodeKind::Text, "house");
    take();
    take();
    house.kids.push_back(np());
    expect(")");
    node.kids.push_back(std::move(house));
    return node;
  }
  if (at_kind(TokenKind::Variable)) {
    node.kids.push_back(take_as(NodeKind::Var));
    return node;
  }
  Node word = word_node();
  while (word.word == "creature" && at_any({"power", "armor"})) {
    Node stat = take_as(NodeKind::Stat);
    stat.kids.push_back(additive());
    word.kids.push_back(std::move(stat));
  }
  node.kids.push_back(std::move(word));
  return node;
}

Node Parser::gain_part() {
  if (accept("{")) {
    Node node = item();
    expect("}");
    return node;
  }
  if (at_any({"text", "keywords", "traits", "abilities", "armor", "destroyed", "fight", "reap"})) {
    Node node = take_as(NodeKind::Text);
    node.kids.push_back(accept("of") ? bare_term(Place()) : Node());
    return node;
  }
  if (at_kind(TokenKind::Variable)) return take_as(NodeKind::Var);
  if (!at_kind(TokenKind::Word)) fail_expected("a keyword, a trait or an ability in braces");
  if (vocabulary_.keywords.contains(peek().raw)) return keyword(true);
  if (vocabulary_.traits.contains(peek().raw) || at("chosen")) return take_as(NodeKind::Word);
  std::vector<std::string> candidates(vocabulary_.keywords.begin(), vocabulary_.keywords.end());
  candidates.insert(candidates.end(), vocabulary_.traits.begin(), vocabulary_.traits.end());
  fail_unknown("keyword or trait", candidates);
}

Node Parser::keyword(bool with_number) {
  if (!at_kind(TokenKind::Word) || !vocabulary_.keywords.contains(peek().raw)) {
    fail_unknown("keyword", {vocabulary_.keywords.begin(), vocabulary_.keywords.end()});
  }
  Node node = take_as(NodeKind::Kw);
  const bool has_number = with_number && (node.word == "assault" || node.word == "hazardous" || node.word == "splash-attack");
  const bool ends = at_any({"and", ";", "}", ",", "while", "unless", "|"}) || at_kind(TokenKind::Newline);
  node.kids.push_back(has_number && !ends ? additive() : Node());
  return node;
}

}  // namespace archon::lang
