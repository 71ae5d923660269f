// Which decks and positions a rulebook knows: 1.0 and 1.2 are of Call of the Archons (2018), 1.3 came with Age of Ascension
// (2019).
#include "engine/deck/known_sets.h"

#include <catch2/catch.hpp>

#include "engine/make_matchup.h"
#include "engine/position/position.h"
#include "engine/position/position_pending.h"

using namespace archon;

namespace {

Deck deck_file(const std::string& name) {
  DeckResult read = read_deck_file(ARCHON_SOURCE_DIR "/sim/decks/" + name + ".deck");
  REQUIRE(read.deck);
  return *std::move(read.deck);
}

MatchupResult matchup(const Deck& a, const Deck& b, const char* rules) {
  return make_matchup(a, b, {.rules = *find_rules(rules)});
}

int id(const char* card) { return CardTable::instance().find_id(card); }

// A deck of several sets with the Troll and what `change` adds.
template <class Change>
std::string unknown(const char* rules, Change change) {
  Deck deck;
  deck.name = "D";
  deck.set = kMixedSet;
  deck.houses = {House::Brobnar, House::Dis, House::Logos};
  deck.cards.emplace_back().card = id("troll");
  change(deck);
  return unknown_to(*find_rules(rules), deck);
}

PositionResult position(const char* rules, const std::string& in_hand) {
  Position position;
  position.rules = *find_rules(rules);
  position.players[0].hand.emplace_back().card = in_hand;
  return build_position(position);
}

}  // namespace

TEST_CASE("each rulebook plays the decks of the sets it knows") {
  const struct {
    const char *deck, *oldest;
  } kDecks[] = {{"radiant-argus-the-supreme", "1.0"},         {"aoa/crawling-martini-quasimodo", "1.3"},
                {"wc/zebrogus-the-servant-wanderer", "18.4"}, {"mm/cylconium-chamber-agent", "18.4"},
                {"dt/cassiopeia-la-artera", "18.4"},          {"toc/pupa-ramos-the-ever-changing", "18.4"}};
  for (const auto& [name, oldest] : kDecks) {
    const Deck deck = deck_file(name);
    bool known = false;
    for (const char* rules : {"1.0", "1.2", "1.3", "18.4"}) {
      INFO(name << ", rulebook " << rules);
      known |= std::string(rules) == oldest;
      const MatchupResult made = matchup(deck, deck, rules);
      CHECK(made.matchup.has_value() == known);
      CHECK(made.unknown_decks.size() == (known ? 0 : 1));
    }
  }
}

TEST_CASE("all decks that the rulebook doesn't know are named") {
  const Deck argus = deck_file("radiant-argus-the-supreme"), aoa = deck_file("aoa/crawling-martini-quasimodo"),
             wc = deck_file("wc/zebrogus-the-servant-wanderer");
  const std::string of_aoa = "deck \"" + aoa.name + "\": rulebook 1.2 does not know Age of Ascension";
  const std::string of_wc = "deck \"" + wc.name + "\": rulebook 1.2 does not know Worlds Collide";
  CHECK(matchup(wc, aoa, "1.2").unknown_decks == std::vector<std::string>{of_wc, of_aoa});
  CHECK(matchup(argus, wc, "1.2").unknown_decks == std::vector<std::string>{of_wc});
  CHECK(matchup(aoa, argus, "1.2").unknown_decks == std::vector<std::string>{of_aoa});
}

TEST_CASE("a deck of several sets is known when all its cards are, whatever else they were printed in") {
  CHECK(unknown("1.0", [](Deck&) {}).empty());
  CHECK(unknown("1.0", [](Deck& deck) { deck.cards.emplace_back().card = id("barehanded"); }).empty());  // CotA, AoA, WC ...
  const auto duskwitch = [](Deck& deck) { deck.cards.emplace_back().card = id("duskwitch"); };
  CHECK(unknown("1.3", duskwitch).empty());
  CHECK(unknown("1.2", duskwitch) == "deck \"D\": rulebook 1.2 does not know Duskwitch (Age of Ascension)");
  const auto several = [](Deck& deck) {
    for (const char* card : {"bonesaw", "mimic-gel", "bonesaw"}) deck.cards.emplace_back().card = id(card);
  };
  CHECK(unknown("1.3", several) ==
        "deck \"D\": rulebook 1.3 does not know Bonesaw (Mass Mutation), Mimic Gel (Worlds Collide)");
  CHECK(unknown("18.4", several).empty());
}

