#pragma once
// Reading numbers of a ledger, which anybody may have written.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace archon {

inline constexpr int64_t kMostCounted = int64_t{1} << 40;  // games, decisions: sums of millions of batches fit into 64 bits

// JSON whose numbers all count something: they are whole, from 0 to kMostCounted. Throws std::runtime_error otherwise, and for
// what is no JSON.
nlohmann::json parse_counts(const std::string& text);

}  // namespace archon
