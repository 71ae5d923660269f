// Games and matches: exactly repeatable, whatever the number of threads.
#include "sim/play/match.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "agents/random_agent.h"
#include "engine/deck/deck.h"
#include "engine/make_matchup.h"
#include "sim/play/match_run.h"
#include "sim/watch/soak.h"
#include "tests/shipped_decks.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::shipped_deck;
using archon::test::TemporaryFolder;

namespace {

Deck argus() { return shipped_deck("radiant-argus-the-supreme").deck; }
Deck onyx() { return shipped_deck("miss-onyx-censorius").deck; }

Matchup starters() {
  const MatchupResult made = make_matchup(argus(), onyx(), {.rules = {}, .starting_chains = {0, 0}});
  REQUIRE(made.matchup.has_value());
  return *made.matchup;
}

// The first legal action: deliberately without any randomness.
class FirstAgent final : public Agent {
 public:
  Action choose(const View&, const ActionList& legal, SmallRng&) override { return legal[0]; }
};

// Plays at random for some decisions and then answers what is not allowed, or throws.
class BrokenAgent final : public Agent {
 public:
  explicit BrokenAgent(bool throws) : throws_(throws) {}
  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override {
    if (--left_ > 0) return RandomAgent().choose(view, legal, rng);
    if (throws_) throw std::runtime_error("broken");
    return Action(Verb::Option, kNoCard, 200);
  }
  int64_t fallbacks() const override { return 3; }

 private:
  bool throws_;
  int left_ = 10;
};

}  // namespace

TEST_CASE("an agent without a legal answer forfeits the game") {
  const Matchup m = starters();
  for (const bool throws : {false, true}) {
    for (const int8_t broken : {0, 1}) {
      RandomAgent good;
      BrokenAgent bad(throws);
      std::array<Agent*, 2> agents{&good, &good};
      agents[static_cast<size_t>(broken)] = &bad;
      const GameRecord record = play_game(m, agents, {.seed = 1, .game = 0, .first = 0});
      CHECK(record.winner == 1 - broken);
      CHECK(record.forfeit == (throws ? Forfeit::Exception : Forfeit::Illegal));
      CHECK(record.decisions >= 9);
      CHECK(record.fallbacks[static_cast<size_t>(broken)] == 3);
      CHECK(record.fallbacks[static_cast<size_t>(1 - broken)] == 0);
      MatchResult result;
      count(result, 0, record);
      CHECK(result.total().forfeits[static_cast<size_t>(broken)] == 1);
      CHECK(result.total().forfeits[static_cast<size_t>(1 - broken)] == 0);
      CHECK(result.total().wins[static_cast<size_t>(1 - broken)] == 1);
      CHECK(result.fallbacks[static_cast<size_t>(broken)] == 3);
    }
  }
}

TEST_CASE("a game is a function of its seed and number") {
  const Matchup m = starters();
  const auto play = [&](uint64_t seed, uint64_t game) {
    RandomAgent a, b;
    Fingerprint fingerprint;
    play_game(m, {&a, &b}, {.seed = seed, .game = game, .first = 0}, &fingerprint);
    return fingerprint.value;
  };
  CHECK(play(1, 0) == play(1, 0));
  CHECK(play(1, 0) != play(1, 1));
  CHECK(play(1, 0) != play(2, 0));
}

TEST_CASE("the record of a game says who went first and who won") {
  const Matchup m = starters();
  for (int first : {0, 1}) {
    RandomAgent a, b;
    const GameRecord record = play_game(m, {&a, &b}, {.seed = 3, .game = 4, .first = first});
    CHECK(record.first == first);
    CHECK(record.decisions > 0);
    CHECK(record.turns > 0);
    CHECK(record.result == (record.winner == 0 ? Result::Won0 : Result::Won1));
    CHECK_FALSE(record.fault());
  }
}

TEST_CASE("a game that reaches the cap on decisions is undecided") {
  Matchup m = starters();
  m.rules.decision_cap = 10;
  FirstAgent a, b;
  const GameRecord record = play_game(m, {&a, &b}, {.seed = 1, .game = 0, .first = 0});
  CHECK(record.winner == -1);
  CHECK(record.undecided());
  CHECK(record.decisions == 10);

  const MatchResult result = play_match({.matchup = &m, .agents = {"random", "random"}, .seed = 1, .games = 6});
  CHECK(result.total().undecided == 6);
  CHECK(result.total().decided() == 0);
  CHECK(result.win_rate() == 0.5);
}

TEST_CASE("the same match on one thread and on several") {
  const Matchup m = starters();
  const MatchSpec spec{.matchup = &m, .agents = {"greedy", "random"}, .seed = 11, .games = 101};
  const MatchResult one = play_match(spec, 1), two = play_match(spec, 2), five = play_match(spec, 5);
  for (const MatchResult* other : {&two, &five}) {
    CHECK(one.fingerprint == other->fingerprint);
    CHECK(one.total().wins == other->total().wins);
    CHECK(one.turns == other->turns);
    CHECK(one.decisions == other->decisions);
  }
  MatchSpec other_seed = spec;
  other_seed.seed = 12;
  CHECK(play_match(other_seed, 2).fingerprint != one.fingerprint);
}

TEST_CASE("both players go first equally often") {
  const Matchup m = starters();
  const MatchResult even = play_match({.matchup = &m, .agents = {"random", "random"}, .seed = 1, .games = 40});
  CHECK(even.by_first[0].games == 20);
  CHECK(even.by_first[1].games == 20);
  const MatchResult odd = play_match({.matchup = &m, .agents = {"random", "random"}, .seed = 1, .games = 41});
  CHECK(odd.by_first[0].games == 21);
  CHECK(odd.by_first[1].games == 20);
  CHECK(odd.total().games == 41);
}

