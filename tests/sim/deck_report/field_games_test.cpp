// The games of a report on a deck: totals that must agree, runs that stop, intervals and match-ups.
#include "sim/deck_report/field_games.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>

#include "sim/deck_report/match_ups.h"
#include "tests/engine/games.h"
#include "tests/temporary_folder.h"

using namespace archon;

namespace {

FieldSpec spec_of(size_t opponents, int64_t games) {
  const std::vector<Deck>& decks = test::playable_decks();
  FieldSpec spec;
  spec.own.deck = decks[0];
  spec.own.field.assign(decks.begin() + 1, decks.begin() + 1 + static_cast<std::ptrdiff_t>(opponents));
  spec.own.games = games;
  spec.own.seed = 4;
  return spec;
}

// With three others that play the field as well.
FieldSpec with_others(size_t opponents, int64_t games) {
  FieldSpec spec = spec_of(opponents, games);
  spec.others.assign(test::playable_decks().begin() + 20, test::playable_decks().begin() + 23);
  spec.other_games = whole_rounds(1, 3, opponents);
  return spec;
}

bool same(const FieldGames& a, const FieldGames& b) {
  const auto wins = [](const FieldGames& games) {
    std::vector<int64_t> list;
    for (const WinCount& each : games.others) list.insert(list.end(), {each.wins, each.games});
    for (const CardRecord& each : games.cards)
      for (const EventRate& rate : each.events) list.insert(list.end(), {rate.copies, rate.wins});
    return list;
  };
  return std::bit_cast<Numbers<StoryCounts>>(a.story) == std::bit_cast<Numbers<StoryCounts>>(b.story) && wins(a) == wins(b) &&
         a.counts.turns == b.counts.turns && a.other_counts.decisions == b.other_counts.decisions;
}

}  // namespace

TEST_CASE("field games: against one deck they are those of a match") {
  const FieldSpec spec = spec_of(1, 30);
  const FieldGames games = play_field(spec, {});
  const Matchup matchup = *make_matchup(spec.own.deck, spec.own.field[0]).matchup;
  const MatchResult match = play_match({.matchup = &matchup, .seed = 4, .games = 30}, {});
  CHECK(games.counts.by_first[0].wins == match.by_first[0].wins);
  CHECK(games.counts.by_first[1].wins == match.by_first[1].wins);
  CHECK(games.counts.turns == match.turns);
  CHECK(games.by_opponent[0].total().wins == match.total().wins);
  CHECK(games.story.outcomes[0].games == match.total().wins[0]);
  CHECK(games.story.outcomes[1].games == match.total().wins[1]);
}

TEST_CASE("field games: totals agree") {
  const FieldGames games = play_field(with_others(4, 40), {});
  CHECK(games.counts.total().games == 40);
  CHECK(games.other_counts.total().games == 24);
  for (const MatchCounts& each : games.by_opponent) {
    CHECK(each.by_first[0].games == 5);
    CHECK(each.by_first[1].games == 5);
  }
  for (const WinCount& each : games.others) CHECK(each.games == 8);
  int64_t turns = 0;
  for (size_t side = 0; side < 2; ++side) {
    const SideSums& sums = games.story.sides[side];
    int64_t chosen = 0;
    for (const auto& house : sums.houses) chosen += house.total();
    CHECK(chosen == sums.turns);
    CHECK(sums.houses[static_cast<size_t>(House::None)].total() == 0);  // none of these decks can be kept from choosing one
    turns += sums.turns;
    for (size_t key = 0; key < kKeys; ++key)
      for (size_t turn = 0; turn + 1 < kTurnPlaces; ++turn) {
        CHECK(games.story.forged_by(side, key, turn) <= games.story.forged_by(side, key, turn + 1));
        if (key > 0) CHECK(games.story.forged_by(side, key, turn) <= games.story.forged_by(side, key - 1, turn));
      }
    CHECK(games.story.forged_by(side, kKeys - 1, kTurnPlaces - 1) == games.story.outcomes[side].games);
    CHECK(games.story.outcomes[side].loser_keys.counts[kKeys] == 0);
    CHECK(games.story.outcomes[side].last_key.total() == games.story.outcomes[side].games);
  }
  // All turns, but those that ended a game in the forge step, at most one a game.
  CHECK(turns <= games.counts.turns);
  CHECK(turns >= games.counts.turns - 40);
  for (const CardRecord& card : games.cards)
    CHECK(card[CardEvent::Seen].copies + card[CardEvent::Unseen].copies ==
          std::ranges::count(test::playable_decks()[0].cards, card.card, &DeckCard::card) * 40);
}

