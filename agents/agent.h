#pragma once
// The contract of an agent: it is shown a game through the eyes of one player and picks one of the legal actions.
// Agents are named by text, `name` or `name:key=value,key=value`; agents/agent_registry.h makes them.
#include <array>
#include <stdexcept>
#include <string>

#include "engine/core/action.h"
#include "engine/core/random.h"
#include "engine/view/view.h"

namespace archon {

// Why an agent lost a game that it could not go on with. Those after Exception are of programs that play (sim/bots).
enum class Forfeit : uint8_t { None, Illegal, Exception, Late, Crash, Babble, Silent };
inline constexpr std::array kForfeits = {Forfeit::Illegal, Forfeit::Exception, Forfeit::Late,
                                         Forfeit::Crash,   Forfeit::Babble,    Forfeit::Silent};

// Thrown by an agent that gives its game up and knows why.
class AgentFailure : public std::runtime_error {
 public:
  AgentFailure(Forfeit cause, const std::string& what) : std::runtime_error(what), cause_(cause) {}
  Forfeit cause() const { return cause_; }

 private:
  Forfeit cause_;
};

class Agent {
 public:
  virtual ~Agent() = default;

  // Answers the pending decision of view.player(). `legal` has at least two actions, and the answer must be one of them:
  // decisions with a single answer are never asked. All randomness comes from `rng`, so that a game can be played again from
  // its seed.
  //
  // An object plays one side of one game: what it remembers belongs to that game. Objects of different games are used by
  // different threads at the same time and must not share anything that changes.
  virtual Action choose(const View& view, const ActionList& legal, SmallRng& rng) = 0;

  // The game was played to its end, or given up by an agent. `winner`: 0, 1, or -1 for none. Never throws.
  virtual void ended([[maybe_unused]] int winner) {}

  // Decisions that it could not take in its own way (a search that never ran or ran out of memory, say) and took in a simpler
  // one. Results show the sum, so that no agent is measured under a false name.
  virtual int64_t fallbacks() const { return 0; }
};

}  // namespace archon
