// A race in shards: round by round, in any order, killed or missing, it comes to what one run comes to; and the merged ledger
// knows what is lacking.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/matrix/matrix_goal.h"
#include "sim/matrix/matrix_ledger.h"
#include "tests/sim/kept_in.h"
#include "tests/sim/race/races.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::after_asking;
using archon::test::check_same_race;
using archon::test::kept_in;
using archon::test::play_race;
using archon::test::race_spec;
using archon::test::racers;
using archon::test::TemporaryFolder;

namespace {

constexpr int kRaceGames = 2000, kRacers = 12, kRaceShards = 3;

std::unique_ptr<Ledger> race_ledger(const TemporaryFolder& folder, const std::string& name) {
  LedgerResult opened = Ledger::open(folder.file(name), kBestLedger, {{"seed", 7}});
  INFO(opened.error);
  REQUIRE(opened.ledger);
  return std::move(opened.ledger);
}

void take_in(Ledger& ledger, const TemporaryFolder& folder, const std::string& name) {
  const LedgerResult other = Ledger::read(folder.file(name), kBestLedger);
  REQUIRE(other.ledger);
  REQUIRE(ledger.merge_from(*other.ledger).error == "");
  REQUIRE(keep_goals_of(*other.ledger, ledger) == "");
}

// A turn of a shard, as `archon best --shard` takes it: first all that is merged. `most`: when it is stopped.
RoundShard take_turn(const TemporaryFolder& folder, int shard, int most = 1'000'000, int games = kRaceGames) {
  race_ledger(folder, "merged");  // made where there is none
  const auto ledger = race_ledger(folder, std::to_string(shard));
  take_in(*ledger, folder, "merged");
  RunControl control = kept_in(*ledger, after_asking(most));
  control.threads = 1;
  control.shard = {.number = shard, .of = kRaceShards, .command = {"best", "a", "--shard", Shard{shard, kRaceShards}.text()}};
  const RaceResult result = play_race(racers(kRacers), games, control);
  REQUIRE(result.error == "");
  REQUIRE(result.shard);
  CHECK(result.racers.empty());
  CHECK(result.complete == (result.shard->games == result.shard->asked));
  return *result.shard;
}

void merge_shards(const TemporaryFolder& folder, const std::vector<int>& shards) {
  const auto merged = race_ledger(folder, "merged");
  for (const int shard : shards) take_in(*merged, folder, std::to_string(shard));
}

// What the merged ledger knows of its last round.
ShardStates merged_round(const TemporaryFolder& folder) {
  const LedgerResult merged = Ledger::read(folder.file("merged"), kBestLedger);
  REQUIRE(merged.ledger);
  std::string problem;
  std::optional<ShardStates> states = last_round(*merged.ledger, problem);
  REQUIRE(problem == "");
  REQUIRE(states);
  const LedgerGoal& goal = states->goals.front();
  Matrix whole = empty_matrix(goal.decks, 7, 0, 1, goal.pairs);
  REQUIRE(read_matrix(*merged.ledger, whole, goal.part) == "");
  find_lacks(*states, whole, 1);
  return *states;
}

}  // namespace

TEST_CASE("a race in shards takes them round by round, in any order, to the result of one run") {
  const TemporaryFolder folder;
  const int rounds = race_rounds(kRacers, race_spec(kRaceGames));
  CHECK(rounds == 4);  // 12, 6, 4 and the one that measures
  for (int round = 1; round <= rounds; ++round) {
    std::vector<int> order = {0, 1, 2};
    std::rotate(order.begin(), order.begin() + round % kRaceShards, order.end());
    int64_t sum = 0;
    for (const int shard : order) {
      const RoundShard turn = take_turn(folder, shard);
      CHECK(turn.round == RaceRound{round, rounds});
      CHECK(turn.games == turn.asked);
      CHECK(turn.played == turn.asked);
      CHECK_FALSE(turn.race_over);
      CHECK(take_turn(folder, shard).played == 0);  // again: there is nothing more to play before the others have
      sum += turn.games;
      if (shard == order.back()) CHECK(sum == turn.of_round);
    }
    merge_shards(folder, order);
    const ShardStates states = merged_round(folder);
    CHECK(states.complete());
    CHECK(states.goals.front().round == RaceRound{round, rounds});
    CHECK(std::ranges::all_of(states.shards, [](const ShardStates::State& each) { return each.goal.has_value(); }));
  }
  const RoundShard over = take_turn(folder, 1);
  CHECK(over.race_over);
  CHECK(over.played == 0);
  const auto merged = race_ledger(folder, "merged");
  const RaceResult whole = play_race(racers(kRacers), kRaceGames),
                   all = play_race(racers(kRacers), kRaceGames, kept_in(*merged));
  CHECK(all.complete);
  check_same_race(all, whole);
  int64_t kept = 0;
  merged->each([&](const LedgerBatch& batch) { kept += batch.games; });
  CHECK(kept == whole.played);  // no game was played that one run does not play
}

