// The rules of thumb, and the prior made of them.
#include <array>
#include <catch2/catch.hpp>
#include <numeric>

#include "agents/learned/action_scores.h"
#include "agents/reading/purpose.h"
#include "engine/engine.h"
#include "tests/agents/positions.h"

using namespace archon;
using archon::test::load;

namespace {

Action best(const PositionGame& game) {
  ActionList legal;
  legal_actions(game.matchup, game.state, legal);
  std::array<int, kMaxActions> scores{};
  action_scores(View(game.matchup, game.state, decision_player(game.state)), legal, scores);
  return legal[best_index(legal, scores)];
}

}  // namespace

TEST_CASE("a prior falls with the score and leaves nothing impossible") {
  const std::array<int, 5> scores = {4000, 4000, 3994, 2500, -1000};
  std::array<float, 5> probabilities{};
  prior(scores, probabilities);
  CHECK(std::accumulate(probabilities.begin(), probabilities.end(), 0.0) == Approx(1));
  CHECK(probabilities[0] == probabilities[1]);
  CHECK(probabilities[2] == Approx(probabilities[0] * std::exp(-0.5)));  // 6 tenths of an aember behind
  CHECK(probabilities[3] == Approx(probabilities[0] * std::exp(-1.0)));  // the cap
  CHECK(probabilities[4] == probabilities[3]);
}

TEST_CASE("a single action is certain") {
  std::array<float, 1> probabilities{};
  prior(std::array<int, 1>{-7}, probabilities);
  CHECK(probabilities[0] == 1);
}

TEST_CASE("equal scores: the first action, or one by lot") {
  ActionList legal;
  for (int i = 0; i < 3; ++i) legal.add(Action(Verb::Option, kNoCard, i));
  const std::array<int, 3> scores = {1, 5, 5};
  CHECK(best_index(legal, scores) == 1);
  std::array<int, 3> chosen{};
  SmallRng rng{5};
  for (int i = 0; i < 1000; ++i) ++chosen[static_cast<size_t>(best_action(legal, scores, rng).index())];
  CHECK(chosen[0] == 0);
  CHECK(chosen[1] > 400);
  CHECK(chosen[2] > 400);
}

TEST_CASE("a fight is picked against what it destroys without loss") {
  PositionGame game = load(R"({"house": "brobnar", "players": [
    {"battleline": ["headhunter"]}, {"battleline": ["troll", "silvertooth", "valdr"]}]})");
  const CardId attacker = game.refs.at("headhunter");
  apply(game.matchup, game.state, Action(Verb::Fight, attacker));
  const View view(game.matchup, game.state, 0);
  REQUIRE(view.picks_defender());
  CHECK(view.choice().source == attacker);
  CHECK(best(game) == Action(Verb::Target, game.refs.at("silvertooth")));
}

TEST_CASE("targets of an ability are no defenders") {
  PositionGame game = load(R"({"house": "brobnar", "players": [
    {"hand": ["punch"], "battleline": ["troll"]}, {"battleline": ["silvertooth", "valdr"]}]})");
  apply(game.matchup, game.state, Action(Verb::Play, game.refs.at("punch")));
  CHECK_FALSE(View(game.matchup, game.state, 0).picks_defender());
  CHECK(best(game) == Action(Verb::Target, game.refs.at("silvertooth")));  // 3 damage destroy it, and it only
}

TEST_CASE("damage that is dealt piece by piece goes on no creature that what is gathered destroys") {
  PositionGame game = load(R"({"house": "untamed", "players": [
    {"hand": ["cooperative-hunting"], "battleline": ["troll", "valdr", "headhunter"]},
    {"battleline": ["silvertooth", "bumpsy"]}]})");
  const CardId small = game.refs.at("silvertooth"), large = game.refs.at("bumpsy");
  apply(game.matchup, game.state, Action(Verb::Play, game.refs.at("cooperative-hunting")));
  const View view(game.matchup, game.state, 0);
  for (int piece = 0; piece < 2; ++piece) {
    CHECK(view.pending_damage(small) == piece);
    CHECK(toughness(view, small) == 2 - piece);
    CHECK(best(game) == Action(Verb::Target, small));
    apply(game.matchup, game.state, Action(Verb::Target, small));
  }
  CHECK(toughness(view, small) == 0);
  CHECK(best(game) == Action(Verb::Target, large));
}

TEST_CASE("a creature with entrench is readied, unless what it gives while exhausted is worth more") {
  const auto leaves = [](const char* line) {
    PositionGame game = load(std::string(R"({"house": "mars", "players": [{"battleline": [{"card": ")") + line +
                             R"(", "exhausted": true}]}, {"battleline": ["troll"]}]})");
    REQUIRE(game.state.step == Step::Ready);  // the main step has nothing to do
    return best(game) == Action(Verb::Done);
  };
  CHECK(leaves("operator-olluyyg"));  // keys of the opponent cost 3 more
  CHECK(leaves("noxious-ionox"));     // destroys an enemy creature
  CHECK(!leaves("sparkscheme"));      // draws a card when an enemy creature reaps
}

