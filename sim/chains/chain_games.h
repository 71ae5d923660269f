#pragma once
// Games of two decks at signed handicaps: what a HandicapSearch asks for, and the whole curve.
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/make_matchup.h"
#include "sim/chains/chains.h"
#include "sim/play/batch_player.h"

namespace archon {

struct ChainGames {
  const Matchup* matchup = nullptr;  // without starting chains; must outlive the games
  uint64_t seed = 1;
  std::string cell;  // of the ledger: "CELL 4" has the games of a search at a handicap of 4, "CELL curve 4" those of a curve
};

inline constexpr std::string_view kChainLedger = "chains";  // the kind of ledger

// The matchup with the chains of a signed handicap.
Matchup with_handicap(const Matchup& matchup, int handicap);

// Plays the batches of one step of a search, all or none; a result for each. `after`: games that may follow.
std::vector<MatchResult> play_handicaps(const ChainGames& games, std::span<const HandicapBatch> batches, BatchPlayer& player,
                                        double after = 0);

// Shows the search the games that the ledger has, and plays on until it is finished or the player is over. An error of the
// ledger, or "". `budget`: games that this search and those after it may take, for the progress. `by_time` gets those of its
// games that time ended.
std::string play_search(const ChainGames& games, int64_t budget, HandicapSearch& search, BatchPlayer& player,
                        LeadCounts* by_time = nullptr);

// One level of a curve; its x is the number of chains on the chained deck.
struct CurveLevel {
  int chains = 0;
  MatchResult result;  // of the first deck, as in every match

  Observation of(int deck, int first = -1) const;  // wins of that deck; in games in which deck `first` went first, -1: all
};

// `games` games with each of 0 ... 24 chains on deck 0 or 1, all levels with the same shuffles (common random numbers), so that
// the differences between levels are more certain than the levels. Levels have fewer games when the player is over before.
std::vector<CurveLevel> play_curve(const ChainGames& games, int deck, int64_t games_a_level, BatchPlayer& player);

}  // namespace archon
