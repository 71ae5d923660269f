// What is lost in the turns of games.
#include "sim/turns/turn_losses.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/position/position_json.h"
#include "sim/turns/turn_games.h"
#include "tests/shipped_decks.h"
#include "tests/sim/kept_in.h"
#include "tests/sim/turns/turn_agents.h"
#include "tests/temporary_folder.h"

using namespace archon;
using namespace archon::test;

namespace {

TurnAgent named(const std::string& name) {
  return {name, [name] { return make_agent(name).agent; }};
}

TurnsSpec spec_of(TurnAgent agent, TurnAgent against, int64_t games = 12) {
  TurnsSpec spec;
  for (const char* name : {"radiant-argus-the-supreme", "miss-onyx-censorius", "guide-achea"})
    spec.decks.push_back(shipped_deck(name).deck);
  spec.pairs = {{0, 1}, {0, 2}, {1, 2}};
  spec.agents = {std::move(agent), std::move(against)};
  spec.deals = 4;
  spec.turns = 2;
  spec.every = 4;
  spec.games = games;
  return spec;
}

void check_same(const TurnsReport& a, const TurnsReport& b) {
  CHECK(a.games == b.games);
  CHECK(a.all.turns == b.all.turns);
  CHECK(a.all.loss.mean == b.all.loss.mean);
  CHECK(a.all.loss.interval.low == b.all.loss.interval.low);
  for (size_t i = 0; i < kTurnCauses; ++i) {
    CHECK(a.causes[i].turns == b.causes[i].turns);
    CHECK(a.causes[i].part.mean == b.causes[i].part.mean);
  }
  REQUIRE(a.cards.size() == b.cards.size());
  for (size_t i = 0; i < a.cards.size(); ++i) CHECK(a.cards[i].part == b.cards[i].part);
  REQUIRE(a.worst.size() == b.worst.size());
  for (size_t i = 0; i < a.worst.size(); ++i) {
    CHECK(a.worst[i].loss == b.worst[i].loss);
    CHECK(a.worst[i].position == b.worst[i].position);
    CHECK(a.worst[i].did == b.worst[i].did);
  }
}

}  // namespace

TEST_CASE("an agent loses nothing beside itself, though it draws lots") {
  for (const char* name : {"random", "fast", "mcts:iterations=5"}) {
    const TurnsReport report = measure_turns(spec_of(named(name), named(name), 4));
    CHECK(report.all.turns > 4);
    CHECK(report.causes[0].turns == report.all.turns);
    CHECK(report.all.loss.mean == 0);
    CHECK(report.worst.empty());
    CHECK(report.cards.empty());
  }
}

TEST_CASE("losses turn round when the agents do, and parts add up to the whole") {
  const TurnsReport report = measure_turns(spec_of(named("random"), named("standard"), 20));
  CHECK(report.all.loss.mean > 0.02);
  CHECK(report.all.loss.interval.low > 0);
  CHECK(report.games == 20);
  int64_t turns = 0;
  double part = 0, share = 0;
  for (const TurnCell& cell : report.causes) {
    turns += cell.turns;
    part += cell.part.mean;
    share += cell.share.mean;
    CHECK(cell.part.mean == Approx(cell.share.mean * cell.loss.mean));
  }
  CHECK(turns == report.all.turns);
  CHECK(share == Approx(1));
  CHECK(part == Approx(report.all.loss.mean));
  CHECK(report.causes[0].loss.mean == 0);
  REQUIRE(report.sets.size() == 1);
  CHECK(report.sets[0].loss.mean == Approx(report.all.loss.mean));
  CHECK(report.sets[0].turns == report.all.turns);
  CHECK(measure_turns(spec_of(named("standard"), named("random"), 20)).all.loss.mean < 0);
}

TEST_CASE("turns are the same on any number of threads") {
  const TurnsSpec spec = spec_of(named("greedy"), named("fast"));
  check_same(measure_turns(spec, {1}), measure_turns(spec, {2}));
}

TEST_CASE("turns of a run that was stopped are those of its first games, and it goes on from a ledger") {
  const TurnsSpec spec = spec_of(named("greedy"), named("fast"), 12);
  const TemporaryFolder folder;
  const LedgerResult opened = Ledger::open(folder.file(), "turns", {{"seed", 1}});
  RunControl stopped = kept_in(*opened.ledger, after_asking(5));
  stopped.threads = 1;
  const TurnsReport first = measure_turns(spec, stopped);
  CHECK_FALSE(first.end.complete);
  CHECK(first.games == 5);
  TurnsSpec five = spec;
  five.games = 5;
  check_same(first, measure_turns(five));
  const TurnsReport rest = measure_turns(spec, kept_in(*opened.ledger));
  CHECK(rest.end.played == 7);
  check_same(rest, measure_turns(spec));
}

