// Positions as JSON: what is written gives the State back bit by bit, and people can write them by hand.
#include "engine/position/position_json.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "engine/check/invariants.h"
#include "engine/core/counters.h"
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/view/view.h"
#include "tests/engine/games.h"
#include "tests/engine/position/round_trip.h"

using namespace archon;
using test::equal, test::plain_numbers, test::round_trip;
using Json = nlohmann::json;

namespace {

struct Seen {
  int positions = 0, within_abilities = 0, with_effects = 0;
};

// Positions of random games with all decks and rulebooks.
Seen check_positions(int wanted, int every) {
  Seen seen;
  constexpr const char* kRules[] = {"18.4", "1.3", "1.2", "1.0"};
  for (uint64_t game = 0; seen.positions < wanted; ++game) {
    Matchup m = test::matchup_of(game, game / 3 + 1);
    m.rules = *find_rules(kRules[game % 4]);
    finish_matchup(m);
    State s;
    int step = 0;
    test::play_random(m, s, game + 1, [&](const State& now, Action) {
      if (step++ % every != 0 || seen.positions >= wanted) return;
      ++seen.positions;
      seen.within_abilities += now.frame_count > 0;
      seen.with_effects += now.lasting_count > 0;
      const std::string problem = round_trip(m, now);
      if (!problem.empty()) FAIL("game " << game << ", decision " << step << ": " << problem);
    });
    const std::string problem = round_trip(m, s);  // most of these games are over
    if (!problem.empty()) FAIL("end of game " << game << ": " << problem);
  }
  return seen;
}

LoadedPosition load(const char* text) { return load_position(Json::parse(text)); }

}  // namespace

TEST_CASE("a written position gives the State back bit by bit") {
  const Seen seen = check_positions(600, 7);
  CHECK(seen.within_abilities > 50);
  CHECK(seen.with_effects > 10);
}

TEST_CASE("100,000 written positions give the State back", "[slow]") {
  const Seen seen = check_positions(100'000, 1);
  CHECK(seen.within_abilities > 10'000);
}

TEST_CASE("positions with creatures among the artifacts give the State back") {
  const LoadedPosition loaded = load(R"({
    "rules": "18.4", "active": 0, "first": 0, "phase": "main", "house": "logos",
    "players": [
      { "name": "A", "houses": ["logos", "dis", "untamed"], "hand": ["de-animator", "fear", "mother"], "deck": ["dextre", "fear"],
        "battleline": [ {"card": "de-animator"}, {"card": "urchin", "house": "logos"} ] },
      { "name": "B", "houses": ["brobnar", "logos", "dis"], "hand": ["fear", "punch", "gateway-to-dis"], "deck": ["troll", "fear"],
        "battleline": [ {"card": "troll", "damage": 2}, {"card": "valdr", "owner": 0} ],
        "artifacts": [ {"card": "krump", "aember": 1, "counters": {"mineralize": 1}} ] }
    ]
  })");
  REQUIRE(loaded.game);
  const Matchup& m = loaded.game->matchup;
  int among_artifacts = 0;
  for (uint64_t game = 0; game < 20; ++game) {
    State s = loaded.game->state;
    s.rng[2].state = game + 1;
    SmallRng rng{game + 1};
    ActionList list;
    for (int i = 0; i < 60 && !s.over(); ++i) {
      legal_actions(m, s, list);
      apply(m, s, list[static_cast<int>(rng.below(static_cast<uint32_t>(list.size())))]);
      CHECK(check_invariants(m, s) == "");
      if (const std::string problem = round_trip(m, s); !problem.empty())
        FAIL("game " << game << ", decision " << i << ": " << problem);
      for (CardId card : zone_set(s, Zone::Artifacts, 0) | zone_set(s, Zone::Artifacts, 1))
        among_artifacts += prints_creature(m, s, card);
    }
  }
  CHECK(among_artifacts > 100);
}

TEST_CASE("the position of the format's description can be read") {
  const LoadedPosition loaded = load(R"({
    "rules": "18.4",
    "active": 0, "first": 0, "phase": "main", "house": "dis", "tide": null,
    "players": [
      { "name": "A", "houses": ["dis", "logos", "untamed"], "aember": 4, "keys": ["red"], "chains": 2, "turn": 3,
        "hand": ["gateway-to-dis", {"card": "dust-pixie", "house": "dis", "ref": 12}],
        "deck": ["wild-wormhole", "mother"], "deck_rest": ["dextre", "foggify"],
        "discard": ["fear"], "archives": [], "purged": [],
        "battleline": [ {"card": "dust-imp", "ref": 7, "exhausted": true, "damage": 1},
                        {"card": "valdr", "ref": 40, "owner": 1, "upgrades": [{"card": "blood-of-titans", "owner": 1}]} ],
        "artifacts": [ {"card": "lash-of-broken-dreams"} ] },
      { "name": "B", "houses": ["brobnar", "sanctum", "mars"], "battleline": [{"card": "troll", "aember": 2, "stunned": true}] }
    ],
    "turn_log": {"played": [12], "discarded": [], "used": [7]},
    "effects": []
  })");
  REQUIRE(loaded.game);
  const PositionGame& game = *loaded.game;
  const State& s = game.state;
  CHECK(check_invariants(game.matchup, s) == "");
  CHECK(s.choice.kind == ChoiceKind::Main);
  CHECK(s.players[0].keys == 1);
  CHECK(s.players[0].deck_fixed == 2);
  const CardId valdr = s.at(Zone::Line, 0, 1);
  CHECK(game.numbers[valdr] == 40);
  CHECK(s.cards[valdr].power == 11);
  CHECK(game.numbers[s.at(Zone::Line, 0, 0)] == 7);
  CHECK(s.cards[s.at(Zone::Line, 0, 0)].damage == 1);
  CHECK(game.matchup.cards[s.at(Zone::Hand, 0, 1)].houses == 1 << static_cast<int>(House::Dis));
  // Written and read again it is the same, with the same numbers.
  const LoadedPosition again = load_position(write_position(game.matchup, s, game.numbers));
  REQUIRE(again.game);
  CHECK(equal(again.game->state, s));
  CHECK(again.game->numbers == game.numbers);
}

