#include "sim/play/batch_text.h"

#include "engine/deck/deck.h"
#include "sim/results/json_members.h"

namespace archon {

std::string batch_text(const MatchResult& result) {
  nlohmann::json by_first;
  for (const Tally& tally : result.by_first) {
    by_first.push_back(
        {tally.games, tally.wins[0], tally.wins[1], tally.undecided, tally.faults, tally.forfeits[0], tally.forfeits[1]});
  }
  JsonMembers json;
  json.add("by_first", by_first)
      .add("fallbacks", result.fallbacks)
      .add("turns", result.turns)
      .add("decisions", result.decisions)
      .add("fingerprint", hash_text(result.fingerprint));
  if (!result.fault_games.empty()) json.add("fault_games", result.fault_games);
  if (!result.undecided_games.empty()) json.add("undecided_games", result.undecided_games);
  if (!result.faults_by_bound.empty()) json.add("faults_by_bound", result.faults_by_bound);
  if (!result.forfeits_by_cause.empty()) json.add("forfeits_by_cause", result.forfeits_by_cause);
  if (ended_by_time(result.by_time)) json.add("by_time", result.by_time);
  return json.text();
}

}  // namespace archon
