#pragma once
// What the games of an arena say about each agent.
#include <vector>

#include "sim/arena/arena.h"

namespace archon {

struct AgentStanding {
  int64_t games = 0, wins = 0, forfeits = 0, fallbacks = 0;  // forfeits: games it lost that way
  ForfeitsByCause by_cause;                                  // of the forfeits, as far as it is known
  Estimate score;                                            // mean score, a game without a winner counting 1/2
  Estimate elo;
};

struct ArenaRatings {
  std::vector<AgentStanding> agents;
};

inline constexpr int kArenaResamples = 1000;

// Two agents: score and Elo against the other one, from the scores of pairs (sprt.h). More: Bradley-Terry ratings in which the
// first agent has 0, with a virtual game of each agent against an average one (bradley_terry.h). The intervals are from a
// Bayesian bootstrap (Rubin, Annals of Statistics 9, 1981; percentiles): a resample weighs each pair number with an exponential
// random number and takes the games of all agents with that number, which share decks and shuffles; virtual games are weighed
// likewise. The spread of a mean score is that of its mean by pair number, with the virtual game of sprt.h and Wilson's
// interval. Reproducible by `seed`. O(resamples x pairs x agents^2).
ArenaRatings rate_agents(const ArenaRun& run, int agents, uint64_t seed);

}  // namespace archon
