// The beam search: it finds what must be found, repeats itself, and allocates nothing.
#include "agents/search/beam.h"

#include <catch2/catch.hpp>

#include "engine/engine.h"
#include "tests/agents/positions.h"
#include "tests/engine/allocations.h"
#include "tests/engine/games.h"

using namespace archon;

TEST_CASE("beam finds the order of actions that wins now") {
  const PositionGame game = test::load(test::kKeyChargeWins);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    BeamAgent agent({.width = 5, .worlds = 1});
    CHECK(test::play_turn(game, agent, seed).winner() == 0);
  }
}

TEST_CASE("beam plays the same game again from the same seed") {
  const Matchup m = test::matchup_of(3, 8);
  const auto play = [&](uint64_t seed) {  // the beginning of a game
    BeamAgent agents[2] = {BeamAgent({.width = 2, .worlds = 1}), BeamAgent({.width = 2, .worlds = 1})};
    std::vector<Action> actions;
    State s;
    new_game(m, s, {.seed = seed});
    SmallRng rng{seed};
    ActionList legal;
    while (!s.over() && actions.size() < 40) {
      legal_actions(m, s, legal);
      const int player = decision_player(s);
      actions.push_back(legal.size() > 1 ? agents[player].choose(View(m, s, player), legal, rng) : legal[0]);
      apply(m, s, actions.back());
    }
    return actions;
  };
  CHECK(play(5) == play(5));
  CHECK(play(5) != play(6));
}

TEST_CASE("beam allocates nothing while it plays") {
  BeamAgent agent({.width = 3, .worlds = 2});
  test::check_no_allocations(agent, 40);
}
