#include "sim/chains/chain_games.h"

#include <cassert>
#include <deque>
#include <memory>

namespace archon {
namespace {

std::vector<MatchResult> play(const ChainGames& games, std::span<const HandicapBatch> batches, int threads,
                              const Progress& progress) {
  std::deque<Matchup> matchups;  // the specs point to them
  std::vector<MatchSpec> specs;
  for (const HandicapBatch& batch : batches) {
    matchups.push_back(with_handicap(*games.matchup, batch.handicap));
    MatchSpec& spec = specs.emplace_back(MatchSpec{.matchup = &matchups.back(), .agents = games.agents});
    spec.seed = games.seed;
    spec.games = batch.games;
    spec.first_game = batch.first_game;
  }
  return play_matches(specs, RunControl(threads, progress));
}

}  // namespace

Matchup with_handicap(const Matchup& matchup, int handicap) {
  assert(std::abs(handicap) <= kMaxHandicap && matchup.starting_chains == (std::array{0, 0}));
  Matchup result = matchup;
  result.starting_chains = {std::max(handicap, 0), std::max(-handicap, 0)};
  return result;
}

HandicapSampler play_handicaps(const ChainGames& games, int64_t budget, int threads, const Progress& progress) {
  return [games, budget, threads, progress, before = int64_t{0}](std::span<const HandicapBatch> batches) mutable {
    Progress part;
    if (progress) part = [&](int64_t done, int64_t) { progress(before + done, budget); };
    std::vector<ByFirst> results;
    for (const MatchResult& result : play(games, batches, threads, part)) results.push_back(result.by_first);
    for (const HandicapBatch& batch : batches) before += batch.games;
    return results;
  };
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

std::vector<CurveLevel> play_curve(const ChainGames& games, int deck, int64_t games_a_level, int threads,
                                   const Progress& progress) {
  std::vector<HandicapBatch> batches;
  for (int chains = 0; chains <= kMaxHandicap; ++chains)
    batches.push_back({.handicap = deck == 0 ? chains : -chains, .first_game = 0, .games = games_a_level});
  std::vector<CurveLevel> curve;
  std::vector<MatchResult> results = play(games, batches, threads, progress);
  for (int chains = 0; chains <= kMaxHandicap; ++chains)
    curve.push_back({.chains = chains, .result = std::move(results[static_cast<size_t>(chains)])});
  return curve;
}

}  // namespace archon
