#include "sim/chains/chain_games.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <optional>

#include "sim/play/batch_text.h"

namespace archon {
namespace {

std::string search_cell(const ChainGames& games, int handicap) { return games.cell + " " + std::to_string(handicap); }
std::string curve_cell(const ChainGames& games, int handicap) { return games.cell + " curve " + std::to_string(handicap); }

// Adds up the batches of a cell, of which no two have a game in common.
MatchResult read_cell(const Ledger* ledger, const std::string& cell) {
  MatchResult sum;
  int64_t end = 0;
  if (!ledger) return sum;
  for (const LedgerBatch& batch : ledger->batches(cell)) {
    const std::optional<MatchResult> result = parse_batch(batch.data, batch.games);
    if (!result || batch.first < end)
      throw UnreadableLedger("the batch of " + cell + " at game " + std::to_string(batch.first) +
                             " of the ledger can't be read");
    add(sum, *result);
    end = batch.first + batch.games;
  }
  return sum;
}

}  // namespace

Matchup with_handicap(const Matchup& matchup, int handicap) {
  assert(std::abs(handicap) <= kMaxHandicap && matchup.starting_chains == (std::array{0, 0}));
  Matchup result = matchup;
  result.starting_chains = {std::max(handicap, 0), std::max(-handicap, 0)};
  return result;
}

std::vector<MatchResult> play_handicaps(const ChainGames& games, std::span<const HandicapBatch> batches, BatchPlayer& player,
                                        double after) {
  std::deque<Matchup> matchups;  // the batches point to them
  std::vector<GameBatch> step;
  for (const HandicapBatch& batch : batches) {
    matchups.push_back(with_handicap(*games.matchup, batch.handicap));
    step.push_back({search_cell(games, batch.handicap), &matchups.back(), games.seed, batch.first_game, batch.games, 0});
  }
  return player.play(step, after);
}

std::string play_search(const ChainGames& games, int64_t budget, HandicapSearch& search, BatchPlayer& player,
                        LeadCounts* by_time) {
  std::vector<HandicapBatch> batches;
  std::vector<ByFirst> known;
  int64_t played = 0;
  for (int handicap = -kMaxHandicap; handicap <= kMaxHandicap; ++handicap) {
    const MatchResult sum = read_cell(player.ledger(), search_cell(games, handicap));
    if (sum.total().games == 0) continue;
    batches.push_back({.handicap = handicap, .first_game = 0, .games = sum.total().games});
    known.push_back(sum.by_first);
    if (by_time) add(*by_time, sum.by_time);
    played += sum.total().games;
  }
  if (!batches.empty()) search.add(batches, known);
  while (!search.finished() && !player.over()) {
    batches = search.next();
    int64_t step = 0;
    for (const HandicapBatch& batch : batches) step += batch.games;
    const std::vector<MatchResult> results =
        play_handicaps(games, batches, player, static_cast<double>(budget - played - step));
    if (results.empty() || results.front().total().games == 0) break;
    std::vector<ByFirst> by_first;
    for (const MatchResult& result : results) {
      by_first.push_back(result.by_first);
      if (by_time) add(*by_time, result.by_time);
    }
    search.add(batches, by_first);
    played += step;
  }
  return player.error();
}

Observation CurveLevel::of(int deck, int first) const {
  Observation level{.x = static_cast<double>(chains), .wins = 0, .games = 0};
  for (int i = 0; i < 2; ++i) {
    if (first >= 0 && first != i) continue;
    const Tally& tally = result.by_first[static_cast<size_t>(i)];
    level.wins += tally.wins[static_cast<size_t>(deck)];
    level.games += tally.decided();
  }
  return level;
}

std::vector<CurveLevel> play_curve(const ChainGames& games, int deck, int64_t games_a_level, BatchPlayer& player) {
  constexpr int64_t kTogether = 50;  // games of each level, so that all levels have some when the run ends early
  std::deque<Matchup> matchups;
  std::vector<CurveLevel> curve;
  std::vector<GameBatch> batches;
  int64_t missing = 0;
  for (int chains = 0; chains <= kMaxHandicap; ++chains) {
    const int handicap = deck == 0 ? chains : -chains;
    CurveLevel& level = curve.emplace_back(CurveLevel{.chains = chains, .result = {}});
    level.result = read_cell(player.ledger(), curve_cell(games, handicap));
    matchups.push_back(with_handicap(*games.matchup, handicap));
    batches.push_back({curve_cell(games, handicap), &matchups.back(), games.seed, level.result.total().games, 0});
    missing += std::max<int64_t>(0, games_a_level - batches.back().first);
  }
  while (missing > 0 && !player.over()) {
    int64_t step = 0;
    for (GameBatch& batch : batches) {
      batch.games = std::clamp<int64_t>(games_a_level - batch.first, 0, kTogether);
      step += batch.games;
    }
    missing -= step;
    const std::vector<MatchResult> results = player.play(batches, static_cast<double>(missing));
    for (size_t i = 0; i < results.size(); ++i) {
      add(curve[i].result, results[i]);
      batches[i].first += results[i].total().games;
    }
  }
  return curve;
}

}  // namespace archon
