// The race: who is chosen, how many games it takes, and that it is the same on any number of threads.
#include "sim/race/deck_race.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/sim/kept_in.h"
#include "tests/sim/race/races.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::after_asking;
using archon::test::check_same_race;
using archon::test::generated_decks;
using archon::test::kept_in;
using archon::test::play_race;
using archon::test::racers;

namespace {

int rounds_of(const Racer& racer) {
  return static_cast<int>(std::ranges::count_if(racer.selection, [](const RaceGames& each) { return each.games > 0; }));
}

}  // namespace

TEST_CASE("a race halves those who run and measures the finalists anew") {
  std::vector<Racer> from = racers(20);
  from[7].compare = true;
  from[7].expected = 0.01;  // it is dropped
  from[7].error = 0.01;
  const RaceResult result = play_race(from, 1600);
  CHECK(result.complete);
  CHECK(result.finalists == 4);
  REQUIRE(result.racers.size() == 20);
  double sum = 0;
  for (size_t i = 0; i < 20; ++i) {
    const Racer& each = result.racers[i];
    const bool finalist = i < 4, compared = i == 4;
    CHECK(each.compare == compared);
    CHECK((each.fresh.games > 0) == (finalist || compared));
    CHECK(each.selected().games > 0);
    if (finalist) CHECK(rounds_of(each) == 4);  // 20, 10, 5, 4
    if (finalist && i > 0) CHECK(result.racers[i - 1].estimate >= each.estimate);
    if (!finalist) CHECK(each.best == 0);
    sum += each.best;
    RaceGames by_field;
    for (const RaceGames& games : each.fresh_by_field) by_field.add(games);
    CHECK(by_field.games == each.fresh.games);
    CHECK(by_field.wins == each.fresh.wins);
  }
  CHECK(sum == Approx(1));
  CHECK(result.played > 1200);
  CHECK(result.played < 2000);
}

TEST_CASE("a race is the same on any number of threads") {
  check_same_race(play_race(racers(12), 1000, 1), play_race(racers(12), 1000, 2));
}

TEST_CASE("a rating that is sure keeps a deck in the race, games outweigh one that is not", "[slow]") {
  std::vector<Racer> from = racers(12);
  from[11].expected = 0.9;
  from[11].error = 0.01;
  const RaceResult sure = play_race(from, 600);
  CHECK(sure.racers.front().deck.deck == from[11].deck.deck);
  CHECK(sure.racers.front().best > 0.99);
  from[11].error = 2;
  CHECK(play_race(from, 20000).racers.front().estimate < 0.85);
}

TEST_CASE("a race that is stopped says so and measures nobody") {
  RunControl control(1);
  control.stop = after_asking(50);
  const RaceResult result = play_race(racers(12), 100000, control);
  CHECK_FALSE(result.complete);
  CHECK(result.played < 1000);
  for (const Racer& each : result.racers) CHECK(each.fresh.games == 0);
}

TEST_CASE("a race that goes on from its ledger ends as one that was not stopped, and plays no game twice") {
  const test::TemporaryFolder folder;
  const auto with_ledger = [&folder](int most) {  // times that it may ask whether to go on
    const LedgerResult opened = Ledger::open(folder.file(), kBuildLedger, {{"seed", 7}});
    REQUIRE(opened.ledger);
    RunControl control = kept_in(*opened.ledger, after_asking(most));
    control.threads = 1;
    return play_race(racers(12), 2000, control);
  };
  const RaceResult whole = play_race(racers(12), 2000);
  int64_t before = 0;
  for (const int most : {50, 800, 300}) {
    const RaceResult part = with_ledger(most);
    CHECK_FALSE(part.complete);
    CHECK(part.played > before);
    CHECK(part.played < whole.played);
    before = part.played;
  }
  const RaceResult all = with_ledger(1000000);
  CHECK(all.complete);
  CHECK(all.played == whole.played);
  check_same_race(all, whole);
  int64_t kept = 0;
  Ledger::read(folder.file(), kBuildLedger).ledger->each([&](const LedgerBatch& batch) { kept += batch.games; });
  CHECK(kept == whole.played);
}

TEST_CASE("a race whose ledger has more games measures against as many decks as without it") {
  const test::TemporaryFolder folder;
  const auto with_ledger = [&](int64_t games) {
    const LedgerResult opened = Ledger::open(folder.file(), kBuildLedger, {{"seed", 7}});
    REQUIRE(opened.ledger);
    return play_race(racers(12), games, kept_in(*opened.ledger));
  };
  with_ledger(2000);
  const auto met = [](const RaceResult& result) {
    return std::ranges::count_if(result.racers[0].fresh_by_field, [](const RaceGames& each) { return each.games > 0; });
  };
  for (int64_t games = 80; games < 400; games += 20) {
    INFO(games << " games");
    CHECK(met(with_ledger(games)) == met(play_race(racers(12), games)));
  }
}

TEST_CASE("a deck of the field does not play itself") {
  std::vector<Racer> from = racers(3);
  from.push_back({.deck = generated_decks("CotA", 2, 1).front(), .error = 0.3});
  const RaceResult result = play_race(from, 600);
  for (const Racer& each : result.racers) {
    const bool own = each.deck.deck.name == "CotA 2 0";
    CHECK((each.fresh_by_field[0].games == 0) == own);
    CHECK(each.fresh_by_field[1].games > 0);
  }
}

TEST_CASE("a race may go on halving its finalists, and measures all of them") {
  const RaceResult result = play_race(racers(20), 1600, {}, 2);
  REQUIRE(result.finalists == 4);
  std::vector<int> rounds;
  for (size_t i = 0; i < 4; ++i) {
    rounds.push_back(rounds_of(result.racers[i]));
    CHECK(result.racers[i].fresh.games > 0);
    if (i > 0) CHECK(result.racers[i - 1].estimate >= result.racers[i].estimate);
  }
  std::ranges::sort(rounds);
  CHECK(rounds == std::vector{3, 4, 5, 5});  // 20, 10, 5, 3 and 2 run
}

TEST_CASE("finalists with few games to measure them play a part of the field, the same for all") {
  const RaceResult result = play_race(racers(12), 60);  // 15 of the games measure 4
  CHECK(result.complete);
  for (size_t i = 0; i < result.finalists; ++i) {
    std::vector<size_t> met;
    for (size_t j = 0; j < result.racers[i].fresh_by_field.size(); ++j)
      if (result.racers[i].fresh_by_field[j].games > 0) met.push_back(j);
    CHECK(met.size() == 2);
    CHECK(result.racers[i].fresh.games == 4);
    CHECK(result.racers[i].fresh_by_field[met.front()].games == result.racers.front().fresh_by_field[met.front()].games);
  }
}

TEST_CASE("a race plays nearly as many games as were asked for, and no more") {
  for (const int64_t games : {200, 299, 400, 555, 700, 911, 1300, 2000}) {
    const int64_t played = play_race(racers(12), games).played;
    INFO(games << " asked for, played " << played);
    CHECK(played <= games);
    CHECK(static_cast<double>(played) >= 0.85 * static_cast<double>(games));
  }
}
