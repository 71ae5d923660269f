#include "sim/play/game_check.h"

#include <catch2/catch.hpp>

#include "engine/engine.h"
#include "sim/play/match.h"
#include "sim/watch/coverage_decks.h"
#include "tests/engine/games.h"

using namespace archon;

TEST_CASE("games of every set go through the check") {
  for (const Expansion& set : card_sets()) {
    const std::vector<Deck> decks = coverage_decks(set.code, 2, 3);
    REQUIRE(decks.size() == 2);
    const MatchupResult made = make_matchup(decks[0], decks[1]);
    REQUIRE(made.matchup);
    for (int64_t number = 0; number < 4; ++number) {
      const MatchGame game =
          play_match_game({.matchup = &*made.matchup, .agents = {"random", "random"}, .seed = 5, .check = true}, number);
      INFO(set.code << ", game " << number);
      CHECK(game.violation == "");
      CHECK_FALSE(game.record.fault());
    }
  }
}

TEST_CASE("the check changes no game") {
  const Matchup m = test::matchup_of(0, 1);
  const MatchSpec plain{.matchup = &m, .agents = {"random", "random"}, .seed = 2};
  MatchSpec checked = plain;
  checked.check = true;
  CHECK(play_match_game(plain, 0).record == play_match_game(checked, 0).record);
}

#ifndef ARCHON_CHECKED  // where the engine itself ends at a broken State
TEST_CASE("the check names the first thing that is wrong, with its place") {
  const Matchup m = test::matchup_of(0, 1);
  GameCheck check(m, 1);
  State s;
  test::play_random(
      m, s, 7, [](const State&, Action) {}, 40);
  ActionList legal;
  legal_actions(m, s, legal);
  const Action action = *legal.begin();
  check.decided(s, legal, action);
  CHECK(check.violation() == "");
  State broken = s;
  const CardId card = zone_of(broken, Zone::Deck, 0)[0];
  broken.cards[card].damage = 3;  // of a card that lies in a deck
  check.decided(broken, legal, action);
  CHECK_THAT(check.violation(), Catch::StartsWith("turn " + std::to_string(s.turn) + ", after "));
  const std::string first = check.violation();
  broken.cards[card].damage = 0;
  broken.players[1].amber = -1;
  check.decided(broken, legal, action);
  CHECK(check.violation() == first);
}
#endif
