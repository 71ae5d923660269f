#include "engine/lang/parser.h"

#include <algorithm>

#include "engine/facts/spelling.h"
#include "engine/lang/diagnostics.h"
#include "engine/lang/parser_impl.h"

namespace archon::lang {

ParseResult parse(std::string_view text, std::string_view file, const Vocabulary& vocabulary) {
  LexResult lexed = lex(text, file);
  ParseResult result = Parser(std::move(lexed.tokens), file, vocabulary).run();
  result.diagnostics.insert(result.diagnostics.end(), lexed.diagnostics.begin(), lexed.diagnostics.end());
  sort_by_position(result.diagnostics);
  return result;
}

Parser::Parser(std::vector<Token> tokens, std::string_view file, const Vocabulary& vocabulary)
    : file_(file), vocabulary_(vocabulary) {
  // Specials belong to the card, not to the grammar of its lines.
  for (Token& token : tokens) {
    if (token.kind == TokenKind::Special) {
      specials_.emplace_back(tokens_.size(), token.raw);
    } else {
      tokens_.push_back(std::move(token));
    }
  }
}

const Token& Parser::peek(size_t ahead) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }

const Token& Parser::take() {
  const Token& token = peek();
  if (next_ < tokens_.size() - 1) ++next_;
  return token;
}

bool Parser::at(std::string_view word, size_t ahead) const {
  const Token& token = peek(ahead);
  return (token.kind == TokenKind::Word || token.kind == TokenKind::Sign) && token.word == word;
}

bool Parser::at_class(WordClass word_class, size_t ahead) const {
  return at_kind(TokenKind::Word, ahead) && is_word(word_class, peek(ahead).word);
}

bool Parser::at_any(std::initializer_list<std::string_view> words, size_t ahead) const {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return at(word, ahead); });
}

bool Parser::accept(std::string_view word) {
  if (!at(word)) return false;
  take();
  return true;
}

void Parser::expect(std::string_view word) {
  if (!accept(word)) fail_expected("`" + std::string(word) + "`");
}

std::string Parser::expect_word(std::string_view what) {
  if (!at_kind(TokenKind::Word)) fail_expected(std::string(what));
  return take().word;
}

std::string Parser::expect_variable() {
  if (!at_kind(TokenKind::Variable)) fail_expected("a variable like `$x`");
  return take().raw;
}

size_t Parser::matching(size_t ahead) const {
  int depth = 0;
  for (size_t i = ahead; !at_kind(TokenKind::End, i) && !at_kind(TokenKind::Newline, i); ++i) {
    if (at("(", i) || at("{", i)) ++depth;
    if ((at(")", i) || at("}", i)) && --depth == 0) return i;
  }
  return ahead;
}

void Parser::fail(const std::string& message, const std::string& hint) {
  report(peek().at, message, hint);
  throw SyntaxError();
}

void Parser::fail_expected(const std::string& what) {
  const Token& token = peek();
  std::string found = "`" + token.raw + "`";
  if (token.kind == TokenKind::Newline || token.kind == TokenKind::End) found = "the end of the line";
  if (token.kind == TokenKind::Variable) found = "`$" + token.raw + "`";
  if (token.kind == TokenKind::String) found = "\"" + token.raw + "\"";
  fail("expected " + what + ", found " + found);
}

void Parser::fail_unknown(const std::string& what, const std::vector<std::string>& candidates) {
  if (at_kind(TokenKind::Newline) || at_kind(TokenKind::End)) fail_expected("a " + what);
  fail("unknown " + what + " `" + peek().raw + "`", did_you_mean(peek().word, candidates));
}

void Parser::report(SourcePos where, const std::string& message, const std::string& hint) {
  diagnostics_.push_back({file_, where, message, hint});
}

Node Parser::make(NodeKind kind, std::string word) const {
  Node node;
  node.kind = kind;
  node.word = std::move(word);
  node.at = peek().at;
  return node;
}

Node Parser::word_node() {
  Node node = make(NodeKind::Word);
  node.word = expect_word("a word");
  return node;
}

Node Parser::take_as(NodeKind kind) {
  Node node = make(kind);
  const Token& token = take();
  node.number = token.number;
  if (kind == NodeKind::String) node.text = token.raw;
  if (kind != NodeKind::String && kind != NodeKind::Number) node.word = token.word;
  return node;
}

}  // namespace archon::lang
