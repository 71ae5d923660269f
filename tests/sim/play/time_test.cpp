// Games in which time is called: counted, kept, recorded, and never mixed with others. Who leads then: tests/rules/time-called.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/position/position_json.h"
#include "sim/play/batch_text.h"
#include "sim/play/missing.h"
#include "sim/play/record.h"
#include "sim/results/time_limit.h"
#include "tests/shipped_decks.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::shipped_deck;

namespace time_test {

MatchupOptions until_turn(int turn) {
  return {.rules = {}, .starting_chains = {0, 0}, .clock = TimeLimit{.turn = turn}.clock()};
}

Matchup starters(const MatchupOptions& options) {
  return *make_matchup(shipped_deck("radiant-argus-the-supreme").deck, shipped_deck("miss-onyx-censorius").deck, options)
              .matchup;
}

GameRecord ended_by(Result result, std::optional<Lead> time) {
  GameRecord record;
  record.result = result;
  record.winner = static_cast<int8_t>(result == Result::Won0 ? 0 : result == Result::Won1 ? 1 : -1);
  record.time = time;
  return record;
}

MatchResult counted(const std::vector<GameRecord>& games) {
  MatchResult result;
  for (const GameRecord& each : games) count(result, &each - games.data(), each);
  return result;
}

}  // namespace time_test
using namespace time_test;

TEST_CASE("time: no game has a turn after it, and both players had as many") {
  for (const int turn : {9, 10}) {
    const Matchup m = starters(until_turn(turn));
    int ended = 0;
    MatchSpec spec{.matchup = &m, .agents = {"greedy", "greedy"}, .seed = 3, .games = 40};
    spec.listener = [&](int64_t, const GameRecord& record, const std::vector<Action>&) {
      ended += record.time.has_value();
      CHECK(record.turns <= 10);
      if (record.time) CHECK(record.turns == 10);
      if (record.time) CHECK(record.undecided() == (*record.time == Lead::Nothing));
    };
    play_match(spec, 2);
    CHECK(ended > 30);
  }
}

TEST_CASE("time: by the model of minutes it is called when turns and decisions have taken so long") {
  const TimeLimit limit{.minutes = 10, .turn_seconds = 20, .decision_seconds = 8};
  const Matchup m = starters({.rules = {}, .starting_chains = {0, 0}, .clock = limit.clock()});
  int ended = 0;
  MatchSpec spec{.matchup = &m, .agents = {"greedy", "greedy"}, .seed = 3, .games = 20};
  spec.listener = [&](int64_t number, const GameRecord& record, const std::vector<Action>& actions) {
    std::vector<int> decisions(1);  // up to the end of each turn
    State end;
    const std::string wrong = replay(m, spec.seed, {number, record, actions}, end, [&](const State& s, Action) {
      decisions.resize(std::max<size_t>(decisions.size(), s.turn + size_t{1}));
      decisions[s.turn] = s.decisions + 1;
    });
    CHECK(wrong == "");
    if (!record.time) return;
    ++ended;
    int called = 1;  // the first turn at whose end ten minutes are over
    while (20 * called + 8 * decisions[static_cast<size_t>(called)] < 600) ++called;
    CHECK(record.turns == called + called % 2);
  };
  play_match(spec, 2);
  CHECK(ended > 10);
  // Where decisions take no time, 30 turns of 20 seconds are ten minutes.
  const GameClock slow = TimeLimit{.minutes = 10, .decision_seconds = 0}.clock();
  CHECK_FALSE(slow.called(29, 5000));
  CHECK(slow.called(30, 0));
}

TEST_CASE("time: until it is called nothing is different") {
  const Matchup whole = starters({}), timed = starters(until_turn(kMostTurns));
  const MatchSpec plain{.matchup = &whole, .agents = {"greedy", "standard"}, .seed = 3, .games = 20};
  MatchSpec late = plain;
  late.matchup = &timed;
  CHECK(play_match(late, 2).fingerprint == play_match(plain, 2).fingerprint);
}

TEST_CASE("time: the same counts on any number of threads, and in a batch of a ledger") {
  const Matchup m = starters(until_turn(12));
  const MatchSpec spec{.matchup = &m, .agents = {"greedy", "greedy"}, .seed = 5, .games = 60};
  const MatchResult one = play_match(spec, 1), two = play_match(spec, 2);
  CHECK(one.by_time == two.by_time);
  CHECK(one.fingerprint == two.fingerprint);
  CHECK(ended_by_time(one.by_time) > 30);
  const std::optional<MatchResult> read = parse_batch(batch_text(one), 60);
  REQUIRE(read);
  CHECK(read->by_time == one.by_time);
  MatchResult sum = one;
  add(sum, *read);
  CHECK(ended_by_time(sum.by_time) == 2 * ended_by_time(one.by_time));
}

