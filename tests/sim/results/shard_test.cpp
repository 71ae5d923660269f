// Shards: which part of a run is whose, and what a ledger says of it.
#include "sim/results/shard.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::TemporaryFolder;

TEST_CASE("a shard has a text and a file") {
  Shard shard;
  REQUIRE(read_shard("2/8", shard));
  CHECK(shard.number == 1);
  CHECK(shard.of == 8);
  CHECK(shard.text() == "2/8");
  CHECK(shard.file("some/x.sqlite") == "some/x-2-of-8.sqlite");
  CHECK(shard.file("x") == "x-2-of-8");
  CHECK(Shard().file("x.sqlite") == "x.sqlite");
  for (const char* bad : {"", "2", "2/", "/8", "0/8", "9/8", "2/8 ", " 2/8", "2/100001", "-1/8", "2/8/9"}) {
    INFO(bad);
    CHECK_FALSE(read_shard(bad, shard));
    CHECK(shard.text() == "2/8");
  }
  const Shard of_command{.number = 0, .of = 2, .command = {"values", "--shard=1/2", "--games", "10"}};
  CHECK(of_command.command_of(1) == std::vector<std::string>{"values", "--shard=2/2", "--games", "10"});
}

TEST_CASE("shards share out all games in whole batches, evenly") {
  for (const int64_t games : {56, 560, 5600, 56'000'000})
    for (const int shards : {1, 2, 7, 11, 100'000}) {
      ShardGoal goal{.shard = {.number = 0, .of = shards}, .games = games, .batch = 56, .cells = {}};
      int64_t at = 0, least = games, most = 0;
      for (int& i = goal.shard.number; i < shards; ++i) {
        REQUIRE(goal.begin() == at);
        REQUIRE(goal.begin() % 56 == 0);
        at = goal.end();
        least = std::min(least, goal.end() - goal.begin());
        most = std::max(most, goal.end() - goal.begin());
      }
      INFO(games << " games in " << shards << " shards");
      CHECK(at == games);
      CHECK(most - least <= 56);
    }
}

TEST_CASE("a goal that nobody can have written is named") {
  const TemporaryFolder folder;
  const std::string good = R"({"games":100,"batch":10,"cells":["games"],"command":["values"]})";
  int number = 0;
  for (const auto& [cell, data] : {std::pair<std::string, std::string>{"shard 1/2 of 100", good},
                                   {"shard 3/2 of 100", good},
                                   {"shard 01/2 of 100", good},
                                   {"shard 1/2 of 101", good},
                                   {"shard 1/2 of 100", R"({"games":100,"batch":30,"cells":["games"],"command":[]})"},
                                   {"shard 1/2 of 100", R"({"games":100,"batch":0,"cells":["games"],"command":[]})"},
                                   {"shard 1/2 of 100", R"({"games":100,"batch":10,"cells":[],"command":[]})"},
                                   {"shard 1/2 of 100", R"({"games":"100","batch":10,"cells":["games"],"command":[]})"},
                                   {"shard 1/2 of 100", "[]"},
                                   {"shard ", "no JSON"}}) {
    LedgerResult opened = Ledger::open(folder.file(std::to_string(number++)), "values", {{"seed", 1}});
    REQUIRE(opened.ledger);
    const LedgerBatch batch{cell, 0, 0, data};
    REQUIRE(opened.ledger->append(std::span(&batch, 1)) == "");
    std::string problem;
    const std::vector<ShardedRun> runs = sharded_runs(*opened.ledger, problem);
    const bool fine = data == good && cell == "shard 1/2 of 100";
    CHECK(runs.size() == (fine ? 1 : 0));
    CHECK(problem == (fine ? "" : "'" + cell + "' of the ledger can't be read"));
  }
}