TEST_CASE("field games: stopped at any game and gone on with, on any number of threads, they are the same") {
  const FieldSpec spec = with_others(3, 30);
  const FieldGames whole = play_field(spec, {1});
  CHECK(whole.end.complete);
  CHECK(same(whole, play_field(spec, {2})));

  const test::TemporaryFolder folder;
  for (int part = 0; part < 3; ++part) {
    const LedgerResult opened = Ledger::open(folder.file(), "deck report", {{"seed", 4}});
    REQUIRE(opened.ledger);
    RunControl control(1);
    control.ledger = opened.ledger.get();
    int asked = 0;
    if (part < 2) control.stop = [&] { return ++asked > 13; };
    const FieldGames games = play_field(spec, control);
    REQUIRE(games.end.error.empty());
    CHECK(games.end.complete == (part == 2));
    CHECK(games.end.games == (part == 2 ? spec.games() : 13 * (part + 1)));
    // Each part has its share of both kinds of games.
    if (part < 2) CHECK(std::abs(games.counts.total().games * spec.games() - games.end.games * 30) <= spec.games());
    if (part == 2) CHECK(same(games, whole));
  }
}

TEST_CASE("field games: the interval of a field that was drawn covers the mean of all decks that might have been") {
  std::mt19937 rng(1);
  std::normal_distribution<double> strength(0.55, 0.15);
  int covered = 0, too_narrow = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    FieldGames games;
    for (int opponent = 0; opponent < 12; ++opponent) {
      std::binomial_distribution<int64_t> wins(50, std::clamp(strength(rng), 0.0, 1.0));
      MatchCounts& counts = games.by_opponent.emplace_back();
      const int64_t won = wins(rng);
      counts.by_first[0] = {.games = 50, .wins = {won, 50 - won}};
      games.counts.by_first[0].add(counts.by_first[0]);
    }
    const auto covers = [](const Interval& interval) { return interval.low <= 0.55 && 0.55 <= interval.high; };
    covered += covers(field_interval(games, true));
    too_narrow += !covers(field_interval(games, false));
  }
  CHECK(covered > 0.925 * kRuns);
  CHECK(covered < 0.98 * kRuns);
  CHECK(too_narrow > 0.3 * kRuns);  // Wilson's is for these opponents alone
}

TEST_CASE("match-ups: the extremes of the field, measured by the games of a match") {
  const FieldSpec spec = spec_of(6, 60);
  const FieldGames field = play_field(spec, {});
  const MatchUps found = play_match_ups(spec, field, {.shown = 2, .games = 20, .chain_games = 80}, {});
  CHECK(found.complete);
  REQUIRE(found.best.size() == 2);
  REQUIRE(found.worst.size() == 2);
  const auto rate = [&](const MatchUp& each) { return field.by_opponent[each.opponent].win_rate(); };
  for (const MatchCounts& each : field.by_opponent) {
    CHECK(each.win_rate() <= rate(found.best[0]));
    CHECK(each.win_rate() >= rate(found.worst[0]));
  }
  CHECK(rate(found.best[1]) >= rate(found.worst[1]));
  const MatchUp& best = found.best[0];
  const Matchup matchup = *make_matchup(spec.own.deck, spec.own.field[best.opponent]).matchup;
  CHECK(play_match({.matchup = &matchup, .seed = best.seed, .games = 20}, {}).total().wins == best.counts.total().wins);
  // The searches go on from the games without chains and keep to their budget.
  REQUIRE(best.chains);
  CHECK(best.chains->games <= 100);
  REQUIRE(found.field_chains);
  CHECK(found.field_chains->games <= 140);
  CHECK(found.field_chains->levels.size() >= 2);

  RunControl stopped;
  stopped.stop = [] { return true; };
  const MatchUps none = play_match_ups(spec, field, {.shown = 2, .games = 20, .chain_games = 0}, stopped);
  CHECK_FALSE(none.complete);
  CHECK(none.best.empty());
}

TEST_CASE("match-ups: a deck that plays itself is even without chains") {
  FieldSpec spec = spec_of(1, 400);
  spec.own.field = {spec.own.deck};
  const FieldGames field = play_field(spec, {});
  const MatchUps found = play_match_ups(spec, field, {.shown = 1, .games = 20, .chain_games = 100}, {});
  CHECK(found.best.empty());  // at most half of the field
  REQUIRE(found.field_chains);
  CHECK(found.field_chains->all.interval.low <= 0);
  CHECK(found.field_chains->all.interval.high >= 0);
}

TEST_CASE("field games: going first, and no figure without games") {
  MatchCounts counts;
  counts.by_first = {Tally{.games = 11, .undecided = 1, .wins = {6, 4}}, Tally{.games = 10, .wins = {3, 7}}};
  const std::optional<GoingFirst> going = going_first(counts);
  REQUIRE(going);
  CHECK(going->first == 0.6);
  CHECK(going->second == 0.3);
  CHECK(going->difference.low < 0);
  CHECK(going->difference.high > 0.3);
  counts.by_first[1] = {};
  CHECK_FALSE(going_first(counts));
  FieldGames games;
  games.others.assign(5, {.wins = 5, .games = 10});
  CHECK_FALSE(field_percentile(games));  // the deck itself has none
  games.counts.by_first[0] = Tally{.games = 10, .wins = {9, 1}};
  REQUIRE(field_percentile(games));
  CHECK(field_percentile(games)->value > 0.5);
  games.others.resize(2);
  CHECK_FALSE(field_percentile(games));
}
