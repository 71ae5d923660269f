// The heuristic agent sees what a turn leads to.
#include "agents/search/heuristic.h"

#include <catch2/catch.hpp>

#include "agents/greedy.h"
#include "agents/random_agent.h"
#include "sim/play/game.h"
#include "sim/play/match.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;
using archon::test::load;
using archon::test::matchup_of;

TEST_CASE("a creature reaps first when that makes the winning key possible") {
  // Key Charge costs an aember before it forges. Rules of thumb would rather fight than reap here.
  const PositionGame game = load(R"({"house": "untamed", "players": [
    {"aember": 6, "keys": ["red", "blue"], "hand": ["key-charge"], "battleline": ["snufflegator"]},
    {"aember": 3, "battleline": ["silvertooth"]}]})");
  GreedyAgent greedy;
  CHECK_FALSE(archon::test::play_turn(game, greedy, 1).over());
  HeuristicAgent agent({.actions = 2});
  const State end = archon::test::play_turn(game, agent, 1);
  CHECK(end.over());
  CHECK(end.winner() == 0);
}

TEST_CASE("a key that would win for the opponent is prevented") {
  // Shooler steals one of the six aember; the creatures of Brobnar could reap three.
  const PositionGame game = load(R"({"phase": "house", "players": [
    {"aember": 0, "hand": ["shooler", "punch"], "battleline": ["troll", "valdr", "bumpsy"],
     "houses": ["dis", "brobnar", "untamed"]},
    {"aember": 6, "keys": ["red", "blue"], "battleline": ["troll"]}]})");
  REQUIRE(game.state.choice.kind == ChoiceKind::House);
  HeuristicAgent agent;
  const State end = archon::test::play_turn(game, agent, 1);
  CHECK(end.players[1].amber == 5);
  CHECK_FALSE(end.over());
}

TEST_CASE("games of the heuristic agent are a function of their seed") {
  const Matchup m = matchup_of(3, 11);
  const auto play = [&](uint64_t seed) {
    HeuristicAgent a, b;
    Fingerprint fingerprint;
    play_game(m, {&a, &b}, {.seed = seed}, &fingerprint);
    return fingerprint.value;
  };
  CHECK(play(1) == play(1));
  CHECK(play(1) != play(2));
}

TEST_CASE("the heuristic agent allocates nothing while it plays") {
  HeuristicAgent agent({.actions = 6, .targets = 6});
  archon::test::check_no_allocations(agent, 60);
}

namespace {

// Win rate of `agent` on both decks of several pairs.
double win_rate(const std::string& agent, const std::string& other, int pairs, int64_t games) {
  int64_t wins = 0, decided = 0;
  for (int i = 0; i < pairs; ++i) {
    const Matchup m = matchup_of(static_cast<size_t>(5 * i), static_cast<size_t>(11 * i + 3));
    for (size_t seat = 0; seat < 2; ++seat) {
      MatchSpec spec{.matchup = &m, .agents = {other, other}, .seed = 9, .games = games};
      spec.agents[seat] = agent;
      const Tally tally = play_match(spec).total();
      wins += tally.wins[seat];
      decided += tally.decided();
    }
  }
  return mean(wins, decided);
}

}  // namespace

TEST_CASE("the heuristic agent beats greedy and random", "[slow]") {
  CHECK(win_rate("heuristic", "greedy", 10, 50) > 0.61);  // 1,000 games; 0.66 and 0.71 in longer runs, with intervals of 0.03
  CHECK(win_rate("heuristic:actions=2", "greedy", 10, 50) > 0.66);
  CHECK(win_rate("heuristic", "random", 10, 50) > 0.98);
}
