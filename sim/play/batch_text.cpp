#include "sim/play/batch_text.h"

#include <nlohmann/json.hpp>

#include "engine/deck/deck.h"

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
  if (!result.forfeits_by_cause.empty()) json["forfeits_by_cause"] = result.forfeits_by_cause;
  if (ended_by_time(result.by_time)) json["by_time"] = result.by_time;
  return json.dump();
}

}  // namespace archon
