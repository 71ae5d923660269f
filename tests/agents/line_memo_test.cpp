// What lines of play came to: met again in any order, and never taken for another position.
#include "agents/search/line_memo.h"

#include <catch2/catch.hpp>

#include "agents/learned/policy_file.h"
#include "agents/reading/model_file.h"
#include "agents/search/playout.h"
#include "engine/core/random.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

// The position after the first creatures of the line, in this order, have reaped.
State after_reaps(const PositionGame& game, std::initializer_list<int> creatures) {
  State s = game.state;
  std::vector<CardId> cards;
  for (const CardId each : zone_of(game.state, Zone::Line, 0)) cards.push_back(each);
  for (const int creature : creatures) apply(game.matchup, s, Action(Verb::Reap, cards.at(static_cast<size_t>(creature))));
  return s;
}

// A memo that knows one position.
LineMemo knowing(const PositionGame& game, const State& s, float value) {
  LineMemo memo;
  memo.begin();
  REQUIRE_FALSE(memo.meets(game.matchup, s));
  memo.end(value);
  memo.begin();
  return memo;
}

}  // namespace

TEST_CASE("a line meets a position that another order of its actions came to") {
  const PositionGame game = test::load(test::kThreeReaps);
  LineMemo memo = knowing(game, after_reaps(game, {0, 1}), 0.25f);
  REQUIRE(memo.meets(game.matchup, after_reaps(game, {1, 0})));
  CHECK(memo.known() == 0.25f);
  CHECK_FALSE(memo.meets(game.matchup, after_reaps(game, {0, 2})));
  CHECK_FALSE(memo.meets(game.matchup, after_reaps(game, {0})));
  memo.forget();
  CHECK_FALSE(memo.meets(game.matchup, after_reaps(game, {1, 0})));
}

TEST_CASE("what differs in anything that matters is another position") {
  const PositionGame game = test::load(test::kThreeReaps);
  LineMemo memo = knowing(game, game.state, 0.25f);
  const CardId creature = game.state.at(Zone::Line, 0, 0);
  const auto met = [&](auto change) {
    State s = game.state;
    change(s);
    return memo.meets(game.matchup, s);
  };
  CHECK(met([](State&) {}));
  CHECK_FALSE(met([](State& s) { ++s.players[1].amber; }));
  CHECK_FALSE(met([](State& s) { s.players[0].chains = 1; }));
  CHECK_FALSE(met([&](State& s) { s.cards[creature].damage = 1; }));
  CHECK_FALSE(met([&](State& s) { s.cards[creature].set(kStunned); }));
  CHECK_FALSE(met([&](State& s) { s.cards[creature].uses = 1; }));
  CHECK_FALSE(met([](State& s) { std::swap(s.order[s.begin(Zone::Line, 0)], s.order[s.begin(Zone::Line, 0) + 1]); }));
  CHECK_FALSE(
      met([](State& s) { s.log[s.log_count++] = {.type = EventType::Reap, .card = 1, .other = 2, .player = 0, .flags = 0}; }));
  CHECK_FALSE(met([](State& s) { s.rng[2].next(); }));
  CHECK_FALSE(met([](State& s) { ++s.hand_moves; }));
  CHECK_FALSE(met([](State& s) { s.tide = Tide::High1; }));
  CHECK_FALSE(met([](State& s) { s.extra_turns[0] = 1; }));
  CHECK_FALSE(met([&](State& s) { s.counters[s.counter_count++] = {.card = creature, .kind = 1, .number = 1}; }));
  CHECK_FALSE(met([](State& s) { s.lasting[s.lasting_count++] = {.body = 1}; }));
}

TEST_CASE("playing on comes to the same with a memo and without") {
  const PolicyOptions policy{.net = &policy_net(0)};
  int values = 0;
  for (size_t pair = 0; pair < 6; ++pair) {
    const Matchup m = test::matchup_of_any_sets(pair * 7);
    State start;
    test::play_random(m, start, pair, [&](const State& s, Action) {
      if (s.choice.kind != ChoiceKind::Main || s.decisions % 5 != 0) return;
      ActionList legal;
      legal_actions(m, s, legal);
      for (const Leaf leaf : {Leaf::Reply, Leaf::Round}) {
        LineMemo memo;
        const Horizon horizon{.player = s.active, .turn = s.turn, .leaf = leaf, .model = &known_model(0), .policy = policy};
        for (const Action each : legal) {
          State one = s, other = s;
          apply(m, one, each);
          apply(m, other, each);
          values += 1;
          CHECK(value_of(m, one, horizon, &memo) == value_of(m, other, horizon));
        }
      }
    });
  }
  CHECK(values > 500);
}
