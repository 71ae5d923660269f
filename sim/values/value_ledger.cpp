#include "sim/values/value_ledger.h"

#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/deck/generate.h"

namespace archon {

nlohmann::json value_settings(const ValueSpec& spec) {
  return {{"set", spec.set},
          {"decks", spec.decks},
          {"agent", full_spec(spec.agent)},
          {"seed", spec.seed},
          {"rules", std::string(spec.rules.name)}};
}

std::optional<LedgerGames> read_value_games(const std::string& path, int threads, std::string& error) {
  const LedgerResult opened = Ledger::read(path, kValueLedger);
  error = opened.error;
  if (!opened.ledger) return {};
  LedgerGames result;
  try {
    const nlohmann::json& settings = opened.ledger->settings();
    settings.at("set").get_to(result.spec.set);
    settings.at("decks").get_to(result.spec.decks);
    settings.at("agent").get_to(result.spec.agent);
    settings.at("seed").get_to(result.spec.seed);
  } catch (const nlohmann::json::exception&) {
    error = path + ": the settings of the ledger can't be read";
    return {};
  }
  RunControl control(threads);
  control.ledger = opened.ledger.get();
  result.spec.games = 0;  // plays none
  try {
    result.games = play_value_games(result.spec, value_decks(result.spec, threads), control);
  } catch (const UnreadableLedger& unreadable) {
    error = path + ": " + unreadable.what();
    return {};
  }
  result.spec.games = result.games.end.games;
  const SeriesEnd& end = result.games.end;
  if (!end.error.empty()) error = path + ": " + end.error;
  if (end.after_gap > 0)
    error = path + ": after game " + std::to_string(end.games) + " some are missing, before " + std::to_string(end.after_gap) +
            " others: shards that are not done or not merged ('archon merge' says which)";
  return error.empty() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace archon
