#pragma once
// A player who sees all, to measure what hidden cards cost a fair one. For tests only: it is given the true State.
#include <memory>
#include <string>

#include "agents/agent.h"

namespace archon::test {

// A State like `s` in which `player` knows every card and where it lies; to be legal it needs decks whose order is fixed.
State omniscient(const Matchup& m, const State& s, int player);

// Gives both decks an order, as far as they have none, so that there is something to know. The game stays a fair one.
void fix_decks(State& s);

// Any agent, with the hidden cards in its view laid open. What chance will do (cards chosen at random, shuffles to come) it
// does not know.
class Cheater {
 public:
  explicit Cheater(const std::string& spec);

  // Precondition: fix_decks(s).
  Action choose(const Matchup& m, const State& s, const ActionList& legal, SmallRng& rng);

 private:
  std::unique_ptr<Agent> agent_;
};

}  // namespace archon::test
