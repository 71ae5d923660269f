#pragma once
// How a misspelt word is put right.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace archon {

// Longer words are no misspelt names, and are compared with none: a look-up costs at most so much for each candidate.
inline constexpr size_t kMaxSpelledBytes = 64;

// Damerau-Levenshtein distance of bytes: a swap of neighbors counts once, because that is how words are mistyped.
// O(product of the lengths).
int edit_distance(std::string_view a, std::string_view b);

// "did you mean `x`?" for the nearest candidate, or empty when none is near enough to be meant. O(candidates).
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace archon
