#pragma once
// Puzzles of many games.
#include <string>
#include <vector>

#include "sim/play/run_loop.h"
#include "sim/puzzles/puzzle.h"

namespace archon {

struct PuzzleSource {
  RecordFile file;
  Matchup matchup;
};

struct FoundPuzzles {
  std::vector<Puzzle> puzzles{};  // in the order of the games
  PuzzleCounts counts{};
  int64_t games = 0;                    // that were searched: the first ones
  std::vector<std::string> problems{};  // games that can't be played again: "file 0, game 7: ..."
};

int64_t games_of(const std::vector<PuzzleSource>& sources);

// All games of all files, in their order, until control.stop. The same for any number of threads.
FoundPuzzles find_puzzles(const std::vector<PuzzleSource>& sources, const PuzzleOptions& options, const RunControl& control);

}  // namespace archon
