#pragma once
// A syntax tree as an s-expression, for tests and for looking at what the parser made of a line.
#include <string>
#include <string_view>

#include "engine/lang/ast.h"

namespace archon::lang {

std::string_view kind_name(NodeKind kind);

// On one line. Leaves are short: `_` nothing, `3` a number, `$x` a variable, `it` a pronoun, `'mars` a word, `"urchin"` a
// string; other nodes are (Kind:word/text[words]#number child ...), each part only when it is not empty.
std::string print(const Node& node);

// A line for the id and a line for each item.
std::string print(const CardAst& card);

}  // namespace archon::lang
