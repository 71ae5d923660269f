// Positions with prophecies, archon powers and a fourth key are written and read exactly.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "engine/check/invariants.h"
#include "engine/core/frames.h"
#include "engine/core/zones.h"
#include "engine/notation.h"
#include "engine/position/position_json.h"
#include "tests/engine/games.h"
#include "tests/engine/position/round_trip.h"

using namespace archon;
using test::round_trip;
using Json = nlohmann::json;

namespace {

// Decks of the first set with an archon power and with prophecies; so chosen that each of them occurs.
Deck with_reference_cards(Deck deck, uint64_t game) {
  std::vector<int> powers, prophecies;
  const auto cards = CardTable::instance().cards();
  for (size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].type == CardType::ArchonPower) powers.push_back(static_cast<int>(i));
    if (cards[i].type == CardType::Prophecy) prophecies.push_back(static_cast<int>(i));
  }
  deck.archon_power = powers[game % powers.size()];
  for (uint64_t i = 0; i < kDeckProphecies; ++i) deck.prophecies.push_back(prophecies[(4 * game + i) % prophecies.size()]);
  return deck;
}

LoadedPosition load(const std::string& text) { return load_position(Json::parse(text)); }

}  // namespace

TEST_CASE("positions with prophecies and archon powers give the State back") {
  int activated = 0, active = 0, fulfilling = 0;
  for (uint64_t game = 0; game < 28; ++game) {
    const std::vector<Deck>& decks = test::playable_decks();
    const Matchup m = *make_matchup(with_reference_cards(decks[game % decks.size()], game),
                                    with_reference_cards(decks[(game + 5) % decks.size()], game + 11))
                           .matchup;
    State s;
    int step = 0;
    test::play_random(
        m, s, game + 1,
        [&](const State& now, Action action) {
          const bool resolving = now.frame_count > 0 && now.stack[now.frames[0]] == static_cast<uint8_t>(FrameType::Prophecy);
          fulfilling += resolving;
          activated += action.verb() == Verb::Activate;
          active += zone_set(now, Zone::Reference, 0).size() + zone_set(now, Zone::Reference, 1).size() > 2;
          if (step++ % 15 != 0 && !resolving) return;
          const std::string problem = round_trip(m, now);
          if (!problem.empty()) FAIL("game " << game << ", decision " << step << ": " << problem);
        },
        400);
  }
  CHECK(activated > 50);
  CHECK(active > 1000);
  CHECK(fulfilling > 50);
}

TEST_CASE("prophecies, archon powers and a fourth key are read and written") {
  const LoadedPosition loaded = load(R"({
    "house": "brobnar", "prophesied": true,
    "players": [
      { "houses": ["brobnar", "dis", "logos"], "archon_power": "tinkerer", "keys": ["red", "colourless"], "hand": ["troll"],
        "prophecies": [ {"card": "bad-omen", "reverse": "overreach"},
                        {"card": "heads-i-win", "reverse": "tails-you-lose", "active": "tails-you-lose", "under": ["urchin"]},
                        {"card": "stars-aligned", "active": "stars-aligned"} ] },
      { "archon_power": "rage", "hand": ["fear"], "prophecies": [ {"card": "wasteful-regret"} ] }
    ]
  })");
  REQUIRE(loaded.game);
  const PositionGame& game = *loaded.game;
  const State& s = game.state;
  CHECK(check_invariants(game.matchup, s) == "");
  CHECK(s.players[0].keys == 0b1001);
  CHECK(s.prophesied == 1);
  const auto ids = [&](Zone zone, int player) {
    std::vector<std::string> found;
    for (CardId card : zone_of(s, zone, player)) found.emplace_back(facts_of(game.matchup, s.cards[card].definition).id);
    std::ranges::sort(found);
    return found;
  };
  CHECK(ids(Zone::Inactive, 0) == std::vector<std::string>{"bad-omen"});
  CHECK(ids(Zone::Reference, 0) == std::vector<std::string>{"stars-aligned", "tails-you-lose", "tinkerer"});
  CHECK(ids(Zone::Inactive, 1) == std::vector<std::string>{"wasteful-regret"});
  CHECK(ids(Zone::Reference, 1) == std::vector<std::string>{"rage"});
  const Json written = write_position(game.matchup, s, game.numbers);
  CHECK(written["players"][0]["keys"] == Json::parse(R"(["red", "colourless"])"));
  CHECK(written["players"][0]["archon_power"]["card"] == "tinkerer");
  REQUIRE(written["players"][0]["prophecies"].size() == 3);
  CHECK(written["players"][0]["prophecies"][0]["reverse"] == "overreach");
  CHECK_FALSE(written["players"][0]["prophecies"][0].contains("active"));
  CHECK(written["players"][0]["prophecies"][1]["active"] == "tails-you-lose");
  CHECK(written["players"][0]["prophecies"][1]["under"].size() == 1);
  CHECK(round_trip(game.matchup, s) == "");
  // Who has made none active this turn may do so.
  const auto activations = [](const PositionGame& position) {
    ActionList list;
    legal_actions(position.matchup, position.state, list);
    return std::ranges::count_if(list, [](Action action) { return action.verb() == Verb::Activate; });
  };
  CHECK(activations(game) == 0);
  Json other = written;
  other.erase("prophesied");
  other.erase("pending");
  const LoadedPosition again = load_position(other);
  REQUIRE(again.game);
  CHECK(activations(*again.game) == 2);
}

TEST_CASE("prophecies and archon powers that cannot be are refused") {
  const auto first = [](const std::string& player) {
    const LoadedPosition loaded = load(R"({"players": [{)" + player + R"(}, {}]})");
    return loaded.problems.empty() ? "" : loaded.problems.front().message;
  };
  CHECK(first(R"("prophecies": [{"card": "bad-omen", "active": "overreach"}])") != "");
  CHECK(first(R"("prophecies": [{"card": "bad-omen", "reverse": "troll"}])") != "");
  CHECK(first(R"("prophecies": [{"card": "rage", "active": "rage"}])") != "");
  CHECK(first(R"("archon_power": "bad-omen")") != "");
  CHECK(first(R"("archon_power": {"card": "bad-omen", "active": "bad-omen"})") != "");
  CHECK(first(R"("prophecies": ["troll"])") != "");
  CHECK(first(R"("archon_power": "troll")") != "");
  CHECK(first(R"("hand": ["rage"])") != "");
  CHECK(first(R"("battleline": ["bad-omen"])") != "");
  CHECK(first(R"("hand": [{"card": "troll", "reverse": "overreach"}])") != "");
  CHECK(first(R"("keys": ["red", "blue", "yellow", "colorless"])") != "");
}
