#pragma once
// Definitions -> syntax trees. Recursive descent, with Pratt parsing of expressions.
#include <string_view>
#include <vector>

#include "engine/lang/ast.h"
#include "engine/lang/vocabulary.h"

namespace archon::lang {

struct ParseResult {
  std::vector<CardAst> cards;
  std::vector<Diagnostic> diagnostics;  // in the order of the file; empty when every line was understood
};

// Never throws. After an error it goes on with the next line, after a broken header with the next card.
ParseResult parse(std::string_view text, std::string_view file, const Vocabulary& vocabulary);

}  // namespace archon::lang
