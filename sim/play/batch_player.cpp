#include "sim/play/batch_player.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "sim/play/threads.h"
#include "sim/results/provenance.h"

namespace archon {
namespace {
constexpr double kSecondsBetweenSaves = 1;
}

int64_t BatchPlayer::games_in_hand() const {
  constexpr int64_t kGamesACore = 20;  // at least: cores are not to wait for the last game of each call
  const double left = settings_.seconds > 0 ? settings_.seconds - seconds() : kSecondsBetweenSaves;
  const double many = games_a_second_ * std::min(kSecondsBetweenSaves, left);
  return std::max(kGamesACore * thread_count(settings_.threads), static_cast<int64_t>(many));
}

bool BatchPlayer::over() const { return !error_.empty() || out_of_time() || (settings_.stop && settings_.stop()); }

std::vector<MatchResult> BatchPlayer::play(std::span<const GameBatch> batches, double after) {
  std::vector<MatchSpec> specs;
  int64_t games = 0;
  for (const GameBatch& batch : batches) {
    specs.push_back({.matchup = batch.matchup,
                     .agents = {settings_.agent, settings_.agent},
                     .seed = batch.seed,
                     .games = batch.games,
                     .first_game = batch.first});
    games += batch.games;
  }
  // With a limit of time, no more than the present speed allows.
  double total = static_cast<double>(played_ + games) + std::max(0.0, after);
  const double start = seconds();
  if (settings_.seconds > 0 && played_ > 0 && start > 0)
    total = std::min(total, static_cast<double>(played_) * std::max(1.0, settings_.seconds / start));
  const auto report = [&](int64_t done, int64_t) { settings_.progress(played_ + done, static_cast<int64_t>(total)); };
  std::vector<MatchResult> results = play_matches(specs, settings_.threads, settings_.progress ? Progress(report) : Progress());
  games_a_second_ = static_cast<double>(games) / std::max(1e-3, seconds() - start);
  if (!save(batches, results)) return {};
  played_ += games;
  return results;
}

bool BatchPlayer::save(std::span<const GameBatch> batches, std::span<const MatchResult> results) {
  if (!settings_.ledger) return true;
  std::vector<LedgerBatch> lines;
  for (size_t i = 0; i < batches.size(); ++i)
    lines.push_back({batches[i].cell, batches[i].first, batches[i].games, batch_text(results[i])});
  error_ = settings_.ledger->append(lines);
  return error_.empty();
}

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
    if (json.contains("faults_by_bound")) result.faults_by_bound = json["faults_by_bound"].get<FaultsByBound>();
    return result;
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

}  // namespace archon
