// How far a deck shifts in the hands of a second agent that plays the same field.
#include "sim/deck_report/field_second.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "sim/stats/distributions.h"

using namespace archon;

namespace {

// Games against each opponent, with this many wins in a thousand.
FieldGames games_of(const std::vector<int>& wins, int64_t games) {
  FieldGames field;
  for (const int each : wins) {
    MatchCounts& counts = field.by_opponent.emplace_back();
    counts.by_first[0] = {.games = games, .wins = {games * each / 1000, games - games * each / 1000}};
    field.counts.by_first[0].add(counts.by_first[0]);
  }
  return field;
}

// Field of opponents whose logits differ by a standard deviation, met by luck.
struct Drawn {
  std::vector<double> logits;
  std::mt19937_64 random;

  Drawn(size_t opponents, double mean, double spread, uint64_t seed) : random(seed) {
    std::normal_distribution<double> normal(mean, spread);
    for (size_t i = 0; i < opponents; ++i) logits.push_back(normal(random));
  }
  FieldGames play(int64_t games, double shift, double opponents_shift) {
    FieldGames field;
    std::normal_distribution<double> normal(0, opponents_shift);
    for (const double each : logits) {
      const double p = logistic(each + shift - (opponents_shift > 0 ? normal(random) : 0));
      const int64_t won = std::binomial_distribution<int64_t>(games, p)(random);
      field.by_opponent.emplace_back().by_first[0] = {.games = games, .wins = {won, games - won}};
      field.counts.by_first[0].add(field.by_opponent.back().by_first[0]);
    }
    return field;
  }
};

}  // namespace

TEST_CASE("field second: a deck that wins as often with both does not shift") {
  const FieldGames first = games_of({700, 300, 500, 600}, 1000);
  const PilotShifts shifts = field_shifts(first, first);
  REQUIRE(shifts.decks.front());
  CHECK(std::abs(shifts.decks.front()->logit) < 0.02);
  CHECK_FALSE(shifts.decks.front()->sure());
}

TEST_CASE("field second: one that wins more with the second shifts upwards, one that wins less downwards") {
  const FieldGames middle = games_of({500, 520, 480, 510, 490, 500}, 1000),
                   better = games_of({640, 650, 620, 660, 630, 640}, 1000);
  const PilotShifts up = field_shifts(middle, better), down = field_shifts(better, middle);
  CHECK(up.decks.front()->sure());
  CHECK(up.decks.front()->logit > 0.2);
  CHECK(up.decks.front()->logit < 0.6);  // the difference is 0.58
  CHECK(down.decks.front()->sure());
  CHECK(down.decks.front()->logit < 0);
}

TEST_CASE("field second: without decided games of both there is no shift") {
  const FieldGames some = games_of({500, 600}, 10), none = games_of({0, 0}, 0);
  CHECK_FALSE(field_shifts(some, none).decks.front());
  CHECK_FALSE(field_shifts(none, some).decks.front());
  CHECK(field_shifts(none, some).decks.size() == 3);
}

TEST_CASE("field second: a deck that won every game has a shift that is finite") {
  const PilotShifts shifts = field_shifts(games_of({1000, 1000}, 20), games_of({1000, 950}, 20));
  REQUIRE(shifts.decks.front());
  CHECK(std::isfinite(shifts.decks.front()->logit));
  CHECK(std::isfinite(shifts.decks.front()->error));
}

// As many games as a report plays; opponents and deck shift by what was measured elsewhere.
TEST_CASE("field second: 95 % intervals hold the shift of 300 drawn decks in 91 to 99 %", "[slow]") {
  int held = 0, all = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    std::mt19937_64 random(1000 + seed);
    Drawn drawn(40, std::normal_distribution<double>(0, 0.6)(random), 0.5, seed);
    const double shift = std::normal_distribution<double>(0, kPilotLogit)(random);
    const FieldGames first = drawn.play(50, 0, 0), second = drawn.play(25, shift, kPilotLogit);
    const std::optional<PilotShift> found = field_shifts(first, second).decks.front();
    REQUIRE(found);
    ++all;
    held += std::abs(found->logit - shift) <= 1.96 * found->error;
  }
  INFO(held << " of " << all);
  CHECK(held >= 0.91 * all);
  CHECK(held <= 0.99 * all);
}
