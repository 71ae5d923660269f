#pragma once
// Puzzles: positions of games in which one set of deeds, and no other, reaches a goal in the turn.
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position/position_json.h"
#include "sim/play/record.h"
#include "sim/puzzles/turn_solver.h"

namespace archon {

// Agents whose attempts say how hard a puzzle is.
inline constexpr std::array<std::string_view, 2> kSolvers = {"fast", "standard"};

struct PuzzleOptions {
  std::vector<GoalKind> goals{std::begin(kGoals), std::end(kGoals)};
  int least = 4;           // deeds of a solution, at least
  int64_t limit = 50'000;  // positions of a turn that are looked at
  int attempts = 100;      // of each of kSolvers, which say how hard it is; 0: none
  uint64_t seed = 1;       // of deals and attempts
  int threads = 0;         // of find_puzzles; 0: one a core
};

// Deals of the cards that the player can't see, in each of which the solution must be the same.
inline constexpr int kPuzzleDeals = 4;

// A position is not searched when more of so many random turns reach the goal, or when none does and the best of them is short
// of more aember.
inline constexpr int kRandomTurns = 200, kRandomSuccesses = 20, kRandomMiss = 3;

struct Puzzle {
  size_t record = 0;  // which of several files of records
  int64_t game = 0;
  int decision = 0;      // of the game, from 0
  PositionGame start{};  // the position as its file says it
  TurnGoal goal{};
  TurnSolution solution{};
  std::array<int, 2> solved{};  // attempts that reached the goal, by solver
};
bool harder(const Puzzle& a, const Puzzle& b);  // whether a is solved more seldom, by the second solver first

// Positions that were considered, each once for every goal that is open in it.
struct PuzzleCounts {
  int64_t easy = 0, far = 0;  // not searched: random turns reach the goal, or are far from it
  int64_t tried = 0, none = 0, several = 0, too_large = 0;
  int64_t short_ones = 0;  // one solution, but with too few deeds
  int64_t unwritten = 0;   // another one from the position as a file says it
  int64_t hidden = 0;      // another solution, or another number of them, in another deal of the hidden cards
  int64_t positions = 0;   // looked at within turns

  void add(const PuzzleCounts& more);
};

struct GamePuzzles {
  std::vector<Puzzle> puzzles{};
  PuzzleCounts counts{};
  std::string problem{};  // why the record can't be played again; empty: it was
};

// The puzzles of a game, in the order of its turns, at most one of each goal a turn: at the choice of the house, or else at the
// first decision of the main step at which there is one. Numbers of cards are those of the game. `record` goes into the
// puzzles.
GamePuzzles puzzles_of(const Matchup& m, uint64_t record_seed, const RecordedGame& game, size_t record,
                       const PuzzleOptions& options);

}  // namespace archon
