// Labelled decisions: made, written, read, gone on with, and found again by playing.
#include "sim/train/labels.h"

#include <catch2/catch.hpp>
#include <map>

#include "sim/train/continuation.h"
#include "tests/engine/games.h"
#include "tests/sim/kept_in.h"

using namespace archon;

namespace {

LabelSpec small_spec() {
  LabelSpec spec;
  spec.decks = 10;
  spec.games = 4;
  spec.agent = "greedy";
  spec.worlds = 4;
  spec.parts = 2;
  spec.turns = 1;
  spec.percent = rates_of(4);
  return spec;
}

std::string games_text(const LabelSpec& spec, int threads = 1) {
  std::string text;
  label_games(spec, threads, [&](const LabelledGame& game) {
    text += labels_text(game);
    return true;
  });
  return text;
}

const std::string& small_text() {
  static const std::string text = labels_header(small_spec()) + games_text(small_spec());
  return text;
}

Labels parsed(const std::string& text) {
  std::string problem;
  const std::optional<Labels> labels = parse_labels(text, problem);
  INFO(problem);
  REQUIRE(labels);
  return *labels;
}

std::string problem_of(const std::string& text) {
  std::string problem;
  CHECK_FALSE(parse_labels(text, problem));
  return problem;
}

std::string with(std::string text, const std::string& what, const std::string& instead) {
  const size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), instead);
}

std::string replayed(const Labels& labels, const LabelledGame& game) {
  const auto nothing = [](const View&, const ActionList&, const LabelledDecision&) {};
  return replay_labels(labels.spec, label_decks(labels.spec), game, nothing);
}

}  // namespace

TEST_CASE("labels are the same on any number of threads and in any number of runs") {
  const LabelSpec spec = small_spec();
  const std::string whole = games_text(spec);
  CHECK(games_text(spec, 2) == whole);
  LabelSpec first = spec, second = spec;
  first.games = 1;
  second.first_game = 1;
  second.games = 3;
  CHECK(games_text(first) + games_text(second) == whole);
}

TEST_CASE("more deals do not change the games") {
  LabelSpec spec = small_spec();
  const Labels few = parsed(small_text());
  spec.worlds = 8;
  spec.turns = 0;
  const Labels many = parsed(labels_header(spec) + games_text(spec));
  for (size_t i = 0; i < few.games.size(); ++i) {
    CHECK(few.games[i].answers == many.games[i].answers);
    CHECK(few.games[i].decisions.size() == many.games[i].decisions.size());
  }
}

TEST_CASE("labels are read as they were written") {
  const Labels labels = parsed(small_text());
  CHECK_FALSE(labels.cut_off);
  CHECK(labels.games.size() == 4);
  CHECK(labels_header(labels.spec) == labels_header(small_spec()));
  std::string again = labels_header(labels.spec);
  int decisions = 0;
  for (const LabelledGame& game : labels.games) {
    again += labels_text(game);
    for (const LabelledDecision& each : game.decisions) {
      ++decisions;
      REQUIRE(each.parts.size() == 2);
      for (size_t i = 0; i < each.values.size(); ++i)
        CHECK(each.values[i] == Approx((each.parts[0][i] + each.parts[1][i]) / 2));
    }
  }
  CHECK(again == small_text());
  CHECK(decisions > 20);
}

TEST_CASE("a replay visits each labelled decision with an action for each value") {
  const Labels labels = parsed(small_text());
  for (const LabelledGame& game : labels.games) {
    size_t visited = 0;
    const auto visit = [&](const View& view, const ActionList& legal, const LabelledDecision& decision) {
      REQUIRE(&decision == &game.decisions[visited]);
      CHECK(static_cast<size_t>(legal.size()) == decision.values.size());
      CHECK((decision.kind == DecisionKind::House) == (view.choice().kind == ChoiceKind::House));
      CHECK((decision.kind == DecisionKind::Target) == (view.choice().kind == ChoiceKind::Target));
      const bool main = decision.kind == DecisionKind::Main || decision.kind == DecisionKind::Discard;
      CHECK(main == (view.choice().kind == ChoiceKind::Main));
      ++visited;
    };
    CHECK(replay_labels(labels.spec, label_decks(labels.spec), game, visit).empty());
    CHECK(visited == game.decisions.size());
  }
}

