#include "sim/play/numbered_game.h"

#include "agents/agent_registry.h"

namespace archon {

GameRecord play_numbered_game(const MatchSpec& spec, int64_t number, GameUses* uses, std::vector<Action>* actions,
                              Watcher* watcher) {
  const AgentResult a = make_agent(spec.agents[0]), b = make_agent(spec.agents[1]);
  const GameSetup setup{.seed = spec.seed, .game = static_cast<uint64_t>(number), .first = static_cast<int>(number & 1)};
  return play_game(*spec.matchup, {a.agent.get(), b.agent.get()}, setup, nullptr, uses, actions, watcher);
}

}  // namespace archon
