#include "sim/play/batch_text.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "sim/results/provenance.h"

namespace archon {

std::string batch_text(const MatchResult& result) {
  nlohmann::ordered_json json;
  for (const Tally& tally : result.by_first) {
    json["by_first"].push_back(
        {tally.games, tally.wins[0], tally.wins[1], tally.undecided, tally.faults, tally.forfeits[0], tally.forfeits[1]});
  }
  json["fallbacks"] = result.fallbacks;
  json["turns"] = result.turns;
  json["decisions"] = result.decisions;
  json["fingerprint"] = hash_text(result.fingerprint);
  if (!result.fault_games.empty()) json["fault_games"] = result.fault_games;
  if (!result.undecided_games.empty()) json["undecided_games"] = result.undecided_games;
  if (!result.faults_by_bound.empty()) json["faults_by_bound"] = result.faults_by_bound;
  return json.dump();
}

std::optional<MatchResult> parse_batch(const std::string& text) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    MatchResult result;
    for (size_t first = 0; first < 2; ++first) {
      const auto numbers = json.at("by_first").at(first).get<std::array<int64_t, 7>>();
      result.by_first[first] = {numbers[0], numbers[3], numbers[4], {numbers[1], numbers[2]}, {numbers[5], numbers[6]}};
    }
    json.at("fallbacks").get_to(result.fallbacks);
    result.turns = json.at("turns").get<int64_t>();
    result.decisions = json.at("decisions").get<int64_t>();
    if (json.contains("fault_games")) result.fault_games = json["fault_games"].get<std::vector<int64_t>>();
    if (json.contains("undecided_games")) result.undecided_games = json["undecided_games"].get<std::vector<int64_t>>();
    const auto fingerprint = json.value("fingerprint", std::string());
    std::from_chars(fingerprint.data(), fingerprint.data() + fingerprint.size(), result.fingerprint, 16);
    if (json.contains("faults_by_bound")) result.faults_by_bound = json["faults_by_bound"].get<FaultsByBound>();
    return result;
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

}  // namespace archon
