#pragma once
// Several agents play the same pairs of decks.
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/chains/bids.h"
#include "sim/chains/chain_games.h"
#include "sim/results/provenance.h"

namespace archon {

// The handicaps of every pair of decks as one agent plays them.
struct Pilot {
  std::string agent;
  std::vector<PairCurves> pairs{};
  bool finished = true;  // every search
  LeadCounts by_time{};  // of its games

  bool played() const;      // every pair has games
  bool plays_well() const;  // what it finds says something of the decks, whoever plays them well
  Tally total() const;
};

Tally total(std::span<const Pilot> pilots);

struct PilotGames {
  std::span<const DeckFile> decks;
  std::span<const Matchup> matchups;  // of every pair: (0, 1), (0, 2) ... (1, 2) ...
  HandicapSpec spec;

  ChainGames of(const std::string& agent, size_t pair, int a, int b) const;  // the games of a pair
};

// Searches the handicap of every pair by each agent, one after the other. An error of the ledger, or "".
std::string play_pilots(const PilotGames& games, std::span<const std::string> agents, const RunControl& control,
                        std::vector<Pilot>& pilots);

// What the games of a pair say.
struct PairEstimate {
  int a = 0, b = 0;
  HandicapEstimate estimate;
  LeadCounts by_time{};  // of its games
};

// Searches the handicaps of these pairs by one agent, in their order, until so many games are played, which is looked at
// between pairs; 0: until the run is stopped. The games are those of play_pilots, which is the same in a ledger. `found` has
// the pairs with games; whether that is all that was asked for is in `complete`. An error of the ledger, or "".
std::string play_pairs(std::span<const DeckFile> decks, std::span<const std::pair<int, int>> pairs, const std::string& agent,
                       const HandicapSpec& spec, const MatchupOptions& options, int64_t games, const RunControl& control,
                       std::vector<PairEstimate>& found, bool& complete);

}  // namespace archon
