#include "sim/play/signature.h"

#include <memory>

#include "agents/agent_registry.h"
#include "sim/play/game.h"

namespace archon {

SignatureGames engine_games() { return {{"random", "greedy"}, 8}; }
SignatureGames agent_games() { return {{"heuristic", "lookahead", "beam:width=3,worlds=1", "mcts:iterations=10"}, 2}; }

uint64_t signature_game(std::span<const Matchup> matchups, const SignatureGames& of, size_t i) {
  constexpr uint64_t kSeed = 1;
  const std::string& spec = of.agents[i / 2 % of.agents.size()];
  const std::unique_ptr<Agent> first = make_agent(spec).agent, second = make_agent(spec).agent;
  Fingerprint fingerprint;
  const GameSetup setup{.seed = kSeed, .game = i, .first = static_cast<int>(i & 1)};
  play_game(matchups[i / static_cast<size_t>(of.games)], {first.get(), second.get()}, setup, &fingerprint);
  return fingerprint.value;
}

uint64_t signature_of(std::span<const uint64_t> fingerprints) {
  Fingerprint all;
  for (const uint64_t value : fingerprints) all.add(value);
  return all.value;
}

}  // namespace archon