TEST_CASE("the worst turns are told with what both did, the worst first, as positions that can be read") {
  TurnsSpec spec = spec_of(named("random"), named("standard"));
  const TurnsReport all = measure_turns(spec);
  spec.worst = 3;
  const TurnsReport report = measure_turns(spec);
  REQUIRE(all.worst.size() == 10);
  REQUIRE(report.worst.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    const WorstTurn& each = report.worst[i];
    CHECK(each.loss == all.worst[i].loss);
    CHECK((i == 0 || each.loss <= report.worst[i - 1].loss));
    CHECK(each.cause != TurnCause::Same);
    CHECK(each.did[0] != each.did[1]);
    const LoadedPosition loaded = load_position(nlohmann::json::parse(each.position));
    REQUIRE(loaded.game.has_value());
    CHECK(loaded.game->state.choice.kind == ChoiceKind::House);
    const WholeTurn turn = play_whole_turn(loaded.game->matchup, loaded.game->state, named("greedy"), named("greedy"), 1);
    CHECK(turn.problem.empty());
  }
}

TEST_CASE("turns of an agent without a legal answer are a problem, also in a ledger") {
  const TemporaryFolder folder;
  const LedgerResult opened = Ledger::open(folder.file(), "turns", {{"seed", 1}});
  for (int again = 0; again < 2; ++again) {
    const TurnsReport report = measure_turns(spec_of(named("greedy"), illegal_agent()), kept_in(*opened.ledger));
    CHECK(report.problem == "illegal gives no legal answer in game 0");
  }
  CHECK(measure_turns(spec_of(illegal_agent(), named("greedy"))).problem == "illegal gives no legal answer in game 0");
}

namespace {

ComparedGame game_of(std::vector<ComparedTurn> turns) {
  ComparedGame game;
  game.turns = std::move(turns);
  return game;
}

}  // namespace

TEST_CASE("what is known of each turn adds up by cause and card") {
  const TurnsSpec spec = spec_of(named("greedy"), named("fast"));
  const CardDifference played{.definition = 3, .deed = CardDeed::Played, .by = 0};
  const CardDifference discarded{.definition = 3, .deed = CardDeed::Discarded, .by = 1};
  ComparedTurn house{.deck = 0, .cause = TurnCause::House, .loss = 0.1, .cards = {played}};
  const ComparedTurn cards{.deck = 1, .cause = TurnCause::Cards, .loss = -0.02, .cards = {played, discarded}};
  house.could[0][1] = house.took[0][1] = house.could[1][1] = true;
  const TurnsReport report = turns_report(spec, {game_of({house, {}}), game_of({cards, {}, house})}, {});
  CHECK(report.games == 2);
  CHECK(report.all.turns == 5);
  CHECK(report.all.loss.mean == Approx(0.18 / 5));
  const TurnCell& by_house = report.causes[static_cast<size_t>(TurnCause::House)];
  CHECK(by_house.turns == 2);
  CHECK(by_house.share.mean == Approx(0.4));
  CHECK(by_house.loss.mean == Approx(0.1));
  CHECK(by_house.part.mean == Approx(0.04));
  CHECK(report.causes[static_cast<size_t>(TurnCause::Cards)].part.mean == Approx(-0.02 / 5));
  REQUIRE(report.cards.size() == 2);  // those with most of the loss first
  CHECK(report.cards[0].deed == CardDeed::Played);
  CHECK(report.cards[0].only[0].turns == 3);
  CHECK(report.cards[0].only[0].loss.mean == Approx(0.06));
  CHECK(report.cards[0].only[1].turns == 0);
  CHECK(report.cards[0].part == Approx(0.18 / 5));
  CHECK(report.cards[1].only[1].loss.mean == Approx(-0.02));
  const auto& scrap = report.offers[static_cast<size_t>(TurnOffer::Scrap)];
  CHECK(scrap[0].could == 2);
  CHECK(scrap[0].took == 2);
  CHECK(scrap[1].could == 2);
  CHECK(scrap[1].took == 0);
}
