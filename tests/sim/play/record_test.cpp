// Recorded games are the games that were played.
#include "sim/play/record.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/play/match.h"
#include "tests/shipped_decks.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::shipped_deck;

namespace {

std::string record_match(const RecordHead& head, int64_t games, int threads) {
  const Matchup m = *make_matchup(head.decks[0], head.decks[1], head.options).matchup;
  std::string text = write_record_head(head) + "\n";
  MatchSpec spec{.matchup = &m, .agents = {"random", "random"}, .seed = head.seed, .games = games};
  spec.listener = [&](int64_t game, const GameRecord& record, const std::vector<Action>& actions) {
    text += write_recorded_game({game, record, actions}) + "\n";
  };
  play_match(spec, threads);
  return text;
}

}  // namespace

TEST_CASE("actions are written and read") {
  const std::vector<Action> actions = {Action(Verb::Play, 5), Action(Verb::EndTurn), Action(Verb::House, kNoCard, 4),
                                       Action(Verb::Center, 71, 3), Action(Verb::Option, kNoCard, 255)};
  CHECK(write_actions(actions) == "A05GH.04O47.03P.ff");
  CHECK(read_actions(write_actions(actions)) == actions);
  for (const char* bad : {"a", "A0", "A05.", "A05.0", "Z", "A 5", "A05.GG"}) CHECK_FALSE(read_actions(bad));
}

TEST_CASE("records hold the games of a match for any number of threads") {
  RecordHead head{.decks = {shipped_deck("radiant-argus-the-supreme").deck, shipped_deck("miss-onyx-censorius").deck},
                  .agents = {"random", "random"},
                  .options = {.rules = {}, .starting_chains = {2, 0}},
                  .seed = 9};
  const std::string text = record_match(head, 24, 1);
  CHECK(record_match(head, 24, 2) == text);
  CHECK(text.size() < 24 * 1500 + 3000);
  const test::TemporaryFolder folder;
  const std::string path = folder.file();
  std::ofstream(path) << text;
  const RecordResult read = read_records(path);
  REQUIRE(read.file);
  REQUIRE(read.file->games.size() == 24);
  CHECK(read.file->head.decks == head.decks);
  const Matchup m = *make_matchup(read.file->head.decks[0], read.file->head.decks[1], read.file->head.options).matchup;
  for (const RecordedGame& game : read.file->games) {
    State end;
    CHECK(replay(m, read.file->head.seed, game, end) == "");
    CHECK(end.over());
  }
  RecordedGame other = read.file->games[3];
  other.game = 4;  // other shuffles
  State end;
  CHECK(replay(m, read.file->head.seed, other, end) != "");
  CHECK(read_records(path, {5, 5}).file->games.at(0).game == 5);
  // A forfeited game ends early and is replayed to there.
  RecordedGame forfeited = read.file->games[3];
  forfeited.actions.resize(20);
  forfeited.record = {.winner = 1, .result = Result::Won1, .forfeit = Forfeit::Illegal};
  forfeited.record.first = read.file->games[3].record.first;
  State cut;
  replay(m, read.file->head.seed, forfeited, cut);
  forfeited.record.turns = cut.turn;
  forfeited.record.decisions = cut.decisions;
  std::ofstream(path) << write_record_head(head) << '\n' << write_recorded_game(forfeited) << '\n';
  const RecordResult again = read_records(path);
  REQUIRE(again.file);
  CHECK(again.file->games[0].record == forfeited.record);
  CHECK(replay(m, read.file->head.seed, again.file->games[0], cut) == "");
  std::ofstream(path) << text.substr(0, text.size() / 2);
  CHECK(read_records(path).problem.find("line ") == 0);
  std::filesystem::remove(path);
  CHECK(read_records(path).problem == "there is no such file");
}

TEST_CASE("what a record says is checked") {
  const test::TemporaryFolder folder;
  const RecordHead head{.decks = {shipped_deck("radiant-argus-the-supreme").deck, shipped_deck("miss-onyx-censorius").deck},
                        .agents = {"random", "random"},
                        .options = {.rules = {}, .starting_chains = {24, 0}},
                        .seed = 9};
  const RecordedGame game{
      .game = 3, .record = {.winner = 0, .result = Result::Won0, .turns = 1, .decisions = 1}, .actions = {}};
  const auto problem = [&](const nlohmann::json& head_with, const nlohmann::json& game_with) {
    auto first = nlohmann::json::parse(write_record_head(head)), second = nlohmann::json::parse(write_recorded_game(game));
    first.update(head_with);
    second.update(game_with);
    std::ofstream(folder.file()) << first << '\n' << second << '\n';
    return read_records(folder.file()).problem;
  };
  using Json = nlohmann::json;
  const Json none = Json::object();
  CHECK(problem(none, none).empty());
  CHECK(problem({{"allow_blank", false}}, none) == "line 1: unknown field `allow_blank`");
  CHECK(problem({{"chains", {25, 0}}}, none) == "line 1: `chains`: a whole number from 0 to 24 is wanted");
  for (const Json& bad : {Json{{"chains", {0, -1}}}, Json{{"chains", {0}}}, Json{{"chains", {0, 0, 0}}},
                          Json{{"chains", {0.5, 0}}}, Json{{"seed", -1}}, Json{{"rules", "2.0"}}, Json{{"agents", {"a"}}},
                          Json{{"agents", {std::string(1001, 'a'), "b"}}}, Json{{"decks", {"name: x", "name: y"}}}})
    CHECK(problem(bad, none).starts_with("line 1: "));
  for (const Json& bad : {Json{{"game", -1}}, Json{{"first", 2}}, Json{{"winner", 2}}, Json{{"winner", nullptr}},
                          Json{{"winner", 256}}, Json{{"result", "undecided"}}, Json{{"turns", 65536}}, Json{{"turns", -1}},
                          Json{{"decisions", 1e9}}, Json{{"forfeit", "gone"}}, Json{{"actions", "?"}}})
    CHECK(problem(none, bad).starts_with("line 2: "));
  // A line has a largest size, and what is asked for is all that is read.
  std::ofstream(folder.file()) << write_record_head(head) << '\n' << std::string(kMaxRecordLine + 1, ' ') << '\n';
  CHECK(read_records(folder.file()).problem == "line 2: more than 1048576 bytes");
  std::ofstream(folder.file()) << write_record_head(head) << '\n' << write_recorded_game(game) << "\n?\n";
  CHECK(read_records(folder.file(), {}, 1).file->games.size() == 1);
  CHECK(read_records(folder.file()).problem.starts_with("line 3: "));
}
