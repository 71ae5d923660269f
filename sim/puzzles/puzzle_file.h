#pragma once
// Puzzles as files: a position (engine/position/README.md) that says in its field `puzzle` what is to be done.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/puzzles/puzzle.h"

namespace archon {

// A position at the beginning of a step, complete, without what only one commit of the program could read.
nlohmann::ordered_json puzzle_position(const Matchup& m, const State& s);

// What the solution does, a text a decision: "reap with Dust Imp".
std::vector<std::string> solution_texts(const Puzzle& puzzle);

// The file: the position, and as `puzzle` its goal (goal_word), the task in words, the number of deeds, and the solution in
// words. `of` says which game it is from.
nlohmann::ordered_json puzzle_json(const Puzzle& puzzle, const std::string& of);

struct ReadPuzzle {
  PositionGame start;
  TurnGoal goal;
  int deeds = 0;
};
// Nothing when a problem was added.
std::optional<ReadPuzzle> read_puzzle(const nlohmann::json& json, std::vector<std::string>& problems);

}  // namespace archon
