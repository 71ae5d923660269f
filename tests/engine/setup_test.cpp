// What the deal and chance do, where a scenario would have to name one outcome of many.
#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "engine/facts/facts.h"
#include "engine/make_matchup.h"
#include "engine/position/position.h"
#include "tests/engine/games.h"

using namespace archon;

TEST_CASE("each player starts with the chains of the match") {
  Matchup m = test::matchup_of(0, 1);
  m.starting_chains = {3, 8};
  for (int first : {0, 1}) {
    State s;
    new_game(m, s, {.seed = 1, .first = first});
    CHECK(s.players[0].chains == 3);
    CHECK(s.players[1].chains == 8);
    // CHAIN HANDICAP: 1 to 6 chains cost one card, 7 to 12 two.
    CHECK(s.count(Zone::Hand, 0) == (first == 0 ? 7 : 6) - 1);
    CHECK(s.count(Zone::Hand, 1) == (first == 1 ? 7 : 6) - 2);
  }
}

TEST_CASE("the tide comes with decks of cards that refer to it, but not with an early preview of one") {
  const auto has_tide = [](const char* card, bool anomaly, bool with_tide) {
    Deck deck;
    DeckCard& entry = deck.cards.emplace_back();
    entry.card = CardTable::instance().find_id(card);
    entry.house = House::Brobnar;
    entry.anomaly = anomaly;
    deck.tide = with_tide;
    return make_matchup(deck, Deck{}).matchup->tide;
  };
  CHECK(!has_tide("troll", false, false));
  CHECK(has_tide("troll", false, true));
  CHECK(has_tide("valoocanth", false, false));
  CHECK(!has_tide("valoocanth", true, false));
}

TEST_CASE("a random card of a hand is each of them equally often") {
  const std::array<std::string, 5> hand = {"troll", "bumpsy", "punch", "fear", "urchin"};
  std::array<int, 5> discarded{};
  constexpr int kGames = 5000;
  for (int seed = 0; seed < kGames; ++seed) {
    Position position;
    position.house = House::Dis;
    position.seed = static_cast<uint64_t>(seed);
    position.players[0].hand.emplace_back().card = "mind-barb";
    for (const std::string& card : hand) position.players[1].hand.emplace_back().card = card;
    PositionResult made = build_position(position);
    REQUIRE(made.game);
    const Matchup& m = made.game->matchup;
    State& s = made.game->state;
    ActionList actions;
    legal_actions(m, s, actions);
    REQUIRE(actions[0].verb() == Verb::Play);
    apply(m, s, actions[0]);
    REQUIRE(s.count(Zone::Discard, 1) == 1);
    for (size_t i = 0; i < hand.size(); ++i)
      discarded[i] += s.cards[s.at(Zone::Discard, 1, 0)].definition == CardTable::instance().find_id(hand[i]);
  }
  double chi_square = 0;
  for (int count : discarded) chi_square += (count - kGames / 5.0) * (count - kGames / 5.0) / (kGames / 5.0);
  CHECK(chi_square < 18.5);  // 4 degrees of freedom: exceeded once in 1,000 sets of seeds
}
