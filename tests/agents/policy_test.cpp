// The rules of thumb, and the prior made of them.
#include "agents/policy.h"

#include <array>
#include <catch2/catch.hpp>
#include <numeric>

#include "engine/engine.h"
#include "tests/agents/positions.h"

using namespace archon;
using archon::test::load;

namespace {

Action best(const PositionGame& game) {
  ActionList legal;
  legal_actions(game.matchup, game.state, legal);
  std::array<int, kMaxActions> scores{};
  action_scores(View(game.matchup, game.state, decision_player(game.state)), legal, scores);
  return legal[best_index(legal, scores)];
}

}  // namespace

TEST_CASE("a prior falls with the score and leaves nothing impossible") {
  const std::array<int, 5> scores = {4000, 4000, 3994, 2500, -1000};
  std::array<float, 5> probabilities{};
  prior(scores, probabilities);
  CHECK(std::accumulate(probabilities.begin(), probabilities.end(), 0.0) == Approx(1));
  CHECK(probabilities[0] == probabilities[1]);
  CHECK(probabilities[2] == Approx(probabilities[0] * std::exp(-0.5)));  // 6 tenths of an aember behind
  CHECK(probabilities[3] == Approx(probabilities[0] * std::exp(-1.0)));  // the cap
  CHECK(probabilities[4] == probabilities[3]);
}

TEST_CASE("a single action is certain") {
  std::array<float, 1> probabilities{};
  prior(std::array<int, 1>{-7}, probabilities);
  CHECK(probabilities[0] == 1);
}

TEST_CASE("equal scores: the first action, or one by lot") {
  ActionList legal;
  for (int i = 0; i < 3; ++i) legal.add(Action(Verb::Option, kNoCard, i));
  const std::array<int, 3> scores = {1, 5, 5};
  CHECK(best_index(legal, scores) == 1);
  std::array<int, 3> chosen{};
  SmallRng rng{5};
  for (int i = 0; i < 1000; ++i) ++chosen[static_cast<size_t>(best_action(legal, scores, rng).index())];
  CHECK(chosen[0] == 0);
  CHECK(chosen[1] > 400);
  CHECK(chosen[2] > 400);
}

TEST_CASE("a fight is picked against what it destroys without loss") {
  PositionGame game = load(R"({"house": "brobnar", "players": [
    {"battleline": ["headhunter"]}, {"battleline": ["troll", "silvertooth", "valdr"]}]})");
  const CardId attacker = game.refs.at("headhunter");
  apply(game.matchup, game.state, Action(Verb::Fight, attacker));
  const View view(game.matchup, game.state, 0);
  REQUIRE(view.picks_defender());
  CHECK(view.choice().source == attacker);
  CHECK(best(game) == Action(Verb::Target, game.refs.at("silvertooth")));
}

TEST_CASE("targets of an ability are no defenders") {
  PositionGame game = load(R"({"house": "brobnar", "players": [
    {"hand": ["punch"], "battleline": ["troll"]}, {"battleline": ["silvertooth", "valdr"]}]})");
  apply(game.matchup, game.state, Action(Verb::Play, game.refs.at("punch")));
  CHECK_FALSE(View(game.matchup, game.state, 0).picks_defender());
  CHECK(best(game) == Action(Verb::Target, game.refs.at("silvertooth")));  // 3 damage destroy it, and it only
}

TEST_CASE("a creature with entrench is readied, unless what it gives while exhausted is worth more") {
  const auto leaves = [](const char* line) {
    PositionGame game = load(std::string(R"({"house": "mars", "players": [{"battleline": [{"card": ")") + line +
                             R"(", "exhausted": true}]}, {"battleline": ["troll"]}]})");
    REQUIRE(game.state.step == Step::Ready);  // the main step has nothing to do
    return best(game) == Action(Verb::Done);
  };
  CHECK(leaves("operator-olluyyg"));  // keys of the opponent cost 3 more
  CHECK(leaves("noxious-ionox"));     // destroys an enemy creature
  CHECK(!leaves("sparkscheme"));      // draws a card when an enemy creature reaps
}

TEST_CASE("aember gained by reaping is taken from one's own creature") {
  PositionGame game = load(R"({"house": "brobnar", "players": [{"battleline": [
    {"card": "fading-apparition", "exhausted": true}, {"card": "krump", "aember": 2}, "troll"]}, {"battleline": ["valdr"]}]})");
  apply(game.matchup, game.state, Action(Verb::Reap, game.refs.at("troll")));
  CHECK(best(game) == Action(Verb::Target, game.refs.at("krump")));
}

TEST_CASE("cards are played before creatures reap, and the turn ends last") {
  PositionGame game = load(R"({"house": "brobnar", "players": [
    {"hand": ["troll"], "battleline": ["valdr"]}, {}]})");
  CHECK(best(game).verb() == Verb::Play);
  apply(game.matchup, game.state, best(game));
  while (game.state.choice.kind != ChoiceKind::Main) apply(game.matchup, game.state, best(game));
  CHECK(best(game) == Action(Verb::Reap, game.refs.at("valdr")));
}
