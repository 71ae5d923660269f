#pragma once
// How a misspelt word is put right.
#include <string>
#include <string_view>
#include <vector>

namespace archon {

// Damerau-Levenshtein distance of bytes: a swap of neighbors counts once, because that is how words are mistyped.
int edit_distance(std::string_view a, std::string_view b);

// "did you mean `x`?" for the nearest candidate, or empty when none is near enough to be meant.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace archon
