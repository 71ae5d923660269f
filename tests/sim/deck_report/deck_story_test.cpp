// What is noted of a game, by hand, and how the sums hang together.
#include "sim/deck_report/deck_story.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/agents/positions.h"

using namespace archon;
using archon::test::load;

namespace {

int64_t amount(const SideStory& side, Amount which) { return side.amounts[static_cast<size_t>(which)]; }

// The story of a position when these are the answers, where something of that kind is legal, else the first legal action; up to
// the house choice of the turn that comes `last` turns after that of the position. A turn in which nothing is left to do ends.
GameStory told(const char* position, std::vector<Verb> answers, int last) {
  PositionGame game = load(position);
  return watch_story(game.matchup, 0, [&](Watcher& watcher) {
    State& s = game.state;
    const int end = s.turn + last;
    size_t next = 0;
    ActionList legal;
    while (!s.over() && !(s.turn == end && s.choice.kind == ChoiceKind::House)) {
      legal_actions(game.matchup, s, legal);
      const auto found =
          std::ranges::find_if(legal, [&](Action each) { return next < answers.size() && each.verb() == answers[next]; });
      if (found != legal.end()) ++next;
      const Action action = found != legal.end() ? *found : legal[0];
      watcher.decided(s, legal, action);
      apply(game.matchup, s, action);
    }
    watcher.ended(s);
    CHECK(next == answers.size());
    return GameRecord{};
  });
}

bool same(const TurnEnd& end, int player, int keys, int amber) {
  return end.player == player && end.keys == keys && end.amber == amber;
}

}  // namespace

TEST_CASE("deck story: three reaps, and both forge") {
  // 4 and 3 reaps are 7; the opponent forges its first key with 6; the next turn forges with 7 and leaves 1.
  const GameStory story = told(R"({"house": "dis", "players": [
    {"houses": ["dis", "logos", "shadows"], "aember": 4, "turn": 3, "battleline": ["dust-imp", "dust-imp", "dust-imp"]},
    {"houses": ["dis", "logos", "shadows"], "aember": 6, "turn": 2}]})",
                               {Verb::Reap, Verb::Reap, Verb::Reap}, 2);
  REQUIRE(story.turns.size() == 3);
  CHECK(same(story.turns[0], 0, 0, 7));
  CHECK(story.turns[0].house == House::Dis);
  CHECK(same(story.turns[1], 1, 1, 0));
  CHECK(same(story.turns[2], 0, 1, 1));
  const auto& [own, other] = story.sides;
  CHECK(own.forged == (std::array<uint8_t, kKeys>{4, 0, 0}));
  CHECK(other.forged == (std::array<uint8_t, kKeys>{3, 0, 0}));
  CHECK(amount(own, Amount::Reaped) == 3);
  CHECK(amount(own, Amount::Gained) == 3);
  CHECK(amount(own, Amount::Lost) == 0);  // what keys cost is not lost
  CHECK(amount(own, Amount::Pool) == 1);
  CHECK(amount(own, Amount::Creatures) == 3);
  CHECK(amount(other, Amount::Gained) == 0);
  CHECK(amount(other, Amount::Lost) == 0);
}

TEST_CASE("deck story: what is stolen, what is captured") {
  const GameStory stolen = told(R"({"house": "shadows", "players": [{"hand": ["urchin"]}, {"aember": 3}]})", {Verb::Play}, 1);
  CHECK(amount(stolen.sides[0], Amount::Played) == 1);
  CHECK(amount(stolen.sides[0], Amount::Gained) == 1);
  CHECK(amount(stolen.sides[0], Amount::OnCards) == 0);
  CHECK(amount(stolen.sides[1], Amount::Lost) == 1);
  const GameStory captured = told(R"({"house": "dis", "players": [{"hand": ["charette", "dust-imp"]}, {"aember": 5}]})",
                                  {Verb::Play, Verb::Discard}, 1);
  CHECK(amount(captured.sides[0], Amount::OnCards) == 3);
  CHECK(amount(captured.sides[0], Amount::Gained) == 0);
  CHECK(amount(captured.sides[0], Amount::Discarded) == 1);
  CHECK(amount(captured.sides[1], Amount::Lost) == 3);
  CHECK(amount(captured.sides[1], Amount::Pool) == 2);
}

