#include "agents/random_agent.h"

namespace archon {

Action RandomAgent::choose(const View&, const ActionList& legal, SmallRng& rng) {
  return legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))];
}

}  // namespace archon
