#pragma once
// What the grammar cannot see: names that must be bound or must exist, quantifiers, and what suits which type of card.
#include <string_view>
#include <vector>

#include "engine/lang/ast.h"
#include "engine/lang/vocabulary.h"

namespace archon::lang {

// All that is wrong with the cards of one file, in the order of the file. Never throws.
std::vector<Diagnostic> check(const std::vector<CardAst>& cards, std::string_view file, const Vocabulary& vocabulary);

}  // namespace archon::lang
