// What counts as the same position for a player.
#include "agents/reading/information_set.h"

#include <catch2/catch.hpp>

#include "engine/engine.h"
#include "engine/view/view.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

const char* const kThreeImps = R"({"house": "dis", "players": [
  {"hand": ["fear", "hand-of-dis"], "battleline": ["dust-imp", "dust-imp", {"card": "dust-imp", "damage": 1}]},
  {"aember": 2, "battleline": ["troll"]}]})";

uint64_t key_after(const PositionGame& game, std::initializer_list<Action> actions, int player = 0) {
  State s = game.state;
  for (Action action : actions) apply(game.matchup, s, action);
  return information_set_key(game.matchup, s, player);
}

CardId card(const PositionGame& game, const char* ref) { return game.refs.at(ref); }

}  // namespace

TEST_CASE("dealing hidden cards again keeps the key") {
  int pairs = 0, differ = 0;
  SmallRng rng{3};
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const Matchup m = test::matchup_of(seed, seed + 9);
    State s;
    test::play_random(m, s, seed, [&](const State& state, Action) {
      const int player = state.choice.player;
      const State dealt = View(m, state, player).deal(rng);
      ++pairs;
      differ += information_set_key(m, state, player) != information_set_key(m, dealt, player);
    });
  }
  CHECK(pairs > 500);
  CHECK(differ == 0);
}

TEST_CASE("every decision of a game has a key of its own") {
  const Matchup m = test::matchup_of(2, 4);
  std::vector<uint64_t> keys;
  State s;
  test::play_random(m, s, 9, [&](const State& state, Action) { keys.push_back(information_set_key(m, state, 0)); });
  REQUIRE(keys.size() > 50);
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
}

TEST_CASE("reaping in another order leads to the same position") {
  const PositionGame game = test::load(kThreeImps);
  const Action one(Verb::Reap, card(game, "dust-imp#1")), two(Verb::Reap, card(game, "dust-imp#2")),
      three(Verb::Reap, card(game, "dust-imp#3"));
  CHECK(key_after(game, {one, two}) == key_after(game, {two, one}));
  CHECK(key_after(game, {one, two, three}) == key_after(game, {three, one, two}));
  CHECK(key_after(game, {one, two}) != key_after(game, {one, three}));
  CHECK(key_after(game, {one}) != key_after(game, {two}));
  CHECK(key_after(game, {one}) != key_after(game, {}));
}

TEST_CASE("facts that a player knows change the key, those it doesn't know don't") {
  const PositionGame game = test::load(kThreeImps);
  const uint64_t key = information_set_key(game.matchup, game.state, 0);
  const auto changed = [&](auto change, int player = 0) {
    State s = game.state;
    change(s);
    return information_set_key(game.matchup, s, player) !=
           (player == 0 ? key : information_set_key(game.matchup, game.state, 1));
  };
  CHECK(changed([](State& s) { ++s.players[1].amber; }));
  CHECK(changed([](State& s) { s.players[0].keys = 1; }));
  CHECK(changed([&](State& s) { s.cards[card(game, "dust-imp#1")].damage = 1; }));
  CHECK(changed([&](State& s) { s.cards[card(game, "dust-imp#1")].set(kStunned); }));
  CHECK_FALSE(changed([](State& s) { s.rng[0].state = 77; }));
  CHECK_FALSE(changed([](State& s) { s.decisions = 500; }));
  const auto other_hand = [](State& s) {  // two cards of one's own hand change places: known to their owner only
    std::swap(s.order[s.begin(Zone::Hand, 0)], s.order[s.begin(Zone::Hand, 0) + 1]);
  };
  CHECK(changed(other_hand, 0));
  CHECK_FALSE(changed(other_hand, 1));
}
