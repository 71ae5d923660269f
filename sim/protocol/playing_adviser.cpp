#include "sim/protocol/playing_adviser.h"

#include "agents/agent_registry.h"

namespace archon {

Action PlayingAdviser::play(const View& view, const ActionList& legal, const std::string& agent, uint64_t seed,
                            std::string& problem) {
  const AgentResult made = make_agent(agent.empty() ? kStandardAgent : agent);
  problem = made.error;
  if (!made.agent || legal.size() == 1) return legal[0];
  SmallRng rng{stream_seed(seed, 0, Stream::AgentA)};
  return made.agent->choose(view, legal, rng);
}

std::vector<Adviser::Worth> PlayingAdviser::advise(const View&, const ActionList&, const std::string&, int, uint64_t,
                                                   std::string& problem) {
  problem = "this session judges no positions; `archon engine` does";
  return {};
}

}  // namespace archon