TEST_CASE("deck story: sums of two games by hand") {
  // Won in turn 3 with keys in turns 1, 2, 3 against one in turn 2; lost in turn 2 of the opponent without a key.
  GameStory won{.record = {.winner = 0, .turns = 5}, .turns = {}, .sides = {}, .cards = {}};
  won.turns = {
      {0, 1, 2, House::Dis}, {1, 0, 9, House::Mars}, {0, 2, 4, House::Dis}, {1, 1, 0, House::Mars}, {0, 3, 0, House::None}};
  won.sides[0].forged = {1, 2, 3};
  won.sides[1].forged = {2, 0, 0};
  won.sides[1].amounts[static_cast<size_t>(Amount::Reaped)] = 6;
  GameStory lost{.record = {.winner = 1, .turns = 4}, .turns = {}, .sides = {}, .cards = {}};
  lost.turns = {{1, 2, 1, House::Mars}, {0, 0, 8, House::Logos}, {1, 3, 0, House::None}};
  lost.sides[1].forged = {1, 1, 2};
  GameStory undecided{.record = {}, .turns = won.turns, .sides = won.sides, .cards = {}};

  StoryCounts sums;
  for (const GameStory* each : {&won, &lost, &undecided}) sums.add(*each);
  CHECK(sums.games() == 2);
  const SideSums& own = sums.sides[0];
  CHECK(own.turns == 3);  // the turn that ended the game in its forge step has no house
  CHECK(own.houses[static_cast<size_t>(House::Dis)].total() == 2);
  CHECK(own.houses[static_cast<size_t>(House::Logos)].counts[0] == 1);
  CHECK(own.amber[0].mean() == 5);                                 // 2 and 8
  CHECK(own.amber[0].interval().low == Approx(5 - 1.959964 * 3));  // the standard error of 2 and 8 is 3
  CHECK(own.amber[1].turns == 1);
  CHECK(sums.forged_by(0, 0, 0) == 1);
  CHECK(sums.forged_by(0, 2, 1) == 0);
  CHECK(sums.forged_by(0, 2, 2) == 1);
  CHECK(sums.forged_by(1, 0, 0) == 1);
  CHECK(sums.forged_by(1, 0, 1) == 2);
  const auto& [outcome_won, outcome_lost] = sums.outcomes;
  CHECK(outcome_won.games == 1);
  CHECK(outcome_won.loser_keys.counts[1] == 1);
  CHECK(outcome_lost.loser_keys.counts[0] == 1);
  CHECK(outcome_won.last_key.counts[2] == 1);
  CHECK(outcome_lost.last_key.counts[1] == 1);
  CHECK(outcome_won.turns.quantile(0.5) == 5);
  CHECK(outcome_won.amounts[1][static_cast<size_t>(Amount::Reaped)] == 6);

  const MeanKeys keys = sums.keys_by(1, 1);  // one and three
  CHECK(keys.mean == 2);
  CHECK(keys.interval.high == Approx(2 + 1.959964 / std::sqrt(2.0)));
  CHECK(sums.keys_by(0, 2).mean == 1.5);
  CHECK(sums.common_turns() == 2);
  CHECK(sums.lengths() == std::vector<int64_t>{0, 0, 0, 0, 1, 1});
  Deck deck;
  deck.houses = {House::Dis, House::Dis, House::Mars};
  CHECK(sums.houses_by_turns(deck) ==
        std::vector<std::pair<House, int64_t>>{{House::Dis, 2}, {House::Logos, 1}, {House::Mars, 0}});

  StoryCounts twice = sums;
  add_counts(twice, sums);
  CHECK(twice.games() == 4);
  CHECK(twice.forged_by(1, 0, 1) == 4);
}

TEST_CASE("deck story: quantiles of a histogram") {
  Histogram<5> histogram;
  CHECK(histogram.quantile(0.5) == 0);
  for (const int number : {0, 1, 1, 2, 9}) histogram.add(number);
  CHECK(histogram.counts[4] == 1);  // all that are larger
  CHECK(histogram.quantile(0.2) == 0);
  CHECK(histogram.quantile(0.5) == 1);
  CHECK(histogram.quantile(0.8) == 2);
  CHECK(histogram.quantile(1) == 4);
  CHECK(histogram.mean() == 1.6);
}