TEST_CASE("lasting effects can be written by hand") {
  // Warsong: "for the remainder of the turn ..." begun by a card that lies in the discard pile.
  const LoadedPosition loaded = load(R"({"house": "brobnar", "players": [
    {"hand": ["troll", "punch"], "discard": [{"card": "warsong", "ref": 5}]}, {}],
    "effects": [{"source": 5, "clock": "this-turn"}]})");
  REQUIRE(loaded.game);
  CHECK(loaded.game->state.lasting_count == 1);
  CHECK(loaded.game->state.active_count >= 1);
}

TEST_CASE("house icons add a house, other icons a bonus") {
  const LoadedPosition loaded = load(R"({"house": "dis", "players": [
    {"houses": ["dis", "brobnar", "logos"], "hand": [{"card": "troll", "enhanced": ["dis", "draw"]}]}, {}]})");
  REQUIRE(loaded.game);
  const PositionGame& game = *loaded.game;
  const CardId troll = game.state.at(Zone::Hand, 0, 0);
  CHECK(game.matchup.cards[troll].houses == (1 << static_cast<int>(House::Brobnar) | 1 << static_cast<int>(House::Dis)));
  CHECK(game.matchup.cards[troll].icon_count == 1);
  ActionList list;
  legal_actions(game.matchup, game.state, list);
  CHECK(std::ranges::find(list, Action(Verb::Play, troll)) != list.end());
  CHECK(round_trip(game.matchup, game.state) == "");
}

