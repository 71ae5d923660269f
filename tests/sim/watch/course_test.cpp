// How games go, turn by turn.
#include "sim/watch/course.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "engine/make_matchup.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;
using archon::test::load;

namespace {

Matchup starters() {
  const std::string folder = std::string(ARCHON_SOURCE_DIR "/sim/decks/");
  const DeckResult a = read_deck_file(folder + "radiant-argus-the-supreme.deck");
  const DeckResult b = read_deck_file(folder + "miss-onyx-censorius.deck");
  return *make_matchup(*a.deck, *b.deck).matchup;
}

}  // namespace

TEST_CASE("course: the games are those of a match, and whoever won has three keys after its last turn") {
  const Matchup matchup = starters();
  const MatchSpec spec{.matchup = &matchup, .seed = 5, .games = 30, .first_game = 4};
  std::array<Course, 2> courses;
  int64_t expected = 4;
  const bool whole = play_courses(std::span(&spec, 1), 0, [&](size_t, int64_t game, const GameRecord& record, auto turns) {
    CHECK(game == expected++);
    CHECK(record.first == game % 2);
    REQUIRE(!turns.empty());
    CHECK(turns.front().player == record.first);
    CHECK(turns.size() <= record.turns);
    for (int player : {0, 1}) {
      uint8_t keys = 0;
      for (const TurnEnd& end : turns)
        if (end.player == player) keys = end.keys;
      CHECK((keys == 3) == (record.winner == player));
      courses[static_cast<size_t>(player)].add(record, turns, player);
    }
  });
  CHECK(whole);
  const MatchResult match = play_match(spec);
  CHECK(courses[0].won == match.total().wins[0]);
  CHECK(courses[1].won == match.total().wins[1]);
  CHECK(courses[0].length.sum == match.turns);
  for (const Course& course : courses) {
    CHECK(course.keys[kCourseTurns - 1].games == 30);  // games that ended count with their last number
    CHECK(std::is_sorted(course.amber.rbegin(), course.amber.rend(),
                         [](const CourseSum& x, const CourseSum& y) { return x.games < y.games; }));
    CHECK(std::ranges::count_if(course.houses, [](int64_t turns) { return turns > 0; }) == 3);
  }
}

TEST_CASE("course: a reaped aember is there at the end of the turn") {
  const auto game = load(R"({"house": "brobnar", "players": [{"aember": 2, "battleline": ["troll"]}, {"aember": 4}]})");
  State state = game.state;
  CourseWatcher watcher;
  ActionList legal;
  Action action(Verb::Reap, game.refs.at("troll"));
  for (const int turn = state.turn; state.turn == turn; action = Action(Verb::EndTurn)) {
    legal_actions(game.matchup, state, legal);
    watcher.decided(state, legal, action);
    apply(game.matchup, state, action);
  }
  watcher.decided(state, legal, action);  // the next turn
  REQUIRE(watcher.turns.size() == 1);
  CHECK(watcher.turns[0].player == 0);
  CHECK(watcher.turns[0].amber == 3);
  CHECK(watcher.turns[0].keys == 0);
  CHECK(watcher.turns[0].house == House::Brobnar);
}

TEST_CASE("course: sums of two games, the shorter one counting on with its last keys") {
  const std::vector<TurnEnd> shorter = {{0, 1, 6, House::Dis}, {1, 0, 9, House::Mars}};
  const std::vector<TurnEnd> longer = {{1, 0, 1, House::Mars}, {0, 0, 2, House::Dis}, {0, 3, 1, House::Logos}};
  Course course;
  course.add({.winner = 1, .turns = 2}, shorter, 0);
  course.add({.winner = 0, .turns = 3}, longer, 0);
  CHECK(course.games == 2);
  CHECK(course.won == 1);
  CHECK(course.amber[0].mean() == 4);
  CHECK(course.amber[1].games == 1);
  CHECK(course.keys[0].mean() == 0.5);
  CHECK(course.keys[1].mean() == 2);
  CHECK(course.keys[kCourseTurns - 1].mean() == 2);
  CHECK(course.houses[static_cast<size_t>(House::Dis)] == 2);
  CHECK(course.lengths == std::vector<int64_t>{0, 0, 1, 1});
  CHECK(course.length_won.mean() == 3);
  CHECK(course.length_lost.mean() == 2);
  // Two numbers 6 and 2: the standard error of their mean is 2.
  CHECK(course.amber[0].interval().low == Approx(4 - 1.95996 * 2).epsilon(1e-4));
}
