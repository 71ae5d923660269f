#include "sim/results/counts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace archon {
namespace {

bool counts(const nlohmann::json& json) {
  if (json.is_structured()) return std::ranges::all_of(json, counts);
  if (!json.is_number()) return true;
  return json.is_number_unsigned() && json.get<uint64_t>() <= static_cast<uint64_t>(kMostCounted);
}

}  // namespace

nlohmann::json parse_counts(const std::string& text) {
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded() || !counts(json)) throw std::runtime_error("no JSON of counts");
  return json;
}

}  // namespace archon