TEST_CASE("labels that do not fit the game are told from those that do") {
  const Labels labels = parsed(small_text());
  const LabelledGame& good = labels.games[1];
  REQUIRE_FALSE(good.decisions.empty());
  const std::string version = ": labels of another version of the engine: of game 1, ";
  LabelledGame game = good;
  game.decisions[0].values.push_back(0.5f);
  const std::string question = "question " + std::to_string(game.decisions[0].asked);
  CHECK(replayed(labels, game) == "line " + std::to_string(good.decisions[0].line) + version + question + " has " +
                                      std::to_string(good.decisions[0].values.size()) + " legal actions and " +
                                      std::to_string(game.decisions[0].values.size()) + " values");
  const std::string line = "line " + std::to_string(good.line) + version;
  game = good;
  game.answers.push_back(0);
  CHECK(replayed(labels, game) == line + "1 answers are left over at its end");
  game = good;
  game.answers.pop_back();
  CHECK(replayed(labels, game) == line + "its answers end before the game does");
  game = good;
  game.answers[3] = 255;
  CHECK_THAT(replayed(labels, game), Catch::Contains(line + "question 3 has ") && Catch::EndsWith("the answer is number 255"));
}

TEST_CASE("own decks stand before the generated ones and play every other two games") {
  LabelSpec spec = small_spec();
  spec.own_decks = {archon::test::playable_decks()[0], archon::test::playable_decks()[1]};
  spec.games = 8;
  spec.percent = rates_of(0);
  const Labels labels = parsed(labels_header(spec) + games_text(spec));
  CHECK(labels.spec.own_decks == spec.own_decks);
  CHECK(label_decks(spec).size() == 12);
  CHECK(label_decks(spec)[1] == spec.own_decks[1]);
  for (const LabelledGame& game : labels.games) {
    const bool own = game.game % 4 < 2;
    CHECK((game.a < 2) == own);
    CHECK((game.b < 2) == own);
  }
}

TEST_CASE("a file that was cut off anywhere is gone on with to the same bytes") {
  const std::string& whole = small_text();
  const LabelSpec spec = small_spec();
  for (size_t bytes = 0; bytes <= whole.size(); bytes += bytes < 900 ? 37 : 211) {
    const LabelsBegun begun = labels_begun(std::string_view(whole).substr(0, bytes), spec);
    INFO(bytes << ": " << begun.problem);
    REQUIRE(begun.problem.empty());
    REQUIRE(begun.bytes <= bytes);
    LabelSpec rest = spec;
    rest.first_game += std::ssize(begun.games);
    rest.games -= std::ssize(begun.games);
    // The games are functions of their numbers, so those of the whole file will do.
    const size_t next = whole.find("game " + std::to_string(rest.first_game) + " ");
    const size_t from = rest.games == 0 ? whole.size() : next;
    CHECK((begun.bytes == 0 ? whole.find('\n') + 1 : begun.bytes) == from);
  }
  CHECK(labels_begun(whole, spec).bytes == whole.size());
}

TEST_CASE("a file of other settings is not gone on with") {
  LabelSpec spec = small_spec();
  spec.seed = 2;
  spec.worlds = 6;
  LabelsBegun begun = labels_begun(small_text(), spec);
  CHECK(begun.mismatch);
  CHECK(begun.problem == "its settings are others: seed is 1 there and 2 here; worlds is 4 there and 6 here");
  spec = small_spec();
  spec.first_game = 1;
  begun = labels_begun(small_text(), spec);
  CHECK(begun.mismatch);
  CHECK(begun.problem == "line 2: game 1 is wanted here");
  begun = labels_begun("name: A deck\n", small_spec());
  CHECK_FALSE(begun.mismatch);
  CHECK(begun.problem == "this is no file of labels");
}

