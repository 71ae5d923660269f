#include "engine/lang/lexer.h"

#include <charconv>

#include "engine/lang/words.h"

namespace archon::lang {
namespace {

// Bytes above ASCII are letters: ids and traits hold ligatures and accents.
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  LexResult run() {
    while (!done()) next();
    end_line();
    emit(TokenKind::End, "");
    return std::move(result_);
  }

 private:
  bool done() const { return at_ >= text_.size(); }
  char here(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  SourcePos pos() const { return {line_, static_cast<int>(at_ - line_start_) + 1}; }

  void emit(TokenKind kind, std::string_view raw, size_t length = 0) {
    Token token;
    token.kind = kind;
    token.raw = raw;
    token.word = kind == TokenKind::Word ? canonical(raw) : token.raw;
    token.at = pos();
    result_.tokens.push_back(std::move(token));
    at_ += length;
    line_is_empty_ = false;
  }

  void error(std::string message) { result_.diagnostics.push_back({std::string(file_), pos(), std::move(message), ""}); }

  void end_line() {
    if (!line_is_empty_ && depth_ == 0) emit(TokenKind::Newline, "\n");
  }

  void next() {
    const char c = here();
    if (c == '\n') return newline();
    if (is_blank(c)) {
      ++at_;
      return;
    }
    if (c == '#') return comment();
    if (at_ == line_start_ && starts_card()) return card();
    if (is_letter(c)) return word();
    if (is_digit(c)) return number();
    if (c == '$') return variable();
    if (c == '"') return string();
    sign();
  }

  void newline() {
    end_line();
    ++at_;
    ++line_;
    line_start_ = at_;
    if (depth_ == 0) line_is_empty_ = true;
  }

  void comment() {
    size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) end = text_.size();
    if (here(1) == '!') {
      size_t from = at_ + 2;
      while (from < end && is_blank(text_[from])) ++from;
      size_t to = from;
      while (to < end && !is_blank(text_[to])) ++to;
      emit(TokenKind::Special, text_.substr(from, to - from));
    }
    // "# 086 creature  #! redirect": the special may follow an ordinary comment.
    const size_t special = text_.substr(at_ + 1, end - at_ - 1).find("#!");
    at_ = special == std::string_view::npos ? end : at_ + 1 + special;
  }

  bool starts_card() const { return text_.substr(at_, 5) == "card " || text_.substr(at_, 5) == "card\n"; }

  void card() {
    // A card starts afresh whatever the card before left open, so that one missing brace is one error.
    if (depth_ > 0) {
      depth_ = 0;
      emit(TokenKind::Newline, "\n");
    }
    size_t from = at_ + 4;
    while (from < text_.size() && is_blank(text_[from])) ++from;
    size_t to = from;
    while (to < text_.size() && !is_blank(text_[to]) && text_[to] != '\n') ++to;
    const std::string_view id = text_.substr(from, to - from);
    if (id.empty()) error("expected the id of a card after `card`");
    at_ = from;
    emit(TokenKind::Card, id, id.size());
  }

  size_t word_length(size_t from) const {
    size_t i = from;
    while (is_letter(here(i)) || is_digit(here(i)) || (here(i) == '-' && i > from && is_letter(here(i + 1)))) ++i;
    return i - from;
  }

  void word() {
    constexpr std::string_view kNon = "non-";
    if (text_.substr(at_, kNon.size()) == kNon && is_letter(here(kNon.size()))) {
      emit(TokenKind::Sign, kNon, kNon.size());
      return;
    }
    const size_t length = word_length(0);
    emit(TokenKind::Word, text_.substr(at_, length), length);
  }

  void number() {
    size_t length = 0;
    while (is_digit(here(length))) ++length;
    int value = 0;
    const std::string_view digits = text_.substr(at_, length);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (parsed.ec != std::errc()) error("the number `" + std::string(digits) + "` is too large");
    emit(TokenKind::Number, digits, length);
    result_.tokens.back().number = value;
  }

  void variable() {
    const size_t length = word_length(1);
    if (length == 0) {
      error("expected the name of a variable after `$`");
      ++at_;
      return;
    }
    emit(TokenKind::Variable, text_.substr(at_ + 1, length), length + 1);
  }

  void string() {
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') ++end;
    const std::string_view content = text_.substr(at_ + 1, end - at_ - 1);
    const bool closed = end < text_.size() && text_[end] == '"';
    if (!closed) error("the string is not closed on its line");
    emit(TokenKind::String, content, content.size() + (closed ? 2 : 1));
  }

  void sign() {
    for (std::string_view two : {"!=", "<=", ">="}) {
      if (text_.substr(at_, 2) == two) return emit(TokenKind::Sign, two, 2);
    }
    const char c = here();
    if (std::string_view(":;{}(),|/+-*=<>").find(c) == std::string_view::npos) {
      error(std::string("unexpected character `") + c + "`");
      ++at_;
      return;
    }
    if (c == '{' || c == '(') ++depth_;
    if ((c == '}' || c == ')') && depth_ > 0) --depth_;
    emit(TokenKind::Sign, text_.substr(at_, 1), 1);
  }

  std::string_view text_;
  std::string_view file_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  int line_ = 1;
  int depth_ = 0;
  bool line_is_empty_ = true;
  LexResult result_;
};

}  // namespace

LexResult lex(std::string_view text, std::string_view file) { return Lexer(text, file).run(); }

}  // namespace archon::lang
