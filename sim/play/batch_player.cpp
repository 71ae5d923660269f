#include "sim/play/batch_player.h"

#include <algorithm>
#include <chrono>

#include "sim/play/batch_text.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

// Steps of which a game is missing count as not played.
void drop_cut_steps(std::span<const GameBatch> batches, std::span<MatchResult> results) {
  for (size_t begin = 0, end = 0; begin < batches.size(); begin = end) {
    bool whole = true;
    for (end = begin; end < batches.size() && batches[end].step == batches[begin].step; ++end)
      whole = whole && results[end].total().games == batches[end].games;
    if (!whole && batches[begin].step >= 0) std::ranges::fill(results.subspan(begin, end - begin), MatchResult());
  }
}

}  // namespace

BatchPlayer::BatchPlayer(std::string agent, RunControl control) : agent_(std::move(agent)), control_(std::move(control)) {
  if (control_.stop) control_.stop = [this, stop = control_.stop] { return stopped_ = stopped_ || stop(); };
}

int64_t BatchPlayer::games_in_hand() const {
  constexpr int64_t kGamesACore = 20;  // at least: cores are not to wait for the last game of each call
  constexpr double kSecondsBetweenSaves = 1;
  return std::max(kGamesACore * thread_count(control_.threads), static_cast<int64_t>(games_a_second_ * kSecondsBetweenSaves));
}

std::vector<MatchResult> BatchPlayer::play(std::span<const GameBatch> batches, double after) {
  std::vector<MatchSpec> specs;
  int64_t games = 0;
  for (const GameBatch& batch : batches) {
    specs.push_back({.matchup = batch.matchup,
                     .agents = {agent_, agent_},
                     .seed = batch.seed,
                     .games = batch.games,
                     .first_game = batch.first});
    games += batch.games;
  }
  const double total = std::min(1e18, static_cast<double>(played_ + games) + std::max(0.0, after));
  RunControl part = control_;
  if (control_.progress)
    part.progress = [&](int64_t done, int64_t) { control_.progress(played_ + done, static_cast<int64_t>(total)); };
  const auto start = std::chrono::steady_clock::now();
  std::vector<MatchResult> results = play_matches(specs, part);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  games_a_second_ = static_cast<double>(games) / std::max(1e-3, seconds.count());
  drop_cut_steps(batches, results);
  if (!save(batches, results)) return {};
  for (const MatchResult& result : results) played_ += result.total().games;
  return results;
}

bool BatchPlayer::save(std::span<const GameBatch> batches, std::span<const MatchResult> results) {
  if (!control_.ledger) return true;
  std::vector<LedgerBatch> lines;
  for (size_t i = 0; i < batches.size(); ++i)
    if (const int64_t games = results[i].total().games; games > 0)
      lines.push_back({batches[i].cell, batches[i].first, games, batch_text(results[i])});
  if (!lines.empty()) error_ = control_.ledger->append(lines);
  return error_.empty();
}

}  // namespace archon
