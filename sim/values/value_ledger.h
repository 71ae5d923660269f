#pragma once
// The games of generated decks in a ledger (sim/results/ledger.h), which outlives a kill, may grow, and serves several
// estimates. Its batches are those of play_value_games.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "sim/results/ledger.h"
#include "sim/values/value_games.h"

namespace archon {

inline constexpr std::string_view kValueLedger = "values";  // the kind of ledger

// All of the spec but the number of games, which may grow.
nlohmann::json value_settings(const ValueSpec& spec);

struct LedgerGames {
  ValueSpec spec;  // the rules are those of the name in the ledger
  ValueGames games;
};

// All games of a ledger, with the decks drawn again; nothing when `error` says why.
std::optional<LedgerGames> read_value_games(const std::string& path, int threads, std::string& error);

}  // namespace archon
