#pragma once
// Games of two decks at signed handicaps: what a HandicapSearch asks for, and the whole curve.
#include <array>
#include <string>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/make_matchup.h"
#include "sim/chains/chains.h"

namespace archon {

struct ChainGames {
  const Matchup* matchup = nullptr;  // without starting chains; must outlive the games
  std::array<std::string, 2> agents{"greedy", "greedy"};
  uint64_t seed = 1;
};

// The matchup with the chains of a signed handicap.
Matchup with_handicap(const Matchup& matchup, int handicap);

// Plays each batch with the game numbers it asks for. `progress` gets the games since the sampler was made, and `budget`.
HandicapSampler play_handicaps(const ChainGames& games, int64_t budget, int threads = 0, const Progress& progress = {});

// One level of a curve; its x is the number of chains on the chained deck.
struct CurveLevel {
  int chains = 0;
  MatchResult result;  // of the first deck, as in every match

  Observation of(int deck, int first = -1) const;  // wins of that deck; in games in which deck `first` went first, -1: all
};

// `games` games with each of 0 ... 24 chains on deck 0 or 1, all levels with the same shuffles (common random numbers), so that
// the differences between levels are more certain than the levels.
std::vector<CurveLevel> play_curve(const ChainGames& games, int deck, int64_t games_a_level, int threads = 0,
                                   const Progress& progress = {});

}  // namespace archon