TEST_CASE("named counters are read and written") {
  const LoadedPosition loaded = load(R"({"house": "dis", "players": [
    {"artifacts": [{"card": "the-big-one", "counters": {"fuse": 3, "glory": 1}}]}, {"battleline": ["troll"]}]})");
  REQUIRE(loaded.game);
  const PositionGame& game = *loaded.game;
  CHECK(counters_on(game.state, game.state.at(Zone::Artifacts, 0, 0), counter_kind("fuse")) == 3);
  CHECK(counters_on(game.state, game.state.at(Zone::Line, 1, 0), counter_kind("fuse")) == 0);
  const Json written = write_position(game.matchup, game.state, game.numbers);
  CHECK(written["players"][0]["artifacts"][0]["counters"] == Json::parse(R"({"fuse": 3, "glory": 1})"));
  CHECK(round_trip(game.matchup, game.state) == "");
  CHECK(load(R"({"players": [{"battleline": [{"card": "troll", "counters": {"doms": 1}}]}, {}]})").problems.size() == 1);
}

TEST_CASE("the house that a player chose last is read and written, where a card asks for it") {
  const LoadedPosition loaded = load(R"({"phase": "house", "players": [
    {"houses": ["dis", "logos", "mars"], "last_house": "logos"},
    {"houses": ["brobnar", "sanctum", "untamed"], "artifacts": ["the-ulfberht-device"]}]})");
  REQUIRE(loaded.game);
  const auto& [m, s, refs, numbers] = *loaded.game;
  ActionList list;
  legal_actions(m, s, list);
  CHECK(list.size() == 2);  // it forbids the house of the own previous turn
  CHECK(std::ranges::find(list, Action(Verb::House, kNoCard, static_cast<int>(House::Logos))) == list.end());
  CHECK(write_position(m, s, numbers)["players"][0]["last_house"] == "logos");
  CHECK(round_trip(m, s) == "");
  // Whoever has chosen a house has chosen it last.
  const LoadedPosition main = load(R"({"house": "dis", "players": [{"artifacts": ["the-ulfberht-device"]}, {}]})");
  REQUIRE(main.game);
  CHECK(write_position(main.game->matchup, main.game->state, main.game->numbers)["players"][0]["last_house"] == "dis");
  CHECK(load(R"({"players": [{"last_house": "diss"}, {}]})").problems.size() == 1);
}

TEST_CASE("the tide is read and written") {
  for (const auto& [text, tide] : {std::pair{"0", Tide::High0}, {"1", Tide::High1}, {"\"neutral\"", Tide::Neutral}}) {
    const LoadedPosition loaded =
        load((R"({"house": "dis", "players": [{}, {"battleline": ["troll"]}], "tide": )" + std::string(text) + "}").c_str());
    REQUIRE(loaded.game);
    CHECK(loaded.game->matchup.tide);
    CHECK(loaded.game->state.tide == tide);
    CHECK(write_position(loaded.game->matchup, loaded.game->state, loaded.game->numbers)["tide"].dump() == text);
    CHECK(round_trip(loaded.game->matchup, loaded.game->state) == "");
  }
  const LoadedPosition without = load(R"({"house": "dis", "players": [{}, {"battleline": ["troll"]}], "tide": null})");
  REQUIRE(without.game);
  CHECK(!without.game->matchup.tide);
  CHECK(load(R"({"players": [{}, {}], "tide": 2})").problems.size() == 1);
}

TEST_CASE("a card of the tide in a match without it is read as it is written") {
  const std::string beside = R"({"house": "untamed", "players": [{"hand": ["valoocanth"]}, {}])";
  const LoadedPosition without = load((beside + R"(, "tide": null})").c_str()), left_out = load((beside + "}").c_str());
  REQUIRE(without.game);
  REQUIRE(left_out.game);
  CHECK(!without.game->matchup.tide);
  CHECK(left_out.game->matchup.tide);
  for (const PositionGame* game : {&*without.game, &*left_out.game}) {
    ActionList legal;
    legal_actions(game->matchup, game->state, legal);
    CHECK((std::ranges::find(legal, Action(Verb::RaiseTide)) != legal.end()) == game->matchup.tide);
    const auto written = write_position(game->matchup, game->state, game->numbers);
    CHECK(written["tide"].dump() == (game->matchup.tide ? R"("neutral")" : "null"));
    CHECK(round_trip(game->matchup, game->state) == "");
  }
}