TEST_CASE("time: those who are tied are undecided, but not missing") {
  const MatchResult result =
      counted({ended_by(Result::Won0, Lead::Keys), ended_by(Result::Won1, Lead::Aember), ended_by(Result::Tied, Lead::Nothing),
               ended_by(Result::Won0, Lead::Keys), ended_by(Result::Won1, {}), ended_by(Result::DecisionCap, {})});
  CHECK(result.by_time == LeadCounts{1, 2, 1, 0});
  CHECK(result.total().undecided == 2);
  CHECK(result.undecided_games == std::vector<int64_t>{5});
  CHECK(missing_text(missing_games(result)) == "1 of 6 games was not played to the end: 1 undecided.");
}

TEST_CASE("time: a batch that says more games ended than can have is refused") {
  const std::string counts = R"({"by_first":[[2,1,0,1,0,0,0],[1,1,0,0,0,0,0]],"fallbacks":[0,0],"turns":9,"decisions":90,)";
  CHECK(parse_batch(counts + R"("by_time":[1,1,1,0]})", 3));
  CHECK_FALSE(parse_batch(counts + R"("by_time":[2,1,0,0]})", 3));  // two are tied, and one is undecided
  CHECK_FALSE(parse_batch(counts + R"("by_time":[0,2,1,0]})", 3));  // three are decided by time, of two
  CHECK_FALSE(parse_batch(counts + R"("by_time":[0,2]})", 3));
}

TEST_CASE("time: a record is played again with its clock") {
  const RecordHead head{.decks = {shipped_deck("radiant-argus-the-supreme").deck, shipped_deck("miss-onyx-censorius").deck},
                        .agents = {"greedy", "greedy"},
                        .options = until_turn(8),
                        .seed = 4};
  const Matchup m = *make_matchup(head.decks[0], head.decks[1], head.options).matchup;
  std::string text = write_record_head(head) + "\n";
  MatchSpec spec{.matchup = &m, .agents = head.agents, .seed = head.seed, .games = 6};
  spec.listener = [&](int64_t game, const GameRecord& record, const std::vector<Action>& actions) {
    text += write_recorded_game({game, record, actions}) + "\n";
  };
  play_match(spec, 1);
  const test::TemporaryFolder folder;
  std::ofstream(folder.file()) << text;
  const RecordResult read = read_records(folder.file());
  REQUIRE(read.file);
  CHECK(read.file->head.options.clock == head.options.clock);
  const Matchup again = *make_matchup(head.decks[0], head.decks[1], read.file->head.options).matchup;
  for (const RecordedGame& game : read.file->games) {
    State end;
    CHECK(replay(again, head.seed, game, end) == "");
    CHECK(end.turn == 8);
  }
}

TEST_CASE("time: a limit is written and read, and nothing else is one") {
  CHECK(parse_limit(limit_json({}))->any() == false);
  CHECK(parse_limit(limit_json({.turn = 30}))->turn == 30);
  const TimeLimit minutes{.minutes = 45, .decision_seconds = 7.5};
  CHECK(parse_limit(limit_json(minutes))->clock() == minutes.clock());
  CHECK(minutes.text() == "time is called after 45 minutes, at 20 s a turn and 7.5 s a decision (an assumption, not measured)");
  for (const char* bad :
       {R"({"minutes":0.5,"turn_seconds":20,"decision_seconds":8})", R"({"minutes":45,"turn_seconds":20})",
        R"({"minutes":45,"turn_seconds":-1,"decision_seconds":8})",
        R"({"minutes":45,"turn_seconds":20,"decision_seconds":1e9})", R"({"turn":3,"turn_seconds":20,"decision_seconds":8})"})
    CHECK_FALSE(parse_limit(nlohmann::json::parse(bad)));
  for (const char* bad :
       {"30", "{}", "[]", R"({"turn":0})", R"({"turn":1001})", R"({"turn":3.5})", R"({"turn":"3"})", R"({"turn":3,"more":1})"})
    CHECK_FALSE(parse_limit(nlohmann::json::parse(bad)));
}

TEST_CASE("time: a position says that it has been called") {
  const nlohmann::json json = {{"house", "dis"},
                               {"time_called", true},
                               {"first", 1},
                               {"players", {{{"aember", 1}, {"hand", {"fear"}}}, {{"aember", 0}}}}};
  const LoadedPosition read = load_position(json);
  REQUIRE(read.game);
  State state = read.game->state;
  CHECK(write_position(read.game->matchup, state, read.game->numbers)["time_called"] == true);
  apply(read.game->matchup, state, Action(Verb::EndTurn));
  CHECK(state.result == Result::Won0);
}