TEST_CASE("aember gained by reaping is taken from one's own creature") {
  PositionGame game = load(R"({"house": "brobnar", "players": [{"battleline": [
    {"card": "fading-apparition", "exhausted": true}, {"card": "krump", "aember": 2}, "troll"]}, {"battleline": ["valdr"]}]})");
  apply(game.matchup, game.state, Action(Verb::Reap, game.refs.at("troll")));
  CHECK(best(game) == Action(Verb::Target, game.refs.at("krump")));
}

TEST_CASE("cards are played before creatures reap, and the turn ends last") {
  PositionGame game = load(R"({"house": "brobnar", "players": [
    {"hand": ["troll"], "battleline": ["valdr"]}, {}]})");
  CHECK(best(game).verb() == Verb::Play);
  apply(game.matchup, game.state, best(game));
  while (game.state.choice.kind != ChoiceKind::Main) apply(game.matchup, game.state, best(game));
  CHECK(best(game) == Action(Verb::Reap, game.refs.at("valdr")));
}

TEST_CASE("a card forges only what can be paid; a card that does harm makes room for another") {
  const auto with_amber = [](int amber) {
    return best(load(R"({"house": "untamed", "players": [{"aember": )" + std::to_string(amber) +
                     R"(, "hand": ["key-charge", "bigtwig"]}, {}]})"))
        .card();
  };
  PositionGame rich = load(R"({"house": "untamed", "players": [{"aember": 7, "hand": ["key-charge", "troll"]}, {}]})");
  CHECK(best(rich) == Action(Verb::Play, rich.refs.at("key-charge")));
  PositionGame poor = load(R"({"house": "untamed", "players": [{"aember": 3, "hand": ["key-charge", "troll"]}, {}]})");
  CHECK(best(poor) == Action(Verb::Discard, poor.refs.at("key-charge")));
  CHECK(with_amber(7) != with_amber(3));
  // Half of every pool is lost: one's own only.
  PositionGame pools =
      load(R"({"house": "logos", "players": [{"aember": 6, "hand": ["effervescent-principle", "troll"]}, {}]})");
  CHECK(best(pools) == Action(Verb::Discard, pools.refs.at("effervescent-principle")));
  PositionGame enemy = load(R"({"house": "logos", "players": [{"hand": ["effervescent-principle", "troll"]}, {"aember": 6}]})");
  CHECK(best(enemy) == Action(Verb::Play, enemy.refs.at("effervescent-principle")));
}

TEST_CASE("the house that is named against the opponent is the one it has most of") {
  PositionGame game = load(R"({"house": "dis", "players": [
    {"hand": ["restringuntus"], "battleline": ["troll", "pitlord"], "houses": ["dis", "brobnar", "shadows"]},
    {"battleline": ["zorg", "zorg", "valdr"], "houses": ["mars", "brobnar", "sanctum"]}]})");
  apply(game.matchup, game.state, Action(Verb::Play, game.refs.at("restringuntus")));
  while (game.state.choice.kind != ChoiceKind::HouseName) apply(game.matchup, game.state, best(game));
  CHECK(best(game).index() == static_cast<int>(House::Mars));
}

TEST_CASE("a house is named for hidden cards of the opponent that its deck has") {
  // Deep Probe: the creatures of a house are discarded from the opponent's hand.
  PositionGame game = load(R"({"house": "mars", "players": [
    {"hand": ["deep-probe", "troll", "zorg"], "houses": ["mars", "brobnar", "shadows"]},
    {"hand": ["valdr"], "houses": ["dis", "logos", "sanctum"]}]})");
  apply(game.matchup, game.state, Action(Verb::Play, game.refs.at("deep-probe")));
  REQUIRE(game.state.choice.kind == ChoiceKind::HouseName);
  CHECK((game.matchup.deck_houses[1] >> best(game).index() & 1) == 1);
}

