#pragma once
// Plays a matrix until its goal is reached, batch by batch, with or without a ledger.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/make_matchup.h"
#include "sim/matrix/matrix.h"
#include "sim/matrix/matrix_goal.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/play/game_goal.h"

namespace archon {

struct MatrixSpec {
  std::string agent = "greedy";  // plays both sides
  uint64_t seed = 1;
  GameGoal goal{.games = 200};  // of each cell; with neither games nor precision the run goes on until it is stopped
  int64_t most = 0;             // games of all cells together, where the run ends before the goal; 0: no limit
  std::optional<ChainGoal> chains{};
  MatrixPairs pairs{};  // of the list of decks
  // Plays the pairs number shard.number, shard.number + shard.of ... Its command is kept with the goal (matrix_goal.h); without
  // one no goal is kept.
  Shard shard{};
  MatchupOptions options;  // without starting chains
  std::string time{};      // that ends the run, in words
  std::string part{};      // of a ledger that keeps several matrices: begins the names of its cells. Then no decks are kept
  RaceRound round{};       // of a race, for the goal
};

struct MatrixRun {
  Matrix matrix;
  std::string error;           // of the ledger; what was saved before it is safe
  int64_t played = 0;          // games of this run
  bool complete = false;       // every cell of the shard reached the goal, or all have as many games as they may
  int64_t imprecise = 0;       // cells that had precision_limit games without reaching the precision
  int64_t wide_handicaps = 0;  // cells whose search had all its games before the interval was narrow
};

// What such a run is to reach, for its ledger.
LedgerGoal ledger_goal(std::span<const DeckFile> decks, const MatrixSpec& spec);

// Whether a ledger has all games of `spec.goal`, of all shards. Throws UnreadableLedger.
bool has_all_games(std::span<const DeckFile> decks, const MatrixSpec& spec, const Ledger& ledger);

// Plays what is missing. With a ledger (open for these settings), games that it has are not played again, new ones are appended
// about once a second, and a kill loses only what came after. When the run is stopped, what was begun is finished, saved and
// counted, but for steps of a search for a handicap, which are kept as a whole. Requires at least two decks, all different,
// that the rulebook knows, a valid agent, and a goal or a stop. Of other shards neither cells nor games are looked at. The
// games of a cell are the same for any number of threads, runs and shards, as long as each run has the same goal; with a larger
// one the search for a handicap goes on from the games there are. Pairs with the fewest games are played first, in rounds in
// which each deck plays once: an ended run has seen all decks about equally often. `meanwhile` sees the matrix about once a
// second, while nothing is played; may be empty.
MatrixRun play_matrix(std::span<const DeckFile> decks, const MatrixSpec& spec, const RunControl& control = {},
                      const std::function<void(const Matrix&)>& meanwhile = {});

}  // namespace archon
