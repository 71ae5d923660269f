// Expressions: or < and < comparison, is < + - < * / < not, -.
#include <map>

#include "engine/lang/diagnostics.h"
#include "engine/lang/parser_impl.h"

namespace archon::lang {
namespace {

constexpr int kCompare = 3;
constexpr int kAdd = 4;

int binding_of(const Token& token) {
  if (token.kind != TokenKind::Word && token.kind != TokenKind::Sign) return 0;
  static const std::map<std::string, int, std::less<>> table = {{"or", 1}, {"and", 2}, {"=", 3},  {"!=", 3}, {"<", 3},
                                                                {"<=", 3}, {">", 3},   {">=", 3}, {"is", 3}, {"+", 4},
                                                                {"-", 4},  {"*", 5},   {"/", 5}};
  const auto found = table.find(token.raw);
  return found == table.end() ? 0 : found->second;
}

}  // namespace

Node Parser::expr(int binding) {
  Node left = prefix();
  for (;;) {
    const int next = binding_of(peek());
    if (next <= binding) return left;
    // "each creature where power > 3 and each upgrade": the `and` belongs to the noun phrase.
    if (in_where_ && at("and") && at_class(WordClass::Quantifier, 1)) return left;
    if (at("is")) {
      left = is_expr(std::move(left));
      continue;
    }
    Node node = take_as(NodeKind::Binary);
    node.kids.push_back(std::move(left));
    node.kids.push_back(expr(next));
    left = std::move(node);
  }
}

Node Parser::additive() { return expr(kCompare); }

Node Parser::condition_of_phrase() {
  const bool outer = in_where_;
  in_where_ = true;
  Node node = expr();
  in_where_ = outer;
  return node;
}

Node Parser::prefix() {
  const Nesting nesting(*this);
  if (at("not")) {
    Node node = make(NodeKind::Unary, "not");
    take();
    // "not a = b" denies the comparison.
    node.kids.push_back(expr(kCompare - 1));
    return node;
  }
  if (at("-")) {
    Node node = make(NodeKind::Unary, "-");
    take();
    node.kids.push_back(expr(kAdd));
    return node;
  }
  return primary();
}

Node Parser::primary() {
  if (at_kind(TokenKind::Number)) return take_as(NodeKind::Number);
  if (at_kind(TokenKind::Variable)) return take_as(NodeKind::Var);
  if (at_kind(TokenKind::String)) return take_as(NodeKind::String);
  if (accept("(")) {
    const bool outer = in_where_;
    in_where_ = false;
    Node node = expr();
    in_where_ = outer;
    expect(")");
    return node;
  }
  if (!at_kind(TokenKind::Word)) fail_expected("an expression");
  if (at("(", 1)) return call();
  if (at_class(WordClass::Pronoun)) return take_as(NodeKind::Pron);
  if (at_any({"you", "opponent", "active-player"}) || (at_any({"owner", "controller"}) && at("of", 1))) {
    return player(Place().as_inner());
  }
  const std::string& raw = peek().raw;
  if (may_be_bare(raw)) return take_as(NodeKind::Call);
  const bool known = vocabulary_.houses.contains(raw) || vocabulary_.traits.contains(raw) ||
                     vocabulary_.keywords.contains(raw) || is_word(WordClass::Constant, raw) ||
                     is_word(WordClass::Status, raw) || is_word(WordClass::Counter, raw);
  if (!known) {
    std::vector<std::string> candidates = function_names();
    candidates.insert(candidates.end(), vocabulary_.houses.begin(), vocabulary_.houses.end());
    for (const std::string& word : words_of(WordClass::Pronoun)) candidates.push_back(word);
    if (is_language_word(raw)) fail_expected("an expression");
    fail_unknown("word", candidates);
  }
  return take_as(NodeKind::Word);
}

Node Parser::call() {
  const std::string name = peek().raw;
  const std::string_view arguments = signature(name);
  if (arguments.empty()) fail_unknown("function", function_names());
  Node node = make(NodeKind::Call, name);
  take();
  expect("(");
  const bool outer = in_where_;
  in_where_ = false;
  size_t i = 0;
  bool more = !at(")");
  while (more) {
    if (i >= arguments.size()) fail("`" + name + "` takes fewer arguments");
    const char kind = arguments[i];
    if (kind == 's') node.kids.push_back(np());
    if (kind == 'e') node.kids.push_back(expr());
    if (kind == 'w') node.kids.push_back(word_argument());
    if (kind == 'v') node.kids.push_back(event());
    if (i + 1 >= arguments.size() || arguments[i + 1] != '*') ++i;
    more = accept(",");
  }
  in_where_ = outer;
  // "counters(time)", "bonus(amber)" and "destroyed()" may leave the card out: they speak of the candidate.
  const bool card_may_miss = name == "counters" || name == "bonus" || name == "destroyed";
  const size_t needed = arguments.ends_with('*') ? 2 : arguments.size() - (card_may_miss ? 1 : 0);
  if (node.kids.size() < needed)
    fail("`" + name + "` needs " + std::to_string(needed) + (needed == 1 ? " argument" : " arguments"));
  expect(")");
  return node;
}

Node Parser::word_argument() {
  const bool single = at_kind(TokenKind::Word) && (at(",", 1) || at(")", 1)) && !at_class(WordClass::Pronoun);
  if (!single) return expr();
  return take_as(NodeKind::Word);
}

Node Parser::is_expr(Node left) {
  Node node = make(NodeKind::Is);
  take();
  node.number = accept("not") ? 1 : 0;
  const Token article = peek();
  const bool has_article = accept("a") || accept("an");
  node.kids.push_back(std::move(left));
  Place place;
  place.predicate = true;
  place.inner = false;
  node.kids.push_back(select(place));
  const bool has_noun = !node.kids[1].kids[1].kids.front().word.empty();
  if (has_article && !has_noun) report(article.at, "a noun like `card` belongs to `" + article.raw + "`");
  if (has_noun && !has_article) report(article.at, "missing article: `a` or `an` before `" + article.raw + "`");
  return node;
}

}  // namespace archon::lang
