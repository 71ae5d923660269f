#include "sim/puzzles/puzzle_file.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/notation.h"

namespace archon {

nlohmann::ordered_json puzzle_position(const Matchup& m, const State& s) {
  std::vector<int> numbers(static_cast<size_t>(m.card_count));
  std::iota(numbers.begin(), numbers.end(), 0);
  nlohmann::ordered_json json = write_position(m, s, numbers);
  json.erase("pending");
  return json;
}

std::vector<std::string> solution_texts(const Puzzle& puzzle) {
  const Matchup& m = puzzle.start.matchup;
  const TurnPlay play(m, puzzle.goal);
  State s = puzzle.start.state;
  std::vector<std::string> texts;
  for (const Action action : puzzle.solution.line) {
    texts.push_back(action_text(m, s, action));
    play.apply(s, action);
  }
  return texts;
}

nlohmann::ordered_json puzzle_json(const Puzzle& puzzle, const std::string& of) {
  nlohmann::ordered_json json;
  json["puzzle"] = {{"goal", goal_word(puzzle.goal.kind)},
                    {"task", goal_text(puzzle.goal.kind)},
                    {"deeds", puzzle.solution.deeds.size()},
                    {"of", of},
                    {"solution", solution_texts(puzzle)}};
  json.update(puzzle_position(puzzle.start.matchup, puzzle.start.state));
  return json;
}

std::optional<ReadPuzzle> read_puzzle(const nlohmann::json& json, std::vector<std::string>& problems) {
  LoadedPosition loaded = load_position(json);
  for (const JsonProblem& problem : loaded.problems) problems.push_back(problem.at + ": " + problem.message);
  if (!loaded.game) return std::nullopt;
  const auto puzzle = json.find("puzzle");
  const std::string word = puzzle == json.end() ? "" : puzzle->value("goal", "");
  const std::optional<GoalKind> kind = goal_from_word(word);
  const auto goal = kind ? goal_of(loaded.game->matchup, loaded.game->state, *kind) : std::nullopt;
  if (!goal) {
    problems.push_back("puzzle.goal: '" + word + "' is no goal of this position");
    return std::nullopt;
  }
  return ReadPuzzle{std::move(*loaded.game), *goal, puzzle->value("deeds", 0)};
}

}  // namespace archon
