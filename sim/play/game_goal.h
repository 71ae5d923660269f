#pragma once
// When two decks have played enough.
#include <cstdint>

#include "sim/play/match.h"

namespace archon {

// A stopping rule looks at the games of two decks after every so many, so it stops at the same game on any number of threads,
// in any number of runs and in any shard.
inline constexpr int64_t kBatchGames = 50;

struct GameGoal {
  int64_t games = 0;  // so many; 0: there is no end to them
  // Instead: until Wilson's 95 % interval is at most so wide to either side, as a fraction (0.02: 2 points), the first look at
  // which that holds (Chow and Robbins, Ann. Math. Statist. 36, 1965). Never more than precision_limit games.
  double precision = 0;

  bool imprecise(const MatchCounts& result) const;
  // The number of games at which they are looked at next; those they are when no more are needed.
  int64_t next_look(const MatchCounts& result) const;
  double missing(const MatchCounts& result) const;  // about how many games
};

// Twice the decided games that the widest interval, around 1/2, takes: n = z^2 / (4 precision^2), in whole batches. Decks whose
// games stay undecided end there.
int64_t precision_limit(double precision);

}  // namespace archon
