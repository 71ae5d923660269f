#pragma once
// One number over every action and result of fixed games: another number means that the engine or the agents behave
// differently.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/core/matchup.h"

namespace archon {

// Agents, each of which plays itself, and the games of each matchup; the agents take turns at two games each. `agents` are
// specs that make_agent understands.
struct SignatureGames {
  std::vector<std::string> agents;
  int games;
};

// The engine's signature is that of play which is fast and hardly ever changes; agents that are worked on have one of their
// own, so that a change of theirs is told from one of the rules. They search little, because it has to take seconds.
SignatureGames engine_games();
SignatureGames agent_games();

// The fingerprint of game i of matchups.size() * of.games.
uint64_t signature_game(std::span<const Matchup> matchups, const SignatureGames& of, size_t i);

// The signature, of the fingerprints of all games in their order.
uint64_t signature_of(std::span<const uint64_t> fingerprints);

}  // namespace archon
