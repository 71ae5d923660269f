#include "engine/core/state.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "engine/position/position_json.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

bool equal(const State& a, const State& b) {
  return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), sizeof a) == 0;
}

}  // namespace

TEST_CASE("a state is small and can be copied as bytes") {
  CHECK(sizeof(State) <= 8192);
  CHECK(sizeof(Card) == 28);
  CHECK(std::is_trivially_copyable_v<State>);
  CHECK(sizeof(Action) == 4);
}

TEST_CASE("equal seeds give equal games, bit by bit") {
  const Matchup m = test::matchup_of(0, 1);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    static State a, b;
    std::memset(static_cast<void*>(&a), 0xAA, sizeof a);  // what was there before doesn't matter
    std::memset(static_cast<void*>(&b), 0x55, sizeof b);
    test::play_random(
        m, a, seed, [](const State&, Action) {}, 300);
    test::play_random(
        m, b, seed, [](const State&, Action) {}, 300);
    CHECK(equal(a, b));
  }
}

TEST_CASE("different seeds give different games") {
  const Matchup m = test::matchup_of(0, 1);
  State a, b;
  new_game(m, a, {.seed = 1});
  new_game(m, b, {.seed = 2});
  CHECK_FALSE(equal(a, b));
  new_game(m, b, {.seed = 1, .game = 1});
  CHECK_FALSE(equal(a, b));
}

TEST_CASE("a copy goes on exactly like the original") {
  const Matchup m = test::matchup_of(2, 3);
  int decisions = 0, differences = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    State s;
    State copy, copied_result;
    bool pending = false;
    test::play_random(m, s, seed, [&](const State& before, Action action) {
      if (pending) differences += !equal(copied_result, before);
      copy = before;
      apply(m, copy, action);
      copied_result = copy;
      pending = true;
      ++decisions;
    });
  }
  CHECK(decisions > 1000);
  CHECK(differences == 0);
}

TEST_CASE("looking at the legal actions changes nothing") {
  const Matchup m = test::matchup_of(0, 2);
  State s;
  int changes = 0;
  test::play_random(m, s, 9, [&](const State& state, Action) {
    const State before = state;
    ActionList first, second;
    legal_actions(m, state, first);
    legal_actions(m, state, second);
    changes += !equal(before, state) || first.size() != second.size();
    for (int i = 0; i < first.size(); ++i) changes += first[i] != second[i];
  });
  CHECK(changes == 0);
}

TEST_CASE("the first player is random unless it is given") {
  const Matchup m = test::matchup_of(0, 1);
  int first[2] = {0, 0};
  for (uint64_t game = 0; game < 200; ++game) {
    State s;
    new_game(m, s, {.seed = 5, .game = game});
    ++first[s.first];
    new_game(m, s, {.seed = 5, .game = game, .first = 1});
    CHECK(s.first == 1);
  }
  CHECK(first[0] > 60);
  CHECK(first[1] > 60);
}

// Games in which such effects piled up ended as a fault: decks of More Mutation, seed 1997386653122013251, games 45 and 74.
TEST_CASE("an effect that holds while a card is controlled is not kept without a card") {
  LoadedPosition loaded =
      load_position(nlohmann::json::parse(R"({"house": "shadows", "players": [{"hand": ["borrow", "urchin"]}, {}]})"));
  REQUIRE(loaded.game);
  State& s = loaded.game->state;
  apply(loaded.game->matchup, s, Action(Verb::Play, loaded.game->refs.at("borrow")));
  CHECK(s.cards[loaded.game->refs.at("borrow")].zone == Zone::Discard);
  CHECK(s.lasting_count == 0);
}
