#include "sim/results/time_limit.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace archon {
namespace {

constexpr double kTicks = 1000;  // a second: milliseconds

int32_t ticks(double seconds) { return static_cast<int32_t>(std::lround(kTicks * seconds)); }

std::string plain(double number) {  // 45, 7.5
  std::ostringstream text;
  text << number;
  return text.str();
}

std::optional<double> number_in(const nlohmann::json& json, const char* name, double most) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number()) return {};
  const double number = *found;
  return number >= 0 && number <= most ? std::optional(number) : std::nullopt;
}

std::optional<TimeLimit> parse_turn(const nlohmann::json& json) {
  const bool good = json.is_number_integer() && json >= 1 && json <= kMostTurns;
  return good ? std::optional(TimeLimit{.turn = json.get<int>()}) : std::nullopt;
}

std::optional<TimeLimit> parse_minutes(const nlohmann::json& json) {
  const auto minutes = number_in(json, "minutes", kMostMinutes), turn = number_in(json, "turn_seconds", kSlowestPace),
             decision = number_in(json, "decision_seconds", kSlowestPace);
  if (!minutes || *minutes < 1 || !turn || !decision) return {};
  return TimeLimit{.minutes = *minutes, .turn_seconds = *turn, .decision_seconds = *decision};
}

}  // namespace

GameClock TimeLimit::clock() const {
  if (turn > 0) return {.limit = turn, .a_turn = 1};
  if (minutes > 0) return {.limit = ticks(60 * minutes), .a_turn = ticks(turn_seconds), .a_decision = ticks(decision_seconds)};
  return {};
}

std::string TimeLimit::text() const {
  if (turn > 0) return "time is called in turn " + std::to_string(turn);
  if (minutes <= 0) return "";
  return "time is called after " + plain(minutes) + " minutes, at " + plain(turn_seconds) + " s a turn and " +
         plain(decision_seconds) + " s a decision (an assumption, not measured)";
}

nlohmann::json limit_json(const TimeLimit& limit) {
  if (limit.turn > 0) return {{"turn", limit.turn}};
  if (limit.minutes > 0)
    return {{"minutes", limit.minutes}, {"turn_seconds", limit.turn_seconds}, {"decision_seconds", limit.decision_seconds}};
  return nullptr;
}

std::optional<TimeLimit> parse_limit(const nlohmann::json& json) {
  if (json.is_null()) return TimeLimit{};
  if (!json.is_object()) return {};
  if (json.size() == 1 && json.contains("turn")) return parse_turn(json["turn"]);
  return json.size() == 3 ? parse_minutes(json) : std::nullopt;
}

}  // namespace archon
