#pragma once
// What is said about a broken definition, and how a misspelt word is put right.
#include <string>
#include <string_view>
#include <vector>

#include "engine/lang/ast.h"

namespace archon::lang {

// "file:line:column: error: message (did you mean `x`?)"
std::string format(const Diagnostic& diagnostic);

// One line each, in the order of the file.
std::string format(const std::vector<Diagnostic>& diagnostics);

void sort_by_position(std::vector<Diagnostic>& diagnostics);

}  // namespace archon::lang