TEST_CASE("cards that count deeds come after them, and cards for which others must be in hand before those") {
  // Stampede: three creatures have to be used first.
  PositionGame deeds = load(R"({"house": "untamed", "players": [
    {"hand": ["stampede"], "battleline": ["bigtwig", "bigtwig", "bigtwig"]}, {"aember": 4}]})");
  CHECK(best(deeds).verb() == Verb::Reap);
  // Gateway to Dis destroys every creature: first they reap, and those in hand come later.
  PositionGame sweep = load(R"({"house": "dis", "players": [{"hand": ["gateway-to-dis", "pitlord"], "battleline": ["dust-imp"]},
    {"battleline": ["troll", "troll", "valdr", "bumpsy"]}]})");
  CHECK(best(sweep) == Action(Verb::Reap, sweep.refs.at("dust-imp")));
  apply(sweep.matchup, sweep.state, best(sweep));
  CHECK(best(sweep) == Action(Verb::Play, sweep.refs.at("gateway-to-dis")));
  // Commpod readies a Mars creature for each Mars card of the hand that is shown.
  PositionGame shown = load(R"({"house": "mars", "players": [
    {"hand": ["grabber-jammer"], "artifacts": ["commpod"], "battleline": ["zorg"]}, {}]})");
  CHECK(best(shown) == Action(Verb::Reap, shown.refs.at("zorg")));
  apply(shown.matchup, shown.state, best(shown));
  CHECK(best(shown) == Action(Verb::Action, shown.refs.at("commpod")));
  apply(shown.matchup, shown.state, best(shown));
  CHECK(best(shown) == Action(Verb::Target, shown.refs.at("grabber-jammer")));
}

TEST_CASE("a rule that binds its own player is a price") {
  PositionGame game = load(R"({"house": "shadows", "players": [{"artifacts": ["the-sting"], "hand": ["troll"]}, {}]})");
  const auto acts = [&](int amber) {
    game.state.players[0].amber = static_cast<uint16_t>(amber);
    return best(game).verb() == Verb::Action;
  };
  CHECK_FALSE(acts(2));  // it pays its player whenever the opponent forges
  CHECK(acts(6));        // but for a key of one's own it has to go
}

TEST_CASE("what follows on 'if you do' belongs to the yes") {
  // A Mars creature of the hand may be revealed, and then is archived.
  PositionGame game = load(R"({"house": "brobnar", "players": [
    {"artifacts": ["incubation-chamber"], "hand": ["zorg", "troll"]}, {}]})");
  apply(game.matchup, game.state, Action(Verb::Action, game.refs.at("incubation-chamber")));
  REQUIRE(game.state.choice.kind == ChoiceKind::YesNo);
  CHECK(best(game).verb() == Verb::Yes);
}

TEST_CASE("aember is taken from the creature that has some") {
  PositionGame game = load(R"({"house": "saurian", "players": [{"artifacts": ["library-of-polliasaurus"],
    "battleline": ["troll", {"card": "krump", "aember": 2}, "valdr"]}, {}]})");
  apply(game.matchup, game.state, Action(Verb::Action, game.refs.at("library-of-polliasaurus")));
  CHECK(best(game) == Action(Verb::Target, game.refs.at("krump")));
}

TEST_CASE("a card is discarded for a creature that may not be used before") {
  // Giant Sloth gains 3 when an Untamed card was discarded from hand this turn.
  PositionGame game = load(R"({"house": "untamed", "players": [
    {"hand": ["dust-pixie", "snufflegator"], "battleline": ["giant-sloth"]}, {}]})");
  CHECK(best(game) == Action(Verb::Discard, game.refs.at("snufflegator")));  // the other one has two aember on it
  apply(game.matchup, game.state, best(game));
  CHECK(best(game) == Action(Verb::Play, game.refs.at("dust-pixie")));
  apply(game.matchup, game.state, best(game));
  while (game.state.choice.kind != ChoiceKind::Main) apply(game.matchup, game.state, best(game));
  CHECK(best(game) == Action(Verb::Action, game.refs.at("giant-sloth")));
}

TEST_CASE("the house is chosen that keeps the opponent from its last key") {
  const auto house = [](const std::string& keys, const std::string& mine) {
    const PositionGame game = load(R"({"phase": "house", "players": [
      {"houses": ["dis", "brobnar", "untamed"], "battleline": ["troll", "valdr", "bumpsy"], )" +
                                   mine + R"(},
      {"aember": 6, "keys": [)" + keys +
                                   R"(], "battleline": ["zorg"]}]})");
    REQUIRE(game.state.choice.kind == ChoiceKind::House);
    return best(game).index();
  };
  const std::string steal = R"("hand": ["shooler", "punch"])", dearer = R"("artifacts": ["lash-of-broken-dreams"])";
  for (const std::string& mine : {steal, dearer}) {
    INFO(mine);
    CHECK(house(R"("red", "blue")", mine) == static_cast<int>(House::Dis));
    CHECK(house("", R"("hand": ["punch"])") == static_cast<int>(House::Brobnar));
  }
}

TEST_CASE("the trait is named that the rest of the ability asks for") {
  // Congregate gains 2 when two friendly creatures have the trait.
  PositionGame game = load(R"({"house": "sanctum", "players": [
    {"hand": ["congregate"], "battleline": ["troll", "krump", "valdr"]}, {"battleline": ["zorg", "zorg"]}]})");
  apply(game.matchup, game.state, Action(Verb::Play, game.refs.at("congregate")));
  while (game.state.choice.kind == ChoiceKind::Trait) apply(game.matchup, game.state, best(game));
  CHECK(game.state.players[0].amber >= 2);
}
