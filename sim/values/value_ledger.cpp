#include "sim/values/value_ledger.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/deck/generate.h"
#include "sim/play/batch_text.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

constexpr std::string_view kCell = "games";
constexpr int64_t kGamesInHand = 1024;  // so many are played before they are saved

char letter_of(const GameRecord& record) { return record.winner < 0 ? '-' : record.winner == 0 ? '1' : '0'; }

// Adds a batch that the ledger has; false when it can't be read or does not follow on those before it.
bool add_batch(const LedgerBatch& batch, const std::vector<PairedGame>& pairs, ValueGames& games) {
  const std::optional<MatchResult> counts = parse_batch(batch.data);
  if (!counts || batch.first != games.counts.total().games) return false;
  const nlohmann::json json = nlohmann::json::parse(batch.data);
  if (!json.contains("winners") || !json["winners"].is_string()) return false;
  const auto winners = json["winners"].get<std::string>();
  if (std::ssize(winners) != batch.games || winners.find_first_not_of("01-") != std::string::npos) return false;
  for (size_t i = 0; i < winners.size(); ++i) {
    PairedGame game = pairs[static_cast<size_t>(batch.first) + i];
    game.first_won = winners[i] == '1';
    if (winners[i] != '-') games.games.push_back(game);
  }
  add(games.counts, *counts);
  return games.counts.total().games == batch.first + batch.games;
}

// The batches of a ledger; their number of games.
std::vector<LedgerBatch> batches_of(const Ledger& ledger, int64_t& games) {
  std::vector<LedgerBatch> batches = ledger.batches(kCell);
  games = batches.empty() ? 0 : batches.back().first + batches.back().games;
  return batches;
}

bool add_batches(const std::vector<LedgerBatch>& batches, const std::vector<PairedGame>& pairs, ValueGames& games) {
  return std::ranges::all_of(batches, [&](const LedgerBatch& batch) { return add_batch(batch, pairs, games); });
}

constexpr const char* kUnreadable = "the ledger has a batch of games that can't be read, or one is missing";

LedgerBatch play_batch(const ValueSpec& spec, const std::vector<Deck>& decks, const std::vector<PairedGame>& pairs,
                       int64_t first, int threads) {
  std::vector<GameRecord> records(static_cast<size_t>(std::min(kGamesInHand, spec.games - first)));
  parallel_for(records.size(), threads, [&](size_t i) {
    const PairedGame& pair = pairs[static_cast<size_t>(first) + i];
    records[i] = play_value_game(spec, decks[pair.first], decks[pair.second], first + static_cast<int64_t>(i));
  });
  MatchResult counts;
  std::string winners;
  for (size_t i = 0; i < records.size(); ++i) {
    count(counts, first + static_cast<int64_t>(i), records[i]);
    winners += letter_of(records[i]);
  }
  nlohmann::ordered_json data = nlohmann::ordered_json::parse(batch_text(counts));
  data["winners"] = winners;
  return {std::string(kCell), first, std::ssize(records), data.dump()};
}

}  // namespace

nlohmann::json value_settings(const ValueSpec& spec) {
  return {{"set", spec.set},
          {"decks", spec.decks},
          {"agent", full_spec(spec.agent)},
          {"seed", spec.seed},
          {"rules", std::string(spec.rules.name)}};
}

ValueGames play_ledger_games(const ValueSpec& spec, std::vector<Deck> decks, Ledger& ledger, int threads,
                             const Progress& progress, std::string& error) {
  ValueGames result{.decks = std::move(decks), .games = {}, .counts = {}};
  int64_t done = 0;
  const std::vector<LedgerBatch> batches = batches_of(ledger, done);
  const std::vector<PairedGame> pairs = draw_pairs(spec.decks, std::max(done, spec.games), spec.seed);
  if (!add_batches(batches, pairs, result)) error = kUnreadable;
  while (error.empty() && done < spec.games) {
    const LedgerBatch batch = play_batch(spec, result.decks, pairs, done, threads);
    error = ledger.append(std::span(&batch, 1));
    add_batch(batch, pairs, result);
    done += batch.games;
    if (progress) progress(done, spec.games);
  }
  return result;
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
  const std::vector<LedgerBatch> batches = batches_of(*opened.ledger, result.spec.games);
  result.games.decks = value_decks(result.spec, threads);
  if (!add_batches(batches, draw_pairs(result.spec.decks, result.spec.games, result.spec.seed), result.games))
    error = path + ": " + kUnreadable;
  return error.empty() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace archon
