#pragma once
// How a game goes on after an answer: what the answer is worth.
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "agents/agent.h"
#include "agents/learned/action_scores.h"
#include "engine/engine.h"

namespace archon {

class Continuation {
 public:
  // Any agent, for both players. Requires a good spec.
  explicit Continuation(const std::string& agent);

  // The probability, in [0, 1], that `player` wins from `s`, which is played on: the rest of its turn and `turns` more, the
  // mean of the evaluations at the ends of these turns; with turns < 0 to the end of the game (the evaluation, when that takes
  // more than 100 turns). `luck` fixes the random numbers of the agents, which are new ones each time.
  float value(const Matchup& m, State& s, int player, int turns, uint64_t luck) const;

  // Plays the rest of the turn, up to the choice of a house in a later one; `luck` likewise.
  void end_turn(const Matchup& m, State& s, uint64_t luck) const;

  const PolicyOptions* policy() const { return fast_ ? &policy_ : nullptr; }  // of an agent that only takes the best score

 private:
  struct Players {
    std::array<std::unique_ptr<Agent>, 2> agents;
    std::array<SmallRng, 2> rngs;
  };
  Players players_with(uint64_t luck) const;
  void play_turn(const Matchup& m, State& s, Players& players) const;
  static void play_agents(const Matchup& m, State& s, Players& players);

  std::string agent_;
  bool fast_ = false;  // the agent is `greedy` or `policy`: no objects, no allocation
  PolicyOptions policy_;
};

}  // namespace archon
