#include "sim/results/time_limit.h"

#include <nlohmann/json.hpp>

namespace archon {

GameClock TimeLimit::clock() const {
  if (turn > 0) return {.limit = turn, .a_turn = 1};
  return {};
}

std::string TimeLimit::text() const { return turn > 0 ? "time is called in turn " + std::to_string(turn) : ""; }

nlohmann::json limit_json(const TimeLimit& limit) {
  if (limit.turn > 0) return {{"turn", limit.turn}};
  return nullptr;
}

std::optional<TimeLimit> parse_limit(const nlohmann::json& json) {
  if (json.is_null()) return TimeLimit{};
  const auto turn = json.is_object() ? json.find("turn") : json.end();
  if (!json.is_object() || json.size() != 1 || turn == json.end()) return {};
  const bool good = turn->is_number_integer() && *turn >= 1 && *turn <= kMostTurns;
  return good ? std::optional(TimeLimit{.turn = turn->get<int>()}) : std::nullopt;
}

}  // namespace archon
