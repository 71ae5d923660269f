#include "sim/play/soak.h"

#include <algorithm>

#include "agents/agent_registry.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

void add(SoakResult& out, size_t i, const MatchResult& part) {
  archon::add(out.sum, part);
  out.pairs[i].games += part.total().games;
  for (int64_t game : part.fault_games)
    if (out.pairs[i].fault_games.size() < kMaxFaultGames) out.pairs[i].fault_games.push_back(game);
  for (int64_t game : part.undecided_games)
    if (out.pairs[i].undecided_games.size() < kMaxFaultGames) out.pairs[i].undecided_games.push_back(game);
  for (size_t card = 0; card < kMaxCards; ++card) out.uses[i][card].add(part.uses.front()[card]);
}

constexpr int64_t kGamesPerRound = 128;

}  // namespace

SoakResult soak(std::span<const Matchup> matchups, const SoakSpec& spec, int threads, const Progress& progress) {
  SoakResult out;
  out.uses.resize(matchups.size());
  std::vector<MatchSpec> round;
  const int64_t games = std::max<int64_t>(2, kGamesPerRound / static_cast<int64_t>(matchups.size()));
  for (size_t i = 0; i < matchups.size(); ++i) {
    out.pairs.push_back(
        {.seed = stream_seed(spec.seed, i, Stream::Setup), .games = 0, .fault_games = {}, .undecided_games = {}});
    round.push_back({.matchup = &matchups[i],
                     .agents = {spec.agent, spec.agent},
                     .seed = out.pairs[i].seed,
                     .games = spec.games.empty() ? games : spec.games[i],
                     .count_uses = true});
  }
  if (!spec.games.empty()) {
    const std::vector<MatchResult> results = play_matches(round, RunControl(threads, progress));
    for (size_t i = 0; i < results.size(); ++i) add(out, i, results[i]);
    return out;
  }
  while (out.sum.decisions < spec.decisions) {
    const std::vector<MatchResult> results = play_matches(round, threads);
    for (size_t i = 0; i < results.size(); ++i) {
      add(out, i, results[i]);
      round[i].first_game += games;
    }
    if (progress) progress(out.sum.decisions, spec.decisions);
  }
  return out;
}

uint64_t signature(std::span<const Matchup> matchups, std::span<const std::string> agents, int games, int threads) {
  constexpr uint64_t kSeed = 1;
  std::vector<uint64_t> values(matchups.size() * static_cast<size_t>(games));
  parallel_for(values.size(), threads, [&](size_t i) {
    const std::string& spec = agents[i / 2 % agents.size()];
    const std::unique_ptr<Agent> first = make_agent(spec).agent, second = make_agent(spec).agent;
    Fingerprint fingerprint;
    const GameSetup setup{.seed = kSeed, .game = i, .first = static_cast<int>(i & 1)};
    play_game(matchups[i / static_cast<size_t>(games)], {first.get(), second.get()}, setup, &fingerprint);
    values[i] = fingerprint.value;
  });
  Fingerprint all;
  for (uint64_t value : values) all.add(value);
  return all.value;
}

}  // namespace archon