TEST_CASE("a lasting effect without the cards it is bound to is refused") {
  const LoadedPosition unbound = load(R"({"players": [{"battleline": ["smiling-ruth"]}, {"battleline": ["troll"]}],
    "effects": [{"source": "smiling-ruth", "clock": "always"}]})");
  REQUIRE(unbound.problems.size() == 1);
  CHECK(unbound.problems[0].message == "this can't be: lasting effect 0: it needs bound cards");
  const LoadedPosition age = load(R"({"house": "brobnar", "players": [{"discard": [{"card": "warsong", "ref": 5}]}, {}],
    "effects": [{"source": 5, "clock": "this-turn", "age": 2}]})");
  REQUIRE(age.problems.size() == 1);
  CHECK(age.problems[0].message == "this can't be: lasting[0].age is 2");
}

TEST_CASE("a token creature is one of the decks'") {
  const LoadedPosition loaded =
      load(R"({"players": [{"token": "grunt", "battleline": [{"card": "punch", "token": "grunt", "damage": 1}]}, {}]})");
  REQUIRE(loaded.game);
  CHECK(loaded.game->state.cards[0].has(kFacedown));
  CHECK(loaded.game->state.cards[0].power == 3);
  const LoadedPosition other = load(R"({"players": [{"battleline": [{"card": "punch", "token": "grunt"}]}, {}]})");
  REQUIRE(other.problems.size() == 1);
  CHECK(other.problems.at(0).message == "`grunt` is the token creature of neither player");
  const LoadedPosition none = load(R"({"players": [{"token": "troll"}, {}]})");
  REQUIRE(none.problems.size() == 1);
  CHECK(none.problems.at(0).message == "`troll` is no token creature");
  const LoadedPosition hand = load(R"({"players": [{"token": "grunt", "hand": [{"card": "punch", "token": "grunt"}]}, {}]})");
  REQUIRE(hand.problems.size() == 1);
  CHECK(hand.problems.at(0).message == "`punch` is a token creature in no battleline");
}

TEST_CASE("fields of a complete position can be changed, but cards not moved") {
  const Matchup m = test::matchup_of(0, 1);
  State s, last;
  test::play_random(
      m, s, 3, [&](const State& now, Action) { last = now; }, 60);
  const Json json = write_position(m, last, plain_numbers(m));
  Json richer = json;
  richer["players"][0]["aember"] = 5;
  const LoadedPosition loaded = load_position(richer);
  REQUIRE(loaded.game);
  CHECK(loaded.game->state.players[0].amber == 5);
  CHECK(loaded.game->state.choice.kind == last.choice.kind);
  Json moved = json;
  moved["players"][0]["discard"].push_back(moved["players"][0]["deck_rest"][0]);
  moved["players"][0]["deck_rest"].erase(0);
  REQUIRE(load_position(moved).problems.size() == 1);
  CHECK(load_position(moved).problems[0].message.find("`pending` belongs to other cards") == 0);
  Json damaged = json;
  damaged["pending"] = json["pending"].get<std::string>().substr(4);
  CHECK(load_position(damaged).problems.at(0).message == "`pending` is damaged");
}

TEST_CASE("mistakes in a position are named with their place") {
  const auto first = [](const char* text) {
    const LoadedPosition loaded = load(text);
    CHECK_FALSE(loaded.game);
    return loaded.problems.empty() ? std::string("none") : loaded.problems[0].at + ": " + loaded.problems[0].message;
  };
  CHECK(first(R"([])") == ": an object is wanted");
  CHECK(first(R"({"allow_blank": false})").starts_with(": unknown field `allow_blank`"));
  CHECK(first(R"({"playrs": []})") == ": unknown field `playrs`; did you mean `players`?");
  CHECK(first(R"({"players": [{"hand": ["punch", "dust-inp"]}]})") ==
        "players[0].hand[1]: unknown card `dust-inp`; did you mean `dust-imp`?");
  CHECK(first(R"({"players": [{"hand": [{"ref": 3}]}]})") == "players[0].hand[0]: the field `card` is missing");
  CHECK(first(R"({"players": [{}, {"aember": -1}]})") == "players[1].aember: a whole number from 0 to 30000 is wanted");
  CHECK(first(R"({"phase": "mian"})") == "phase: unknown phase `mian`; did you mean `main`?");
  CHECK(first(R"({"house": 3})") == "house: a text is wanted");
  CHECK(first(R"({"rules": "2.0"})") == "rules: there is no such rulebook (1.0, 1.2, 1.3 or 18.4)");
  CHECK(first(R"({"turn_log": {"played": [9]}})") == ": no card of the position is called `9`");
  CHECK(first(R"({"players": [{"hand": [{"card": "punch", "ref": 1}, {"card": "fear", "ref": 1}]}]})") ==
        ": two cards have the ref 1");
  CHECK(first(R"({"players": [{"hand": [{"card": "troll", "damage": 2}]}]})").find(": this can't be: ") == 0);
  CHECK(first(R"({"players": [{"battleline": ["punch"]}]})").find("`punch` is of type action") != std::string::npos);
}

