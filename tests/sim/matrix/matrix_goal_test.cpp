// What a ledger of a matrix is for, and what it lacks of that.
#include "sim/matrix/matrix_goal.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "sim/matrix/matrix_run.h"
#include "tests/sim/kept_in.h"
#include "tests/sim/matrix/matrix_games.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::after_asking;
using archon::test::four_decks;
using archon::test::kept_in;
using archon::test::plain_decks;
using archon::test::TemporaryFolder;

namespace {

MatrixSpec spec_of_shard(int shard, int shards, int64_t games) {
  return {.agent = "random",
          .seed = 7,
          .goal = {.games = games},
          .shard = {.number = shard, .of = shards, .command = {"matrix", "a.deck", "--shard", Shard{shard, shards}.text()}},
          .options = {}};
}

std::unique_ptr<Ledger> ledger_of_goals(const TemporaryFolder& folder, const std::string& name) {
  LedgerResult opened = Ledger::open(folder.file(name), kMatrixLedger, {{"seed", 7}});
  INFO(opened.error);
  REQUIRE(opened.ledger);
  return std::move(opened.ledger);
}

std::vector<ShardStates> states_in(const Ledger& ledger) {
  std::string problem;
  std::vector<ShardStates> groups = group_goals(ledger_goals(ledger, problem));
  CHECK(problem == "");
  Matrix whole = empty_matrix(plain_decks(four_decks()), 7);
  REQUIRE(read_matrix(ledger, whole) == "");
  for (ShardStates& each : groups) find_lacks(each, whole, 1);
  return groups;
}

}  // namespace

TEST_CASE("a merged ledger knows which shards are complete, short and missing") {
  const TemporaryFolder folder;
  const std::unique_ptr<Ledger> all = ledger_of_goals(folder, "all");
  std::map<int, int64_t> played;
  for (const int shard : {0, 1}) {
    const std::unique_ptr<Ledger> part = ledger_of_goals(folder, std::to_string(shard));
    RunControl control = kept_in(*part);
    if (shard == 1) control.stop = after_asking(30);
    const MatrixRun run = play_matrix(four_decks(), spec_of_shard(shard, 4, 60), control);
    CHECK(run.complete == (shard == 0));
    played[shard] = run.played;
    CHECK(all->merge_from(*part).error == "");
    CHECK(keep_goals_of(*part, *all) == "");
  }
  const std::vector<ShardStates> groups = states_in(*all);
  REQUIRE(groups.size() == 1);
  const ShardStates& states = groups.front();
  CHECK_FALSE(states.complete());
  REQUIRE(states.shards.size() == 4);
  CHECK(states.pairs == 6);
  CHECK_FALSE(states.shards[0].lack.any());
  CHECK(states.shards[1].lack.pairs == 2);
  CHECK(states.shards[1].lack.games == 2 * 60 - played[1]);
  CHECK_FALSE(states.shards[2].goal);
  CHECK(states.shards[2].lack.games == 60);
  CHECK(states.shards[2].lack.batches == 4);  // 2, 8, 40 and 10 games
  CHECK(states.goal_of(2).shard.command_of(2) == std::vector<std::string>{"matrix", "a.deck", "--shard", "3/4"});
}

TEST_CASE("the last goal of a shard counts, and of those before a goal of the whole none do") {
  const TemporaryFolder folder;
  const std::unique_ptr<Ledger> ledger = ledger_of_goals(folder, "goals");
  std::string problem;
  const auto goals = [&] { return ledger_goals(*ledger, problem); };
  CHECK(goals().empty());  // as in ledgers of versions before
  for (const int64_t games : {100, 20, 20})
    CHECK(keep_goal(*ledger, ledger_goal(four_decks(), spec_of_shard(1, 3, games))) == "");
  CHECK(ledger->batches("goal 2/3").size() == 2);
  REQUIRE(goals().size() == 1);
  CHECK(goals()[0].games.games == 20);
  CHECK(goals()[0].decks.size() == 4);
  CHECK(keep_goal(*ledger, ledger_goal(four_decks(), spec_of_shard(0, 1, 40))) == "");
  REQUIRE(goals().size() == 1);
  CHECK(goals()[0].shard.whole());
  CHECK(keep_goal(*ledger, ledger_goal(four_decks(), spec_of_shard(1, 3, 20))) == "");
  CHECK(goals().size() == 2);
  CHECK(problem == "");
}

TEST_CASE("a goal that is a time is reached when the time is over") {
  const TemporaryFolder folder;
  const std::unique_ptr<Ledger> ledger = ledger_of_goals(folder, "time");
  MatrixSpec spec = spec_of_shard(0, 1, 0);
  spec.time = "2h";
  RunControl control = kept_in(*ledger);
  control.stop = after_asking(200);
  play_matrix(four_decks(), spec, control);
  CHECK(states_in(*ledger).front().shards[0].lack.time);
  LedgerGoal goal = ledger_goal(four_decks(), spec);
  goal.time_over = true;
  CHECK(keep_goal(*ledger, goal) == "");
  CHECK(states_in(*ledger).front().complete());
}

TEST_CASE("a goal that cannot be is told, by whoever reads or goes on") {
  const std::string hashes = R"("decks":["00000000000000aa","00000000000000bb"])";
  const auto json = [&](const std::string& games, const std::string& command) {
    return R"({"games":)" + games + R"(,"precision":0.0,"time":"","time_over":false,)" + hashes +
           R"(,"mine":2,"field":0,"command":[")" + command + R"("]})";
  };
  int number = 0;
  const TemporaryFolder folder;
  const auto problem_of = [&](const std::string& cell, const std::string& data) {
    const std::unique_ptr<Ledger> ledger = ledger_of_goals(folder, std::to_string(number++));
    const std::vector<LedgerBatch> batches = {{cell, 0, 0, data}};
    REQUIRE(ledger->append(batches) == "");
    std::string problem;
    ledger_goals(*ledger, problem);
    if (!problem.empty())
      CHECK_THROWS_AS(play_matrix(four_decks(), spec_of_shard(0, 1, 2), kept_in(*ledger)), UnreadableLedger);
    CHECK(unreadable_batch(*ledger) != "");  // its decks are not there, either
    return problem;
  };
  CHECK(problem_of("goal 1/2", json("5", "matrix")) == "");
  CHECK(problem_of("goal 1/2", json("5", "rm")) != "");
  CHECK(problem_of("goal 1/2", json("-5", "matrix")) != "");
  CHECK(problem_of("goal 1/2", json("1e300", "matrix")) != "");
  CHECK(problem_of("goal 3/2", json("5", "matrix")) != "");
  CHECK(problem_of("goal 1/999999999", json("5", "matrix")) != "");
  CHECK(problem_of("goal x", json("5", "matrix")) != "");
  CHECK(problem_of("goal 1/2", "[[[") != "");
}
