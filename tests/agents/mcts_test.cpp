// The tree search: it finds what must be found, merges, repeats itself, and allocates nothing.
#include "agents/search/mcts.h"

#include <catch2/catch.hpp>
#include <set>

#include "agents/reading/model_file.h"
#include "agents/search/turn_playout.h"
#include "engine/engine.h"
#include "sim/play/game.h"
#include "tests/agents/positions.h"
#include "tests/engine/allocations.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

// The decision of a fresh agent in the start of a position.
Action choose(MctsAgent& agent, const PositionGame& game, uint64_t seed) {
  SmallRng rng{seed};
  ActionList legal;
  legal_actions(game.matchup, game.state, legal);
  return agent.choose(View(game.matchup, game.state, decision_player(game.state)), legal, rng);
}

GameRecord play(const Matchup& m, const MctsOptions& options, uint64_t seed, std::vector<Action>* actions = nullptr) {
  MctsAgent a(options), b(options);
  return play_game(m, {&a, &b}, {.seed = seed}, nullptr, nullptr, actions);
}

}  // namespace

TEST_CASE("mcts finds the order of actions that wins now") {
  const PositionGame game = test::load(test::kKeyChargeWins);
  for (const Leaf leaf : {Leaf::Linear, Leaf::Reply, Leaf::Round, Leaf::Rounds2, Leaf::Rounds3, Leaf::Rounds4})
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      MctsAgent agent({.iterations = 100, .leaf = leaf});
      CHECK(test::play_turn(game, agent, seed).winner() == 0);
      CHECK(agent.fallbacks() == 0);
    }
}

TEST_CASE("mcts judges a round later for every 100 iterations, up to four") {
  const Matchup m = test::matchup_of(0, 1);
  State s;
  test::play_random(
      m, s, 1, [](const State&, Action) {}, 40);
  ActionList legal;
  legal_actions(m, s, legal);
  REQUIRE(legal.size() > 1);
  const auto root_value = [&](int iterations, std::optional<Leaf> leaf) {
    MctsAgent agent({.iterations = iterations, .leaf = leaf});
    SmallRng rng{1};
    agent.choose(View(m, s, decision_player(s)), legal, rng);
    return agent.tree().node(0).value;
  };
  for (const auto& [iterations, leaf] :
       {std::pair(50, Leaf::Round), {199, Leaf::Round}, {200, Leaf::Rounds2}, {399, Leaf::Rounds3}, {1000, Leaf::Rounds4}}) {
    INFO(iterations << " iterations");
    const float chosen = root_value(iterations, std::nullopt);
    CHECK(chosen == root_value(iterations, leaf));
    CHECK(chosen != root_value(iterations, Leaf::Reply));
  }
}

TEST_CASE("a position is judged at the ends of the later turns, its own turn's end only when there is no later one") {
  const Matchup m = test::matchup_of(0, 1);
  State s;
  test::play_random(
      m, s, 1, [](const State&, Action) {}, 40);
  const int player = s.active;
  Horizon horizon{.player = player, .turn = s.turn, .leaf = Leaf::Linear, .model = &known_model(kFittedModel)};
  const auto value = [&](Leaf leaf) {
    State copy = s;
    horizon.leaf = leaf;
    return value_of(m, copy, horizon);
  };
  State played = s;
  float ends[3];
  for (float& end : ends) {
    play_out_turn(m, played, played.turn);
    end = win_probability(*horizon.model, View(m, played, player));
  }
  REQUIRE(std::set<float>(ends, ends + 3).size() == 3);
  CHECK(value(Leaf::Linear) == ends[0]);
  CHECK(value(Leaf::Reply) == ends[1]);
  CHECK(value(Leaf::Round) == Approx((ends[1] + ends[2]) / 2));
}

TEST_CASE("mcts merges the orders in which creatures reap") {
  const PositionGame game = test::load(test::kThreeReaps);
  MctsAgent agent({.iterations = 400});
  choose(agent, game, 1);
  CHECK(agent.tree().size() == 7);  // the subsets of three creatures but the full one, which ends the turn
}

TEST_CASE("mcts keeps its tree as long as the turn lasts") {
  const PositionGame game = test::load(test::kThreeReaps);
  MctsAgent agent({.iterations = 200});
  State s = game.state;
  SmallRng rng{1};
  ActionList legal;
  for (int reaps = 0; reaps < 2; ++reaps) {
    legal_actions(game.matchup, s, legal);
    const Action action = agent.choose(View(game.matchup, s, 0), legal, rng);
    REQUIRE(action.verb() == Verb::Reap);
    apply(game.matchup, s, action);
  }
  CHECK(agent.tree().size() == 7);  // the second search has added nothing
}

TEST_CASE("mcts plays the same game again from the same seed") {
  const Matchup m = test::matchup_of(3, 8);
  std::vector<Action> first, second, other;
  const MctsOptions options{.iterations = 3};
  CHECK(play(m, options, 5, &first) == play(m, options, 5, &second));
  CHECK(first == second);
  play(m, options, 6, &other);
  CHECK(first != other);
}

TEST_CASE("mcts allocates nothing while it plays") {
  MctsAgent agent({.iterations = 20});
  test::check_no_allocations(agent, 60);
}

TEST_CASE("a tree that is full is searched on, and its decisions are counted") {
  const Matchup m = test::matchup_of(0, 1);
  State s;
  test::play_random(
      m, s, 1, [](const State&, Action) {}, 40);
  ActionList legal;
  legal_actions(m, s, legal);
  REQUIRE(legal.size() > 1);
  const View view(m, s, decision_player(s));
  for (const uint32_t room : {8u, 2000u}) {
    MctsAgent agent({.iterations = 200, .nodes = room});
    SmallRng rng{1};
    for (int decisions = 1; decisions <= 3; ++decisions) {
      const Action action = agent.choose(view, legal, rng);
      CHECK(std::find(legal.begin(), legal.end(), action) != legal.end());
      CHECK(agent.fallbacks() == (room == 8 ? decisions : 0));
    }
    if (room == 8)
      CHECK(agent.tree().size() == room);
    else
      CHECK(agent.tree().size() < room);
  }
}

TEST_CASE("a tree with room for the root and a node an iteration is never full") {
  const Matchup m = test::matchup_of(3, 8);
  for (uint32_t nodes = 16; nodes <= 26; ++nodes) {  // how much of it is used again depends on its size
    MctsAgent a({.iterations = 5, .nodes = nodes}), b({.iterations = 5, .nodes = nodes});
    play_game(m, {&a, &b}, {.seed = 5});
    CHECK(a.fallbacks() + b.fallbacks() == 0);
  }
}

TEST_CASE("a search in a full tree still finds what the rules of thumb don't") {
  const PositionGame game = test::load(test::kKeyChargeWins);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    MctsAgent agent({.iterations = 100, .nodes = 6}), none({.iterations = 0});
    CHECK(test::play_turn(game, agent, seed).winner() == 0);
    CHECK(agent.fallbacks() > 0);
    CHECK(test::play_turn(game, none, seed).winner() != 0);
  }
}

TEST_CASE("a decision without a search is counted") {
  const PositionGame game = test::load(test::kThreeReaps);
  MctsAgent agent({.iterations = 0});
  CHECK(choose(agent, game, 1).verb() == Verb::Reap);  // the rules of thumb decide
  CHECK(agent.fallbacks() == 1);
}
