// Each invariant notices the damage it is there for.
#include "engine/check/invariants.h"

#include <catch2/catch.hpp>

#include "engine/core/counters.h"
#include "engine/position/position.h"

using namespace archon;

namespace {

PositionCard named(const std::string& id) {
  PositionCard card;
  card.card = id;
  return card;
}

PositionGame small_game() {
  Position position;
  position.house = House::Brobnar;
  position.players[0].battleline = {named("troll"), named("valdr")};
  position.players[0].battleline[0].upgrades = {named("blood-of-titans")};
  position.players[0].hand = {named("punch")};
  position.players[1].battleline = {named("bumpsy")};
  position.players[1].deck_rest = {named("anger"), named("fear")};
  PositionResult result = build_position(position);
  REQUIRE(result.problems.empty());
  return *result.game;
}

bool notices(const PositionGame& game, const State& broken, const std::string& what) {
  return check_invariants(game.matchup, broken).find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("a sound state has no violations") {
  const PositionGame game = small_game();
  CHECK(check_invariants(game.matchup, game.state) == "");
}

TEST_CASE("violations are noticed") {
  const PositionGame game = small_game();
  const auto id = [&](const char* ref) { return game.refs.at(ref); };
  State s = game.state;
  SECTION("a card in two places") {
    s.order[0] = s.order[1];
    CHECK(notices(game, s, "is in two places"));
  }
  SECTION("a card that says it is elsewhere") {
    s.cards[id("punch")].zone = Zone::Discard;
    CHECK(notices(game, s, "lies in another zone than it says"));
  }
  SECTION("a creature on the wrong side") {
    s.cards[id("troll")].controller = 1;
    CHECK(notices(game, s, "on the side of the player who doesn't control it"));
  }
  SECTION("an upgrade without a creature") {
    s.cards[id("blood-of-titans")].host = id("punch");
    CHECK(notices(game, s, "is attached to nothing"));
  }
  SECTION("aember out of play") {
    s.cards[id("punch")].amber = 1;
    CHECK(notices(game, s, "out of play but has aember"));
  }
  SECTION("damage out of play") {
    s.cards[id("punch")].damage = 1;
    CHECK(notices(game, s, "has damage or counters"));
  }
  SECTION("named counters out of play") {
    set_counters(s, id("punch"), counter_kind("doom"), 1);
    CHECK(notices(game, s, "out of play but has counters"));
  }
  SECTION("a status out of play") {
    s.cards[id("anger")].set(kStunned);
    CHECK(notices(game, s, "has a status"));
  }
  SECTION("a creature that should be dead") {
    s.cards[id("bumpsy")].damage = 5;
    CHECK(notices(game, s, "has damage 5 but power 5"));
  }
  SECTION("a mark of destruction that was forgotten") {
    s.cards[id("bumpsy")].set(kTagged);
    CHECK(notices(game, s, "still tagged"));
  }
  SECTION("derived values that are out of date") {
    s.cards[id("troll")].power = 8;
    CHECK(notices(game, s, "outdated derived values"));
  }
  SECTION("more fixed cards than the deck has") {
    s.players[1].deck_fixed = 3;
    CHECK(notices(game, s, "more cards of a deck are fixed"));
  }
  SECTION("a known card whose place is random") {
    s.cards[id("anger")].set(kKnownTo0);
    CHECK(notices(game, s, "its place isn't fixed"));
  }
  SECTION("too many chains") {
    s.players[0].chains = 25;
    CHECK(notices(game, s, "too many chains"));
  }
  SECTION("a facedown creature of a player without a token creature") {
    s.cards[id("troll")].set(kFacedown);
    s.cards[id("troll")].definition = game.matchup.cards[id("valdr")].definition;
    CHECK(notices(game, s, "is facedown but no token creature"));
  }
  SECTION("a facedown card in a hand") {
    s.cards[id("punch")].set(kFacedown);
    CHECK(notices(game, s, "is facedown but no token creature"));
  }
  SECTION("a game that goes on although it is won") {
    s.players[0].keys = 7;
    CHECK(notices(game, s, "the keys to win"));
  }
  SECTION("a question that is not the one waited for") {
    s.choice = {};
    s.choice.kind = ChoiceKind::Target;
    CHECK(notices(game, s, "nobody is asked for"));
  }
  SECTION("a queue out of bounds") {
    s.waiting_count = kMaxWaiting + 1;
    CHECK(notices(game, s, "waiting_count is 41"));
  }
}
