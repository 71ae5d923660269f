// Counting sequences of decisions.
#include <catch2/catch.hpp>
#include <string>

#include "sim/conformance/perft_file.h"

using namespace archon;

namespace {

const std::string kFight =
    "fixture: fight\n"
    R"(position: {"house": "brobnar", "players": [{"houses": ["brobnar", "dis", "logos"], "battleline": ["troll"]}, )"
    R"({"houses": ["brobnar", "sanctum", "untamed"], "battleline": ["troll", "troll"]}]})"
    "\n";

}  // namespace

TEST_CASE("sequences of decisions are counted as by hand, on any number of threads") {
  const PerftFile file = read_perft(kFight + "depth: 1\ndepth: 3 leaves 28 sum 00000000000000ff\n", "");
  REQUIRE(file.problems.empty());
  REQUIRE(file.fixtures.size() == 1);
  const PerftFixture& fixture = file.fixtures[0];
  REQUIRE(fixture.depths.size() == 2);
  CHECK(!fixture.depths[0].expected);
  CHECK(fixture.depths[1].expected == PerftCount{28, 0xff});
  const std::vector<PerftTask> tasks = {{&fixture.game, 3}, {&fixture.game, 2}};
  const auto counts = perft(tasks, 1);
  REQUIRE(counts.size() == 2);
  CHECK(counts[0][0].leaves == 3);
  CHECK(counts[0][1].leaves == 8);
  CHECK(counts[0][2].leaves == 28);
  CHECK(counts[1][1] == counts[0][1]);
  CHECK(perft(tasks, 4) == counts);
  CHECK(perft_line(3, {28, 255}) == "depth: 3 leaves 28 sum 00000000000000ff");
}

TEST_CASE("the hash of a position tells what can be seen, and no more") {
  const auto hash = [](const std::string& mine) {
    const PerftFile file = read_perft(R"(fixture: a
position: {"house": "brobnar", "players": [{"battleline": [{"card": "troll")" +
                                          mine + "}]}, {}]}\ndepth: 1\n",
                                      "");
    REQUIRE(file.problems.empty());
    const PerftGame& game = file.fixtures[0].game;
    return perft_hash(game.matchup, game.state, game.numbers);
  };
  CHECK(hash("") == hash(R"(, "exhausted": false)"));
  for (const char* other : {R"(, "damage": 1)", R"(, "aember": 1)", R"(, "stunned": true)", R"(, "power_counters": 1)",
                            R"(, "counters": {"doom": 1})", R"(, "upgrades": ["blood-of-titans"])", R"(, "ref": 3)"})
    CHECK(hash("") != hash(other));
}

TEST_CASE("what is wrong with a file of fixtures is said with its line") {
  const auto problem = [](const std::string& text) {
    const PerftFile file = read_perft(text, "");
    return file.problems.empty() ? "" : file.problems.front();
  };
  CHECK(problem("depth: 1\n") == "line 1: `fixture: NAME` is wanted first");
  CHECK(problem("fixture: a\nseeds: 1\n") == "line 2: unknown field `seeds`; did you mean `seed`?");
  CHECK(problem("fixture: a\ndepth: 1\n") == "line 1: `decks` or `position` is wanted");
  CHECK(problem(kFight) == "line 1: the fixture has no `depth`");
  CHECK(problem(kFight + "depth: 0\n").starts_with("line 3: `D`, or"));
  CHECK(problem(kFight + "depth: 2\ndepth: 2\n").starts_with("line 4: `D`, or"));
  CHECK(problem(kFight + "depth: 2 leaves 8\n").starts_with("line 3: `D`, or"));
  CHECK(problem(kFight + "depth: 1\n" + kFight + "depth: 1\n") == "line 4: a name of its own is wanted");
  CHECK(problem("fixture: a\ndepth: 1\ndecks: none.deck none.deck\n").starts_with("line 1: none.deck"));
  CHECK(problem("fixture: a\ndepth: 1\nposition: {\"players\": [{\"hand\": [\"trol\"]}, {}]}\n")
            .starts_with("line 1: position: players"));
}
