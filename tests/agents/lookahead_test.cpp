// The lookahead agent sees what a turn leads to.
#include "agents/search/lookahead.h"

#include <catch2/catch.hpp>

#include "agents/agent_registry.h"
#include "sim/play/game.h"
#include "sim/play/match.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;
using archon::test::load;
using archon::test::matchup_of;

TEST_CASE("looking ahead finds the winning key") {
  const PositionGame game = load(R"({"house": "untamed", "players": [
    {"aember": 7, "keys": ["red", "blue"], "hand": ["key-charge", "dew-faerie"]},
    {"aember": 3, "battleline": ["silvertooth"]}]})");
  LookaheadAgent agent({.actions = 4, .margin = 10'000, .trust = 20});
  const State end = archon::test::play_turn(game, agent, 1);
  CHECK(end.over());
  CHECK(end.winner() == 0);
}

TEST_CASE("looking ahead prevents a key that would win for the opponent") {
  const PositionGame game = load(R"({"phase": "house", "players": [
    {"aember": 0, "hand": ["shooler", "punch"], "battleline": ["troll", "valdr", "bumpsy"],
     "houses": ["dis", "brobnar", "untamed"]},
    {"aember": 6, "keys": ["red", "blue"], "battleline": ["troll"]}]})");
  LookaheadAgent agent;
  const State end = archon::test::play_turn(game, agent, 1);
  CHECK(end.players[1].amber == 5);
  CHECK_FALSE(end.over());
}

TEST_CASE("games of the lookahead agent are a function of their seed") {
  const Matchup m = matchup_of(3, 11);
  const auto play = [&](uint64_t seed) {
    LookaheadAgent a, b;
    Fingerprint fingerprint;
    play_game(m, {&a, &b}, {.seed = seed}, &fingerprint);
    return fingerprint.value;
  };
  CHECK(play(1) == play(1));
  CHECK(play(1) != play(2));
}

TEST_CASE("the lookahead agent allocates nothing while it plays") {
  LookaheadAgent agent({.actions = 6, .targets = 6, .margin = 10'000});
  archon::test::check_no_allocations(agent, 50);
}

namespace {

// The house in three worlds a round later, everything else in two.
LookaheadOptions in_worlds(LookaheadOptions::Deal deal) {
  return {
      .actions = 4, .targets = 4, .house = {3, Leaf::Round}, .other = {2, Leaf::Reply}, .deal = deal, .house_margin = 10'000};
}

constexpr LookaheadOptions::Deal kDeals[] = {LookaheadOptions::Deal::Turn, LookaheadOptions::Deal::Decision};

}  // namespace

TEST_CASE("looking ahead in several worlds and rounds finds the winning key, too") {
  const PositionGame game = load(R"({"house": "untamed", "players": [
    {"aember": 7, "keys": ["red", "blue"], "hand": ["key-charge", "dew-faerie"]},
    {"aember": 6, "keys": ["red", "blue"], "battleline": ["silvertooth"]}]})");  // wins in the next turn
  for (const LookaheadOptions::Deal deal : kDeals) {
    LookaheadOptions options = in_worlds(deal);
    options.margin = 10'000;
    options.trust = 20;
    LookaheadAgent agent(options);
    CHECK(archon::test::play_turn(game, agent, 1).winner() == 0);
  }
}

TEST_CASE("looking ahead in several worlds and rounds prevents a key that would win for the opponent, too") {
  const PositionGame game = load(R"({"phase": "house", "players": [
    {"aember": 0, "hand": ["shooler", "punch"], "battleline": ["troll", "valdr", "bumpsy"],
     "houses": ["dis", "brobnar", "untamed"]},
    {"aember": 6, "keys": ["red", "blue"], "battleline": ["troll"]}]})");
  LookaheadAgent agent(in_worlds(LookaheadOptions::Deal::Decision));
  const State end = archon::test::play_turn(game, agent, 1);
  CHECK(end.players[1].amber == 5);
  CHECK_FALSE(end.over());
}

TEST_CASE("several worlds: a game is a function of its seed, and nothing is allocated") {
  const Matchup m = matchup_of(3, 11);
  for (const LookaheadOptions::Deal deal : kDeals) {
    const auto play = [&](uint64_t seed) {
      LookaheadAgent a(in_worlds(deal)), b(in_worlds(deal));
      Fingerprint fingerprint;
      play_game(m, {&a, &b}, {.seed = seed}, &fingerprint);
      return fingerprint.value;
    };
    CHECK(play(1) == play(1));
    CHECK(play(1) != play(2));
    LookaheadAgent agent(in_worlds(deal));
    archon::test::check_no_allocations(agent, 50);
  }
}

TEST_CASE("with one world nothing is given up, and the rest of the options changes nothing") {
  const Matchup m = matchup_of(3, 11);
  const auto play = [&](const LookaheadOptions& options) {
    LookaheadAgent a(options), b(options);
    Fingerprint fingerprint;
    play_game(m, {&a, &b}, {.seed = 1}, &fingerprint);
    return fingerprint.value;
  };
  const uint64_t usual = play({});
  CHECK(play({.behind = 0}) == usual);
  CHECK(play({.house_margin = 600}) == usual);
  CHECK(play({.house = {3, Leaf::Round}}) != usual);
  CHECK(play({.other = {1, Leaf::Round}}) != usual);
}

TEST_CASE("full specs leave out parameters that came later, where they are as before") {
  CHECK(full_spec("lookahead:worlds=1") == "lookahead:actions=1,targets=2,margin=600,trust=100,model=fitted,weights=current");
  CHECK(full_spec("lookahead:house_leaf=round,deal=decision") == full_spec("lookahead") + ",house_leaf=round,deal=decision");
}

TEST_CASE("presets are agents under another name") {
  for (const Preset& each : presets()) {
    INFO(each.name);
    CHECK(make_agent(each.name).agent);
    CHECK(full_spec(each.name) == full_spec(each.spec));
  }
  CHECK_THAT(make_agent("standard:margin=1").error, Catch::StartsWith("the preset 'standard' takes no parameters"));
  CHECK_THAT(make_agent("policy:weights=/no/such/file").error, Catch::Contains("'/no/such/file': there is no such file"));
}

TEST_CASE("the standard agent is stronger than the policy alone, and that than the rules of thumb", "[slow]") {
  const auto rate = [](const std::string& agent, const std::string& other) {
    int64_t wins = 0, decided = 0;
    for (int i = 0; i < 12; ++i) {
      const Matchup m = matchup_of(static_cast<size_t>(5 * i), static_cast<size_t>(11 * i + 3));
      for (size_t seat = 0; seat < 2; ++seat) {
        MatchSpec spec{.matchup = &m, .agents = {other, other}, .seed = 9, .games = 60};
        spec.agents[seat] = agent;
        const Tally tally = play_match(spec).total();
        wins += tally.wins[seat];
        decided += tally.decided();
      }
    }
    return static_cast<double>(wins) / static_cast<double>(decided);
  };
  CHECK(rate("policy", "greedy") > 0.55);
  CHECK(rate("standard", "policy") > 0.55);
}