TEST_CASE("what is wrong with a header is said") {
  const std::string& good = small_text();
  const std::string place = "line 1: ";
  CHECK(problem_of("") == place + "this is no header of labels");
  CHECK(problem_of("name: A deck\n") == place + "this is no header of labels");
  CHECK(problem_of(with(good, "\"seed\"", "\"sed\"")) == place + "unknown field `sed`");
  CHECK(problem_of(with(good, "\"agent\":", "\"agents\":\"x\",\"agent\":")) == place + "unknown field `agents`");
  CHECK(problem_of(with(good, "\"worlds\":4", "\"worlds\":0")) == place + "`worlds`: a whole number from 1 to 10000 is wanted");
  CHECK(problem_of(with(good, "\"worlds\":4", "\"worlds\":5")) == place + "`worlds` are no multiple of `parts`");
  CHECK(problem_of(with(good, "\"worlds\":4,", "")) == place + "the field `worlds` is missing");
  CHECK(problem_of(with(good, "\"labels\":2", "\"labels\":3")) == place + "`labels`: a whole number from 1 to 2 is wanted");
  CHECK(problem_of(with(good, "\"set\":\"all\"", "\"set\":\"Nowhere\"")) == place + "`set`: there is no set 'Nowhere'");
  CHECK(problem_of(with(good, "\"set\":\"all\"", "\"set\":7")) == place + "`set`: a text is wanted");
  CHECK(problem_of(with(good, "\"rules\":\"18.4\"", "\"rules\":\"2\"")) == place + "`rules`: there is no rulebook '2'");
  CHECK(problem_of(with(good, "\"house\":", "\"hose\":")) == place + "`percent`: there is no kind `hose`");
  CHECK_THAT(problem_of(with(good, "\"own_decks\":[]", "\"own_decks\":[\"name: A\"]")),
             Catch::StartsWith(place + "`own_decks`: deck 1:"));
}

TEST_CASE("what is wrong with a line is said") {
  const std::string head = labels_header(small_spec()) + "game 0 1 2 000102\n";
  const std::string good = head + "1m 5000 4000 | 4000 -\nend\n";
  CHECK(problem_of(good) == "line 3: the parts differ in their answers");
  const auto of_line = [&](const std::string& line) { return problem_of(head + line + "\nend\n"); };
  CHECK(of_line("1m 5000 4000") == "line 3: values of 2 parts are wanted");
  CHECK(of_line("1m 5000 4000 | 5000 4000 | 5000 4000") == "line 3: values of 2 parts are wanted");
  CHECK(of_line("1m 5000 4000 | 5000") == "line 3: the parts differ in their answers");
  CHECK(of_line("1m 5000 | 5000") == "line 3: at least two values are wanted");
  CHECK(of_line("1m 5000 10001 | 5000 4000") == "line 3: a value from 0 to 10000 is wanted, not '10001'");
  CHECK(of_line("1m 5000 4e3 | 5000 4000") == "line 3: a value from 0 to 10000 is wanted, not '4e3'");
  CHECK(of_line("1 5000 4000 | 5000 4000") == "line 3: the letter of a kind is wanted after the number of the question");
  CHECK(of_line("3m 5000 4000 | 5000 4000") == "line 3: the number of a question is wanted, from 0 and below 3");
  CHECK(of_line("1m 1 2 | 1 2\n1h 1 2 | 1 2") == "line 4: the number of a question is wanted, from 2 and below 3");
  const std::string header = labels_header(small_spec());
  CHECK(problem_of(header + "game 0 1 10 00\nend\n") == "line 2: the numbers of two decks, below 10, are wanted");
  CHECK(problem_of(header + "game 0 1 2 0x\nend\n") == "line 2: these answers are not hexadecimal");
  CHECK(problem_of(header + "game 0 1 2 000\nend\n") == "line 2: half an answer");
  CHECK(problem_of(header + "gmae 0 1 2 00\n") == "line 2: a game is wanted, not 'gmae 0 1 2 00'");
  CHECK(problem_of(header + "game 0 1 2 00\ngame 1 1 2 00\nend\n") == "line 3: the game before has no end");
}

TEST_CASE("a game that was written in part is left out") {
  const std::string text = labels_header(small_spec()) + "game 0 1 2 0001\n1m 1 2 | 3 4\nend\ngame 1 1 2 00\n0h 1 2 | 3";
  const Labels labels = parsed(text);
  CHECK(labels.cut_off);
  REQUIRE(labels.games.size() == 1);
  CHECK(labels.games[0].decisions.size() == 1);
}

