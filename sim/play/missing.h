#pragma once
// Games that say nothing about the decks, because they were not played to their end. They are told before any result.
#include <string>

#include "sim/play/match.h"

namespace archon {

struct MissingGames {
  int64_t games = 0;                  // of which they are missing
  int64_t undecided = 0, faults = 0;  // undecided without those that were tied when time was called
  int64_t forfeits = 0;               // lost because an agent gave no legal answer; they count as won by the other one
  FaultsByBound by_bound;             // of the faults, as far as it is known: ledgers of old do not say
  ForfeitsByCause by_cause;           // of the forfeits, likewise

  void add(const MatchCounts& counts);  // all but by_bound and by_cause; who was tied is not known
  void add(const MissingGames& more);
  int64_t missing() const { return undecided + faults + forfeits; }
};

MissingGames missing_games(const MatchResult& result);

std::string counts_text(const std::map<std::string, int64_t>& counts);  // "frames 1, log 2"

// A sentence with their number, their kinds and the bounds that were exceeded (causes of forfeits), such as "3 of 1,000 games
// were not played to their end: 1 undecided, 2 faults (bound exceeded: log 2)."; "" when none is missing.
std::string missing_text(const MissingGames& missing);

}  // namespace archon
