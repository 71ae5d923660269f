#pragma once
// The games of generated decks in a ledger (sim/results/ledger.h), which outlives a kill, may grow, and serves several
// estimates. Decks and pairs are functions of the settings, so that only results are kept: two bytes a game.
//
// One cell, "games", with batches in the order of the games: {"winners": "10-...", ...}: 1 where the deck that went first won,
// 0 where the other did, - for neither; besides that what batch_text (sim/play/batch_text.h) writes.
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

// As play_value_games; games that the ledger has are not played again, the others are added to it, so that a kill loses at most
// those of a few seconds. `error` is that of the ledger: the games are not all there then.
ValueGames play_ledger_games(const ValueSpec& spec, std::vector<Deck> decks, Ledger& ledger, int threads,
                             const Progress& progress, std::string& error);

struct LedgerGames {
  ValueSpec spec;  // the rules are those of the name in the ledger
  ValueGames games;
};

// All games of a ledger, with the decks drawn again; nothing when `error` says why.
std::optional<LedgerGames> read_value_games(const std::string& path, int threads, std::string& error);

}  // namespace archon