TEST_CASE("a match in two parts is the match") {
  const Matchup m = starters();
  const auto play = [&](int64_t first, int64_t games) {
    return play_match({.matchup = &m, .agents = {"random", "random"}, .seed = 5, .games = games, .first_game = first});
  };
  const MatchResult all = play(0, 30), head = play(0, 20), tail = play(20, 10);
  CHECK(all.turns == head.turns + tail.turns);
  CHECK(all.total().wins[0] == head.total().wins[0] + tail.total().wins[0]);
}

TEST_CASE("sums of matches") {
  const Matchup m = starters();
  const auto play = [&](int64_t first, int64_t games) {
    return play_match({.matchup = &m, .agents = {"random", "random"}, .seed = 5, .games = games, .first_game = first});
  };
  MatchResult sum = play(0, 13);
  add(sum, play(13, 8));
  const MatchResult all = play(0, 21);
  for (size_t first = 0; first < 2; ++first) {
    CHECK(sum.by_first[first].games == all.by_first[first].games);
    CHECK(sum.by_first[first].wins == all.by_first[first].wins);
  }
  CHECK(sum.turns == all.turns);
  CHECK(sum.decisions == all.decisions);
}

TEST_CASE("progress ends at the number of games") {
  const Matchup m = starters();
  int64_t last = 0, last_total = 0;
  const RunControl control(2, [&](int64_t done, int64_t total) {
    CHECK(done >= last);
    last = done;
    last_total = total;
  });
  play_match({.matchup = &m, .agents = {"random", "random"}, .seed = 1, .games = 50}, control);
  CHECK(last == 50);
  CHECK(last_total == 50);
}

TEST_CASE("a match that is stopped is the match of its first games") {
  const Matchup m = starters();
  RunControl control(2);
  int asked = 0;
  control.stop = [&] { return ++asked > 25; };
  std::vector<MatchSpec> specs(3, {.matchup = &m, .agents = {"random", "random"}, .seed = 3, .games = 20});
  const std::vector<MatchResult> results = play_matches(specs, control);
  CHECK(results[0].total().games == 20);
  CHECK(results[1].total().games == 5);
  CHECK(results[2].total().games == 0);
  specs[0].games = 5;
  CHECK(play_match(specs[0]).fingerprint == results[1].fingerprint);
}

TEST_CASE(
    "a match to a precision: the first look at which the interval is narrow enough, on any number of threads and in parts") {
  const TemporaryFolder folder;
  const Matchup m = starters();
  const MatchSpec spec{.matchup = &m, .agents = {"random", "random"}, .seed = 8};
  const GameGoal goal{.precision = 0.09};
  const MatchRun whole = play_match(spec, goal, 1);
  const int64_t games = whole.end.games;
  CHECK(whole.end.complete);
  CHECK_FALSE(whole.imprecise);
  CHECK(games % kBatchGames == 0);
  const auto half_width = [&](int64_t number) {
    MatchSpec first = spec;
    first.games = number;
    const Interval interval = play_match(first).interval();
    return (interval.high - interval.low) / 2;
  };
  CHECK(half_width(games) <= 0.09);
  for (int64_t look = kBatchGames; look < games; look += kBatchGames) CHECK(half_width(look) > 0.09);

  LedgerResult opened = Ledger::open((folder.path() / "match").string(), "match", nlohmann::json::object());
  REQUIRE(opened.ledger);
  int asked = 0;
  RunControl control(2);
  control.ledger = opened.ledger.get();
  control.stop = [&] { return ++asked > 77; };
  CHECK(play_match(spec, goal, control).end.games == 77);
  control.stop = {};
  const MatchRun rest = play_match(spec, goal, control), again = play_match(spec, goal, control);
  CHECK(rest.result.fingerprint == whole.result.fingerprint);
  CHECK(again.result.fingerprint == whole.result.fingerprint);
  CHECK(rest.end.played == games - 77);
  CHECK(again.end.played == 0);
}

TEST_CASE("greedy beats random in at least nine games of ten") {
  const Matchup m = starters();
  for (int side : {0, 1}) {
    MatchSpec spec{.matchup = &m, .agents = {"greedy", "random"}, .seed = 2, .games = 200};
    if (side == 1) std::swap(spec.agents[0], spec.agents[1]);
    const MatchResult result = play_match(spec);
    CHECK((side == 0 ? result.win_rate() : 1 - result.win_rate()) >= 0.9);
  }
}

TEST_CASE("soak stops after enough decisions; the signature is the same for any number of threads") {
  const std::vector<Matchup> matchups = {starters()};
  const SoakResult one = soak(matchups, {.agent = "random", .decisions = 1000, .seed = 1}, 1);
  const SoakResult two = soak(matchups, {.agent = "random", .decisions = 1000, .seed = 1}, 2);
  CHECK(one.sum.decisions >= 1000);
  CHECK(one.sum.decisions == two.sum.decisions);
  CHECK(one.sum.total().games == two.sum.total().games);
  const SignatureGames games = engine_games(), others{{"random", "greedy:epsilon=50"}, games.games};
  CHECK(signature(matchups, games, 1) == signature(matchups, games, 2));
  CHECK(signature(matchups, games) != signature(matchups, others));
}
