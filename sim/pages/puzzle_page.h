#pragma once
// A puzzle as a page: the table, what is to be done, and the solution once it is asked for.
#include <array>
#include <string>

#include "sim/puzzles/puzzle.h"
#include "sim/results/provenance.h"

namespace archon::cli {

struct PuzzlePage {
  std::string title;                 // "Puzzle 7"
  std::string of;                    // the game it is from, in words
  std::array<std::string, 2> decks;  // names
  std::string hard;                  // how seldom it is solved, in words; empty: unknown
};

// The same bytes for the same puzzle.
std::string puzzle_page(const Puzzle& puzzle, const PuzzlePage& page, const Provenance& provenance);

}  // namespace archon::cli
