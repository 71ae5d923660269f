// Advice: answers that win are found, and differences are those of common deals.
#include "sim/advice/advice.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "engine/engine.h"
#include "tests/agents/positions.h"

using namespace archon;

namespace {

std::vector<AdvisedAnswer> advice(const PositionGame& game, int worlds, int threads = 1) {
  ActionList legal;
  legal_actions(game.matchup, game.state, legal);
  return advise(View(game.matchup, game.state, decision_player(game.state)), legal, Continuation("policy"), worlds, 1, threads);
}

}  // namespace

TEST_CASE("advice: the only card that stops a win is the best") {
  // The opponent forges the third key next turn unless aember is stolen; Urchin steals one.
  const PositionGame game = test::load(R"({"house": "shadows", "players": [
    {"aember": 5, "keys": ["red", "blue"], "hand": ["urchin"], "deck": ["urchin", "urchin", "urchin", "urchin", "urchin", "urchin"]},
    {"aember": 6, "keys": ["red", "blue"]}]})");
  const std::vector<AdvisedAnswer> answers = advice(game, 50);
  REQUIRE(answers.size() >= 2);
  CHECK(answers[0].action.verb() == Verb::Play);
  CHECK(answers[0].behind == 0);
  CHECK(answers[0].error == 0);
  CHECK(answers[0].win > 0.9);
  for (const AdvisedAnswer& each : answers) {
    CHECK(each.behind == Approx(answers[0].win - each.win).margin(1e-9));
    if (each.action.verb() == Verb::EndTurn) CHECK(each.win == 0);
  }
}

TEST_CASE("advice: nothing is better than to reap where nothing else can be done") {
  const PositionGame game = test::load(test::kThreeReaps);
  const std::vector<AdvisedAnswer> answers = advice(game, 20);
  REQUIRE(answers.size() >= 3);
  int reaps = 0;
  for (const AdvisedAnswer& each : answers) reaps += each.action.verb() == Verb::Reap;
  CHECK(reaps == 3);
  CHECK(answers[0].action.verb() == Verb::Reap);
}

// To play Urchin wins unless the opponent has Urchin in hand, and all else loses: differences are 1 or 0.
TEST_CASE("advice: the error of a difference is that of a proportion of the deals") {
  const PositionGame game = test::load(R"({"house": "shadows", "players": [
    {"aember": 5, "keys": ["red", "blue"], "hand": ["urchin"], "deck": ["fear", "fear", "fear", "fear", "fear", "fear"]},
    {"aember": 6, "keys": ["red", "blue"], "hand": ["urchin", "troll"], "deck": ["troll", "troll", "troll", "troll"]}]})");
  const std::vector<AdvisedAnswer> answers = advice(game, 50);
  REQUIRE(answers.size() == 3);
  const double p = answers[0].win;
  REQUIRE(p > 0.2);
  REQUIRE(p < 0.95);
  CHECK(answers[0].error == 0);
  for (size_t i = 1; i < answers.size(); ++i) {
    CHECK(answers[i].win == 0);
    CHECK(answers[i].error == Approx(std::sqrt(p * (1 - p) / 49)));
  }
  for (const AdvisedAnswer& each : advice(game, 1)) CHECK(each.error == 0);  // nothing is known of it
}

TEST_CASE("advice: the same for any number of threads") {
  const PositionGame game = test::load(test::kThreeReaps);
  const std::vector<AdvisedAnswer> one = advice(game, 16, 1), two = advice(game, 16, 2);
  REQUIRE(one.size() == two.size());
  for (size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].action == two[i].action);
    CHECK(one[i].win == two[i].win);
  }
}