TEST_CASE("labels of the first format are read") {
  const Labels labels = parsed(
      R"({"labels":1,"set":"all","decks":6000,"seed":103,"agent":"heuristic","explore":5,"continuation":"greedy","worlds":4,)"
      R"("turns":2,"percent":15,"max_answers":16})"
      "\ngame 7 134 3975 010203\n1 5000 - 4000\n");
  CHECK(labels.spec.seed == 103);
  CHECK(labels.spec.percent[static_cast<size_t>(DecisionKind::Target)] == 22);
  REQUIRE(labels.games.size() == 1);
  CHECK(labels.games[0].game == 7);
  CHECK(labels.games[0].answers == std::vector<uint8_t>{1, 2, 3});
  CHECK(labels.games[0].decisions.at(0).values == std::vector<float>{0.5f, -1.f, 0.4f});
}

TEST_CASE("rates of the kinds of decision") {
  CHECK(parse_rates("10") == LabelRates{50, 10, 10, 15, 15, 15});
  CHECK(parse_rates("40") == LabelRates{100, 40, 40, 60, 60, 60});
  CHECK(parse_rates("house=5,discard=20") == LabelRates{5, 0, 20, 0, 0, 0});
  for (const char* bad : {"101", "-1", "ten", "house", "house=101", "hose=5", "house=5,", ",", "house=5;main=1"}) {
    INFO(bad);
    CHECK(parse_rates(bad).has_value() == (std::string(bad) == "house=5,"));
  }
}

TEST_CASE("a run that is told to stop keeps its first games") {
  LabelSpec spec = small_spec();
  spec.percent = rates_of(0);
  std::vector<int64_t> games;
  const auto done = [&](const LabelledGame& game) {
    games.push_back(game.game);
    return true;
  };
  RunControl control(2);
  control.stop = archon::test::after_asking(2);
  CHECK_FALSE(label_games(spec, control, done));
  REQUIRE(games.size() == 2);
  for (size_t i = 0; i < games.size(); ++i) CHECK(games[i] == static_cast<int64_t>(i));
}

TEST_CASE("who has won is worth 1, whoever plays on") {
  const Matchup m = archon::test::matchup_of(0, 3);
  State s;
  archon::test::play_random(
      m, s, 5, [](const State&, Action) {}, 20000);
  REQUIRE(s.winner() >= 0);
  for (const char* agent : {"greedy", "random", "heuristic"}) {
    const Continuation continuation(agent);
    for (const int turns : {-1, 0, 2}) {
      State end = s;
      CHECK(continuation.value(m, end, s.winner(), turns, 1) == 1);
      CHECK(continuation.value(m, end, 1 - s.winner(), turns, 1) == 0);
    }
  }
}

TEST_CASE("playing on ends the game, and equal luck gives equal ends") {
  const Matchup m = archon::test::matchup_of(1, 2);
  State begun;
  new_game(m, begun, {.seed = 4});
  for (const char* agent : {"greedy", "random", "greedy:epsilon=30"}) {
    const Continuation continuation(agent);
    INFO(agent);
    State one = begun, other = begun;
    const float value = continuation.value(m, one, 0, -1, 9);
    CHECK(one.over());
    CHECK(value == (one.winner() == 0 ? 1.f : 0.f));
    CHECK(continuation.value(m, other, 0, -1, 9) == value);
    CHECK(one.turn == other.turn);
    std::map<int, int> turns;
    for (uint64_t luck = 0; luck < 20; ++luck) {
      State end = begun;
      continuation.value(m, end, 0, -1, luck);
      ++turns[end.turn];
    }
    CHECK((turns.size() > 1) == (std::string(agent) != "greedy"));
  }
}

TEST_CASE("playing on for two turns ends where a house is chosen after them") {
  const Matchup m = archon::test::matchup_of(1, 2);
  State s;
  new_game(m, s, {.seed = 4});
  for (const char* agent : {"greedy", "greedy:epsilon=30"}) {
    const Continuation continuation(agent);
    State end = s;
    continuation.value(m, end, 0, 0, 9);
    REQUIRE(end.turn == 1);  // the mulligans come before the first turn
    REQUIRE(end.choice.kind == ChoiceKind::House);
    const float value = continuation.value(m, end, 0, 2, 9);
    CHECK(value > 0);
    CHECK(value < 1);
    CHECK(end.turn == 4);  // the rest of turn 1, and turns 2 and 3
    CHECK(end.choice.kind == ChoiceKind::House);
  }
}
