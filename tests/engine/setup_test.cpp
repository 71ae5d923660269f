// What the deal and chance do, where a scenario would have to name one outcome of many.
#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "engine/facts/facts.h"
#include "engine/make_matchup.h"
#include "engine/notation.h"
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

TEST_CASE("of the prophecies of a deck two are one card, inactive at first, and the archon power is in force") {
  const DeckResult read = parse_deck(
      "name: Test\nset: mixed\nhouses: Brobnar, Dis, Logos\narchon power: Rage\nprophecy: Bad Omen\nprophecy: Overreach\n"
      "prophecy: Heads, I Win\nprophecy: Tails, You Lose\n[Brobnar]\n12 Anger\n[Dis]\n12 Dust Imp\n[Logos]\n12 Dextre\n");
  REQUIRE(read.deck);
  const Matchup m = *make_matchup(*read.deck, *read.deck).matchup;
  CHECK(m.card_count == 2 * (36 + 1 + 2));
  State s;
  new_game(m, s, {.seed = 1});
  for (int player : {0, 1}) {
    REQUIRE(s.count(Zone::Inactive, player) == 2);
    REQUIRE(s.count(Zone::Reference, player) == 1);
    CHECK(s.count(Zone::Hand, player) + s.count(Zone::Deck, player) == 36);
    const auto sides = [&](int at) {
      const MatchCard& card = m.cards[s.at(Zone::Inactive, player, at)];
      return std::pair(facts_of(m, card.definition).id, facts_of(m, card.reverse).id);
    };
    CHECK(sides(0) == std::pair<std::string, std::string>("bad-omen", "overreach"));
    CHECK(sides(1) == std::pair<std::string, std::string>("heads-i-win", "tails-you-lose"));
    CHECK(facts_of(m, s.cards[s.at(Zone::Reference, player, 0)].definition).id == "rage");
  }
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
