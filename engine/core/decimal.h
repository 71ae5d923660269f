#pragma once
// Decimal numbers of texts, the same in every locale and with every standard library.
#include <optional>
#include <string_view>

namespace archon {

// The whole text as a number, "-12.5" or "1e-3": the nearest one of its type. Nothing when it is anything else ("+1", " 1",
// "1x", "inf") or too large.
std::optional<double> parse_double(std::string_view text);
std::optional<float> parse_float(std::string_view text);

}  // namespace archon
