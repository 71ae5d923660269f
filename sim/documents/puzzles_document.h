#pragma once
// What archon puzzles says.
#include <string>
#include <vector>

#include "sim/command/long_run.h"
#include "sim/present/document.h"
#include "sim/puzzles/puzzle_search.h"

namespace archon::cli {

struct PuzzlesReport {
  Provenance provenance;
  std::vector<std::string> files{};                 // of records, by Puzzle::record
  std::vector<std::array<std::string, 2>> decks{};  // names, likewise
  std::vector<Puzzle> puzzles{};                    // those that were written, the hardest first
  FoundPuzzles found{};                             // without its puzzles
  int64_t all = 0;                                  // that were found
  PuzzleOptions options{};
  Outcome outcome{};
};

std::string puzzle_name(size_t number);  // of the file of puzzle 0, 1 ..., without ending: "puzzle-01"
std::string of_game(const PuzzlesReport& report, const Puzzle& puzzle);  // "game 7 of games.jsonl, decision 12"

present::Document puzzles_document(const PuzzlesReport& report);  // the report must outlive it

}  // namespace archon::cli