TEST_CASE("what later sets bring besides cards is unknown, too") {
  const std::string knows_not = "deck \"D\": rulebook 1.3 does not know ";
  CHECK(unknown("1.3", [](Deck& deck) { deck.token = id("grunt"); }) == knows_not + "Grunt (Winds of Exchange)");
  CHECK(unknown("1.3", [](Deck& deck) { deck.archon_power = id("artificer"); }) == knows_not + "Artificer (Crucible Clash)");
  CHECK(unknown("1.3", [](Deck& deck) { deck.prophecies = {id("overreach")}; }) == knows_not + "Overreach (Prophetic Visions)");
  CHECK(unknown("1.3", [](Deck& deck) { deck.tide = true; }) == knows_not + "the tide (Dark Tidings)");
  CHECK(unknown("1.3", [](Deck& deck) { deck.houses[2] = House::Saurian; }) == knows_not + "house Saurian (Worlds Collide)");
  CHECK(unknown("1.3", [](Deck& deck) { deck.cards[0].bonus_icons = {"draw"}; }) ==
        knows_not + "added bonus icons (Mass Mutation)");
}

TEST_CASE("a position is refused for its cards") {
  CHECK(position("1.0", "troll").game.has_value());
  CHECK(position("1.3", "duskwitch").game.has_value());
  CHECK(position("1.2", "duskwitch").problems ==
        std::vector<std::string>{"rulebook 1.2 does not know Duskwitch (Age of Ascension); `rules` 18.4 does"});
  CHECK(position("18.4", "bonesaw").game.has_value());
  CHECK_FALSE(position("1.3", "bonesaw").game.has_value());
}

TEST_CASE("a position is refused for copies, tokens, houses and the tide") {
  const auto problems = [](auto change) {
    Position position;
    position.rules = *find_rules("1.3");
    PositionPlayer& player = position.players[0];
    player.battleline.emplace_back().card = "troll";
    change(position, player);
    const PositionResult result = build_position(position);
    CHECK_FALSE(result.game.has_value());
    return result.problems.size() == 1 ? result.problems[0] : std::to_string(result.problems.size()) + " problems";
  };
  const std::string before = "rulebook 1.3 does not know ", after = "; `rules` 18.4 does";
  CHECK(problems([](Position&, PositionPlayer& player) { player.battleline[0].copy_of = "bonesaw"; }) ==
        before + "Bonesaw (Mass Mutation)" + after);
  CHECK(problems([](Position&, PositionPlayer& player) { player.token = "grunt"; }) ==
        before + "Grunt (Winds of Exchange)" + after);
  CHECK(problems([](Position&, PositionPlayer& player) { player.archon_power.card = "artificer"; }) ==
        before + "Artificer (Crucible Clash)" + after);
  CHECK(problems([](Position&, PositionPlayer& player) { player.houses = {House::Saurian}; }) ==
        before + "house Saurian (Worlds Collide)" + after);
  CHECK(problems([](Position&, PositionPlayer& player) { player.battleline[0].icons = {Icon::Draw}; }) ==
        before + "added bonus icons (Mass Mutation)" + after);
  CHECK(problems([](Position& position, PositionPlayer&) { position.tide = Tide::Neutral; }) ==
        before + "the tide (Dark Tidings)" + after);
}

TEST_CASE("a position line is refused for its cards") {
  PositionResult built = position("18.4", "bonesaw");
  REQUIRE(built.game);
  PositionGame read;
  CHECK(read_line(write_line(built.game->matchup, built.game->state), read).empty());
  built.game->matchup.rules = *find_rules("1.3");
  CHECK(read_line(write_line(built.game->matchup, built.game->state), read) ==
        std::vector<std::string>{"rulebook 1.3 does not know Bonesaw (Mass Mutation); `rules` 18.4 does"});
  PositionResult known = position("1.0", "library-access");  // in its oldest wording
  REQUIRE(known.game);
  CHECK(read_line(write_line(known.game->matchup, known.game->state), read).empty());
}
