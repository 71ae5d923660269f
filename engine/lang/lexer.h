#pragma once
// Text of a definitions file -> tokens. A newline ends an item, so it is a token, except inside {} and ().
#include <string>
#include <string_view>
#include <vector>

#include "engine/lang/ast.h"

namespace archon::lang {

enum class TokenKind : uint8_t {
  Word,
  Number,
  Variable,  // raw and word: the name without "$"
  String,    // raw: what stands between the quotes
  Sign,      // punctuation and operators, and the prefix "non-"
  Card,      // "card" at the start of a line; raw: the id
  Special,   // "#! word"; raw: the word
  Newline,
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string raw;   // as written
  std::string word;  // canonical: third person and plural folded
  int number = 0;
  SourcePos at;
};

struct LexResult {
  std::vector<Token> tokens;  // ends with a token of kind End
  std::vector<Diagnostic> diagnostics;
};

LexResult lex(std::string_view text, std::string_view file);

}  // namespace archon::lang