TEST_CASE("of a round the merged ledger says which shard was stopped and which is missing, and a race goes on from there") {
  const TemporaryFolder folder;
  take_turn(folder, 0);
  const RoundShard stopped = take_turn(folder, 1, 40);
  CHECK(stopped.games > 0);
  CHECK(stopped.games < stopped.asked);
  merge_shards(folder, {0, 1});
  const ShardStates states = merged_round(folder);
  CHECK_FALSE(states.complete());
  CHECK_FALSE(states.shards[0].lack.any());
  CHECK(states.shards[1].lack.games == stopped.asked - stopped.games);
  CHECK_FALSE(states.shards[2].goal);
  CHECK(states.shards[2].lack.games > 0);
  CHECK(states.goal_of(2).shard.command_of(2).back() == "3/3");

  CHECK(take_turn(folder, 1).round.number == 1);  // it goes on where it was
  take_turn(folder, 2);
  merge_shards(folder, {2, 1});
  CHECK(merged_round(folder).complete());
  CHECK(take_turn(folder, 2).round.number == 2);

  const auto merged = race_ledger(folder, "merged");  // whoever plays the rest
  check_same_race(play_race(racers(kRacers), kRaceGames, kept_in(*merged)), play_race(racers(kRacers), kRaceGames));
}

TEST_CASE("a ledger that keeps several races speaks of the one that shards played last") {
  const TemporaryFolder folder;
  const auto play_round = [&](int games) {
    for (const int shard : {0, 1, 2}) take_turn(folder, shard, 1'000'000, games);
    merge_shards(folder, {0, 1, 2});
    return merged_round(folder).goals.front();
  };
  for (int round = 1; round <= 4; ++round) CHECK(play_round(kRaceGames).round.number == round);
  const int64_t few = play_round(2 * kRaceGames).games.games;  // the first round of a longer one
  CHECK(merged_round(folder).goals.front().round.number == 1);
  CHECK(play_round(kRaceGames).round.number == 2);  // back again: the games of the longer one count, and let others go on
  const LedgerGoal more = play_round(2 * kRaceGames);
  CHECK(more.round.number == 2);
  CHECK(few > 0);
}

TEST_CASE("a goal of a round that nobody can have written is named") {
  const TemporaryFolder folder;
  const auto data = [](const std::string& change, const std::string& to) {
    std::string text =
        R"({"games":10,"precision":0,"time":"","time_over":false,"decks":["0000000000000001","0000000000000002"],)"
        R"("mine":1,"field":1,"command":["best"],"round":2,"rounds":4})";
    if (!change.empty()) text.replace(text.find(change), change.size(), to);
    return text;
  };
  int number = 0;
  const std::array<std::pair<std::string, std::string>, 12> records = {{{"round 1 2/3", data("", "")},
                                                                        {"round own 1 2/3", data("best", "build")},
                                                                        {"round 2/3", data("", "")},
                                                                        {"round 1 4/3", data("", "")},
                                                                        {"round 1 02/3", data("", "")},
                                                                        {"round 1 2/3", data("best", "matrix")},
                                                                        {"round 1 2/3", data(":2,", ":5,")},
                                                                        {"round 1 2/3", data("\"round\":2,", "")},
                                                                        {"round 1 2/3", data(":10", ":0")},
                                                                        {"round 1 2/3", data(":10", ":1e300")},
                                                                        {"round 1 2/3", "[]"},
                                                                        {"round ", "no JSON"}}};
  for (const auto& [cell, text] : records) {
    const auto ledger = race_ledger(folder, std::to_string(number));
    const LedgerBatch batch{cell, 0, 0, text};
    REQUIRE(ledger->append(std::span(&batch, 1)) == "");
    std::string problem;
    const std::optional<ShardStates> states = last_round(*ledger, problem);
    INFO(cell << ' ' << text);
    CHECK(states.has_value() == (number < 2));
    CHECK(problem == (number < 2 ? "" : "'" + cell + "' of the ledger can't be read"));
    ++number;
  }
}
