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
#include "sim/matrix/matrix_ledger.h"

namespace archon {

// Games of a cell are played, saved and looked at in batches of so many. A stopping rule sees whole batches of its own cell, in
// their order, so it stops at the same game on any number of threads, in any number of runs and in any shard.
inline constexpr int64_t kBatchGames = 50;

// When a cell has enough games. With neither games nor precision it never has; then `seconds` must end the run.
struct MatrixGoal {
  int64_t games = 0;  // so many
  // Until Wilson's 95 % interval is at most so wide to either side, as a fraction (0.02: 2 points): the first batch after which
  // that holds (Chow and Robbins, Ann. Math. Statist. 36, 1965). Never more than precision_limit games.
  double precision = 0;
  double seconds = 0;  // the run ends after the games in hand; 0: no limit
};

// Twice the decided games that the widest interval, around 1/2, takes: n = z^2 / (4 precision^2), in whole batches. A cell
// whose games stay undecided ends there.
int64_t precision_limit(double precision);

// The search for the handicap of each cell (HandicapSearch) that follows when the cells have their games.
struct ChainGoal {
  double width = 3;      // of the 95 % interval, in chains
  int64_t games = 2000;  // of a cell, besides those without chains, which count for it too
};

struct MatrixSpec {
  std::string agent = "greedy";  // plays both sides
  uint64_t seed = 1;
  MatrixGoal goal{.games = 200};
  std::optional<ChainGoal> chains{};
  MatrixPairs pairs{};        // of the list of decks
  int shard = 0, shards = 1;  // plays the pairs number shard, shard + shards ...
  MatchupOptions options;     // without starting chains
};

struct MatrixRun {
  Matrix matrix;
  std::string error;           // of the ledger; what was saved before it is safe
  int64_t played = 0;          // games of this run
  bool complete = false;       // every cell of the shard reached the goal, or the goal was only a time
  int64_t imprecise = 0;       // cells that had precision_limit games without reaching the precision
  int64_t wide_handicaps = 0;  // cells whose search had all its games before the interval was narrow
};

// Plays what is missing. With a ledger (open for these settings), games that it has are not played again, new ones are appended
// about once a second, and a kill loses only what came after. `stop` is asked before each such step; when it is true, the run
// ends. Requires at least two decks, all different, that the rulebook knows, a valid agent, and a goal that ends. Of other
// shards neither cells nor games are looked at. The games of a cell are the same for any number of threads, runs and shards,
// as long as each run has the same goal; with a larger one the search for a handicap goes on from the games there are.
MatrixRun play_matrix(std::span<const DeckFile> decks, const MatrixSpec& spec, Ledger* ledger = nullptr, int threads = 0,
                      const Progress& progress = {}, const std::function<bool()>& stop = {});

}  // namespace archon