TEST_CASE("a view shows what a player may know and nothing else") {
  const Matchup m = test::matchup_of(2, 3);
  State s;
  test::play_random(
      m, s, 5, [](const State&, Action) {}, 80);
  const std::vector<int> numbers = plain_numbers(m);
  const Json view = write_view(m, s, numbers, 1);
  CHECK_FALSE(view.contains("chance"));
  CHECK_FALSE(view.contains("pending"));
  // Another deal of the same view reads the same.
  SmallRng rng{3};
  const State dealt = View(m, s, 1).deal(rng);
  CHECK(write_view(m, dealt, numbers, 1).dump() == write_view(m, s, numbers, 1).dump());
  for (const Json& card : view["players"][0]["deck_rest"]) CHECK(card.is_null());
  for (const Json& card : view["players"][1]["hand"]) CHECK(card.is_object());
}

TEST_CASE("a position in which somebody has three keys is over") {
  const LoadedPosition won =
      load(R"({"players": [{"hand": ["fear"]}, {"keys": ["red", "blue", "yellow"], "hand": ["fear"]}]})");
  REQUIRE(won.game);
  CHECK(won.game->state.over());
  CHECK(won.game->state.winner() == 1);
  const char* both = R"({"players": [{"keys": ["red", "blue", "yellow"]}, {"keys": ["red", "blue", "yellow"]}]})";
  REQUIRE(load(both).problems.size() == 1);
  CHECK(load(both).problems[0].message == "both players can't have won: one has the keys to win");
  const char* other = R"({"phase": "over", "winner": 0, "players": [{}, {"keys": ["red", "blue", "yellow"]}]})";
  CHECK(load(other).problems.size() == 1);
}

TEST_CASE("the work for a hostile position is bounded") {
  const auto hand = [](const Json& cards) { return load_position({{"players", {{{"hand", cards}}, Json::object()}}}); };
  const std::string name = "dust-imp" + std::string(200'000, 'p');
  REQUIRE(hand({name}).problems.size() == 1);
  CHECK(hand({name}).problems[0].message == "unknown card `" + name.substr(0, 60) + "...`");
  const LoadedPosition some = hand(std::vector<std::string>(20'000, "dust-inp"));
  REQUIRE(some.problems.size() == 51);
  CHECK(some.problems[49].message == "unknown card `dust-inp`; did you mean `dust-imp`?");
  CHECK(some.problems[50].message == "and 19950 more problems");
  // A list may be of any length: what a position is refused for is said.
  CHECK(hand(std::vector<std::string>(100'000, "deusillus")).problems[0].message == "a game has at most 80 cards");
  const auto log = [](const std::vector<std::string>& used) {
    return load_position({{"players", {{{"hand", {"dust-imp"}}}, Json::object()}}, {"turn_log", {{"used", used}}}});
  };
  CHECK(log(std::vector<std::string>(5'000, "dust-imp")).game);
  const LoadedPosition strange = log(std::vector<std::string>(5'000, "dust-inp"));
  REQUIRE(strange.problems.size() == 51);
  CHECK(strange.problems[50].message == "and 4950 more problems");
  Json keys;
  for (int i = 0; i < 120'000; ++i) keys["key" + std::to_string(i)] = 1;
  CHECK(load_position(keys).problems.back().message == "and 119950 more problems");
}
