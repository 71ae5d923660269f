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

// Damerau-Levenshtein distance of bytes: a swap of neighbors counts once, because that is how words are mistyped.
int edit_distance(std::string_view a, std::string_view b);

// "did you mean `x`?" for the nearest candidate, or empty when none is near enough to be meant.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

void sort_by_position(std::vector<Diagnostic>& diagnostics);

}  // namespace archon::lang
