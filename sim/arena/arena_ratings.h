#pragma once
// What the games of an arena say about each agent.
#include <string>
#include <vector>

#include "sim/arena/arena.h"

namespace archon {

struct AgentStanding {
  int64_t games = 0, wins = 0, forfeits = 0, fallbacks = 0;  // forfeits: games it lost that way
  Estimate score;                                            // mean score, a game without a winner counting 1/2
  Estimate elo;  // infinite when it won or lost every game against the first agent and those comparable with it
};

struct ArenaRatings {
  std::vector<AgentStanding> agents;
  std::string note;  // why some ratings are infinite
};

inline constexpr int kArenaResamples = 1000;

// Two agents: score and Elo against the other one, from the scores of pairs (sprt.h). More: Bradley-Terry ratings in which the
// first agent has 0, with intervals from a paired bootstrap (Efron and Tibshirani 1993, percentile method): a resample draws
// pair numbers with replacement and takes the games of all agents with that number, which share decks and shuffles; likewise
// the spread of a mean score is that of its mean by pair number. Agents that never took a point from the first one's group, and
// those that never gave one, are rated -infinity and +infinity, in resamples as well. Reproducible by `seed`. O(resamples x
// pairs x agents^2).
ArenaRatings rate_agents(const ArenaRun& run, int agents, uint64_t seed);

}  // namespace archon
