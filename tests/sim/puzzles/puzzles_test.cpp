// Puzzles of games, and those of results/puzzles.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/play/game.h"
#include "sim/puzzles/puzzle_file.h"
#include "sim/puzzles/puzzle_search.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

std::vector<std::filesystem::path> stored_puzzles() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(ARCHON_SOURCE_DIR) / "results/puzzles"))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// Games of random players between two decks.
PuzzleSource random_games(size_t number, int games) {
  PuzzleSource source;
  source.matchup = test::matchup_of_any_sets(number);
  for (int game = 0; game < games; ++game) {
    RecordedGame& recorded = source.file.games.emplace_back();
    recorded.game = game;
    State s;
    new_game(source.matchup, s, {.seed = source.file.head.seed, .game = static_cast<uint64_t>(game), .first = 0});
    SmallRng rng{static_cast<uint64_t>(game) + 1};
    ActionList legal;
    while (!s.over()) {
      legal_actions(source.matchup, s, legal);
      recorded.actions.push_back(legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))]);
      apply(source.matchup, s, recorded.actions.back());
    }
    recorded.record = {
        .winner = static_cast<int8_t>(s.winner()), .result = s.result, .turns = s.turn, .decisions = s.decisions};
  }
  return source;
}

}  // namespace

TEST_CASE("puzzles: each of results/puzzles has the one solution that it tells", "[slow]") {
  const std::vector<std::filesystem::path> files = stored_puzzles();
  CHECK(files.size() == 50);
  for (const std::filesystem::path& file : files) {
    INFO(file.filename().string());
    std::ifstream in(file);
    const nlohmann::json json = nlohmann::json::parse(in);
    std::vector<std::string> problems;
    const std::optional<ReadPuzzle> puzzle = read_puzzle(json, problems);
    CHECK(problems.empty());
    REQUIRE(puzzle);
    const TurnSolution solution = solve_turn(puzzle->start.matchup, puzzle->start.state, puzzle->goal, 10'000);
    REQUIRE(solution.status == TurnSolution::Status::One);
    CHECK(std::ssize(solution.deeds) == puzzle->deeds);
    const Puzzle again{.start = puzzle->start, .goal = puzzle->goal, .solution = solution};
    CHECK(nlohmann::json(solution_texts(again)) == json["puzzle"]["solution"]);
  }
}

TEST_CASE("puzzles: the same for any number of threads, and as their files say", "[slow]") {
  std::vector<PuzzleSource> sources;
  for (const size_t number : {2, 7, 11}) sources.push_back(random_games(number, 3));
  const PuzzleOptions options{.least = 2, .limit = 1000, .attempts = 2};
  const FoundPuzzles one = find_puzzles(sources, options, RunControl(1)), four = find_puzzles(sources, options, RunControl(4));
  CHECK(one.problems.empty());
  CHECK(one.games == 9);
  CHECK(one.counts.tried == four.counts.tried);
  CHECK(one.counts.positions == four.counts.positions);
  REQUIRE(one.puzzles.size() == four.puzzles.size());
  REQUIRE(!one.puzzles.empty());
  for (size_t i = 0; i < one.puzzles.size(); ++i) {
    const Puzzle& puzzle = one.puzzles[i];
    const nlohmann::ordered_json json = puzzle_json(puzzle, "here");
    CHECK(json == puzzle_json(four.puzzles[i], "here"));
    CHECK(puzzle.solved == four.puzzles[i].solved);
    std::vector<std::string> problems;
    const std::optional<ReadPuzzle> read = read_puzzle(nlohmann::json::parse(json.dump()), problems);
    REQUIRE(read);
    CHECK(read->goal.kind == puzzle.goal.kind);
    CHECK(solve_turn(read->start.matchup, read->start.state, read->goal, options.limit).deeds == puzzle.solution.deeds);
  }
}

TEST_CASE("puzzles: a file that asks for nothing is none") {
  std::vector<std::string> problems;
  CHECK(!read_puzzle(nlohmann::json::parse(R"({"house": "dis", "players": [{}, {}]})"), problems));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].find("puzzle.goal") == 0);
  CHECK(!read_puzzle(nlohmann::json::parse(R"({"house": "dis", "players": [{}]})"), problems));
}
