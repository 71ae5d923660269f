#include "engine/position/position.h"

#include <catch2/catch.hpp>

#include "engine/check/invariants.h"
#include "engine/engine.h"
#include "engine/position/position_pending.h"

using namespace archon;

namespace {

PositionCard named(const std::string& id) {
  PositionCard card;
  card.card = id;
  return card;
}

}  // namespace

TEST_CASE("an empty position is a game") {
  const PositionResult result = build_position({});
  REQUIRE(result.game);
  CHECK(check_invariants(result.game->matchup, result.game->state) == "");
}

TEST_CASE("cards lie where the position says, with what is on them") {
  Position position;
  position.active = 1;
  position.house = House::Dis;
  PositionCard troll = named("troll");
  troll.damage = 3;
  troll.stunned = true;
  troll.owner = 1;
  PositionCard upgrade = named("blood-of-titans");
  upgrade.owner = 1;
  troll.upgrades = {upgrade};
  position.players[0].battleline = {named("urchin"), troll};
  position.players[0].amber = 4;
  position.players[0].keys = 3;
  position.players[1].hand = {named("fear")};
  position.players[1].deck = {named("arise"), named("hysteria")};
  const PositionResult result = build_position(position);
  REQUIRE(result.game);
  const State& s = result.game->state;
  const auto id = [&](const char* ref) { return result.game->refs.at(ref); };
  CHECK(s.at(Zone::Line, 0, 1) == id("troll"));
  CHECK(s.cards[id("troll")].damage == 3);
  CHECK(s.cards[id("troll")].has(kStunned));
  CHECK(s.cards[id("troll")].power == 13);
  CHECK(s.cards[id("blood-of-titans")].host == id("troll"));
  CHECK(s.cards[id("blood-of-titans")].controller == 1);
  CHECK(result.game->matchup.cards[id("troll")].owner == 1);
  CHECK(s.at(Zone::Deck, 1, 0) == id("arise"));
  CHECK(s.players[1].deck_fixed == 2);
  CHECK(s.players[0].amber == 4);
  CHECK(s.players[0].keys == 3);
  CHECK(s.active == 1);
  CHECK(s.choice.kind == ChoiceKind::Main);
  CHECK(check_invariants(result.game->matchup, s) == "");
}

TEST_CASE("copies are numbered") {
  Position position;
  position.players[0].battleline = {named("urchin")};
  position.players[0].hand = {named("urchin"), named("punch")};
  position.players[1].battleline = {named("urchin")};
  const PositionResult result = build_position(position);
  REQUIRE(result.game);
  const auto& refs = result.game->refs;
  CHECK(refs.count("urchin") == 0);
  CHECK(result.game->state.cards[refs.at("urchin#1")].zone == Zone::Line);
  CHECK(result.game->state.cards[refs.at("urchin#2")].zone == Zone::Hand);
  CHECK(result.game->matchup.cards[refs.at("urchin#3")].owner == 1);
  CHECK(refs.at("punch") == refs.at("punch#1"));
}

TEST_CASE("mistakes of a position are named") {
  Position position;
  position.players[0].battleline = {named("dust-inp"), named("punch")};
  position.players[1].artifacts = {named("fear")};
  const PositionResult result = build_position(position);
  CHECK_FALSE(result.game);
  REQUIRE(result.problems.size() == 3);
  CHECK(result.problems[0].find("unknown card `dust-inp`") == 0);
  CHECK(result.problems[0].find("dust-imp") != std::string::npos);
  CHECK(result.problems[1].find("`punch` is of type action") == 0);
  CHECK(result.problems[2].find("`fear` is of type action") == 0);
}

TEST_CASE("a boss's card is in no position and in no line") {
  Position position;
  position.players[0].hand = {named("legendary-keyraken")};
  CHECK(build_position(position).problems == std::vector<std::string>{"`legendary-keyraken` has no definition"});
  position.players[0].hand = {named("troll")};
  PositionGame game = build_position(position).game.value(), read;
  Matchup& m = game.matchup;
  REQUIRE(read_line(write_line(m, game.state), read).empty());
  m.cards[game.refs.at("troll")].definition = static_cast<uint16_t>(CardTable::instance().find_id("legendary-keyraken"));
  CHECK(read_line(write_line(m, game.state), read) == std::vector<std::string>{"the position line is damaged"});
}

TEST_CASE("a creature lies among the artifacts only where an effect makes it one") {
  Position position;
  position.players[1].artifacts = {named("troll")};
  CHECK(build_position(position).problems.size() == 1);
  position.players[0].battleline = {named("de-animator")};
  const PositionResult back = build_position(position);  // it has no counter
  REQUIRE(back.problems.empty());
  CHECK(back.game->state.count(Zone::Line, 1) == 1);
}
