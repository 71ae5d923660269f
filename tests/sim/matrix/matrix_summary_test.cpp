// What a matrix says about decks, against values worked out by hand and against what intervals promise.
#include "sim/matrix/matrix_summary.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/core/random.h"
#include "sim/matrix/matrix_run.h"
#include "sim/stats/distributions.h"

using namespace archon;

namespace {

// wins[i][j]: of deck i against deck j.
Matrix matrix_of(const std::vector<std::vector<int64_t>>& wins) {
  Matrix matrix;
  matrix.decks = static_cast<int>(wins.size());
  for (int i = 0; i < matrix.decks; ++i) {
    for (int j = i + 1; j < matrix.decks; ++j) {
      MatrixCell& cell = matrix.cells.emplace_back();
      cell.a = (i + j) % 2 ? i : j;  // either deck may be the first of a cell
      cell.b = i + j - cell.a;
      const int64_t won = wins[static_cast<size_t>(cell.a)][static_cast<size_t>(cell.b)];
      const int64_t lost = wins[static_cast<size_t>(cell.b)][static_cast<size_t>(cell.a)];
      cell.result.by_first[0] = {.games = won + lost, .wins = {won, lost}};
    }
  }
  return matrix;
}

double mean_of(const DeckSummary& deck) {
  REQUIRE(deck.mean);
  return deck.mean->value;
}

MetOpponent worst_of(const DeckSummary& deck) {
  REQUIRE(deck.worst);
  return *deck.worst;
}

int64_t binomial(SmallRng& rng, int64_t games, double p) {
  int64_t wins = 0;
  for (int64_t game = 0; game < games; ++game) wins += rng.uniform() < p;
  return wins;
}

}  // namespace

TEST_CASE("summary: means, order, worst match-ups") {
  // With so many games, what is known of a pair is little else than what they count.
  const Matrix matrix = matrix_of({{0, 6000, 9000}, {4000, 0, 7000}, {1000, 3000, 0}});
  const MatrixSummary summary = summarize(matrix);
  CHECK(mean_of(summary.decks[0]) == Approx(0.75).margin(2e-3));
  CHECK(mean_of(summary.decks[1]) == Approx(0.55).margin(2e-3));
  CHECK(mean_of(summary.decks[2]) == Approx(0.20).margin(2e-3));
  CHECK(summary.order == std::vector<int>{0, 1, 2});
  CHECK(worst_of(summary.decks[0]).deck == 1);
  CHECK(worst_of(summary.decks[0]).win_rate == Approx(0.6).margin(2e-3));
  CHECK(worst_of(summary.decks[1]).deck == 0);
  CHECK(worst_of(summary.decks[2]).deck == 0);
  CHECK(summary.decks[0].nash_weight.value_or(0) == Approx(1));
  CHECK(summary.games == 30000);
  // Player a of each cell went first in all its games: cells (0, 1), (2, 0), (1, 2) have 6,000, 1,000 and 7,000 wins of a.
  CHECK(summary.first_player_win_rate == Approx(14 / 30.));
  CHECK(summary.first_player_interval.low == Approx(wilson_interval(14000, 30000).low));
}

TEST_CASE("summary: a circle") {
  const MatrixSummary summary = summarize(matrix_of({{0, 800, 200}, {200, 0, 800}, {800, 200, 0}}));
  for (const DeckSummary& deck : summary.decks) {
    CHECK(mean_of(deck) == Approx(0.5));
    CHECK(deck.nash_weight.value_or(0) == Approx(1 / 3.).margin(1e-4));
    CHECK(worst_of(deck).win_rate == Approx(0.2).margin(0.01));
    REQUIRE(deck.rating);
    CHECK(deck.rating->elo == Approx(0).margin(1e-6));
  }
  REQUIRE(summary.cycles);
  CHECK(summary.cycles->triples == 1);
  CHECK(summary.cycles->significant == 1);
  REQUIRE(summary.cycles->nearest.size() == 1);
  CHECK(summary.cycles->nearest[0].items == std::array{0, 1, 2});
  CHECK(summary.cycles->nearest[0].p_value < 1e-8);
}

TEST_CASE("summary: ratings are those of the win rates; decks that no games connect are hardly compared") {
  // 10^(d/400) : 1 for a difference of d: 3 : 1 is 190.85 points, 9 : 1 twice that.
  const MatrixSummary summary = summarize(matrix_of({{0, 7500, 9000}, {2500, 0, 7500}, {1000, 2500, 0}}));
  REQUIRE(summary.decks[0].rating);
  CHECK(summary.decks[0].rating->elo == Approx(190.85).margin(0.5));
  CHECK(summary.decks[1].rating->elo == Approx(0).margin(0.5));
  CHECK(summary.decks[2].rating->elo == Approx(-190.85).margin(0.5));
  CHECK(summary.decks[0].rating->interval.low < 189);
  CHECK(summary.decks[0].rating->interval.high > 193);
  REQUIRE(summary.cycles);
  CHECK(summary.cycles->nearest.empty());

  const MatrixSummary apart = summarize(matrix_of({{0, 6, 0, 0}, {4, 0, 0, 0}, {0, 0, 0, 5}, {0, 0, 5, 0}}));
  REQUIRE((apart.decks[0].rating && apart.decks[2].rating));
  CHECK(apart.decks[0].rating->interval.low < -300);
  CHECK(apart.decks[0].rating->interval.high > 350);
  CHECK_FALSE(apart.cycles);
  CHECK(apart.parts == std::vector<std::vector<int>>{{0, 1}, {2, 3}});
}

TEST_CASE("summary: pairs that have not met count with what other games make likely, and with nothing else") {
  // Strengths 3 : 1 apart would make the first beat the last 9 : 1, if ratings missed nothing of pairs.
  const MatrixSummary summary = summarize(matrix_of({{0, 7500, 0}, {2500, 0, 7500}, {0, 2500, 0}}));
  CHECK(summary.pairs == 3);
  CHECK(summary.pairs_met == 2);
  CHECK(summary.pairs_few == 0);
  CHECK(summarize(matrix_of({{0, 5, 0}, {5, 0, 4}, {0, 5, 0}})).pairs_few == 1);  // 10, 9 and no games
  CHECK(summary.decks[0].opponents == 2);
  CHECK(summary.decks[0].met == 1);
  CHECK(summary.decks[1].met == 2);
  CHECK(mean_of(summary.decks[0]) == Approx((0.75 + 0.87) / 2).margin(0.02));
  CHECK(mean_of(summary.decks[2]) == Approx((0.25 + 0.13) / 2).margin(0.02));
  CHECK(worst_of(summary.decks[0]).deck == 1);
  CHECK(worst_of(summary.decks[0]).win_rate == Approx(0.75).margin(2e-3));
  for (const DeckSummary& deck : summary.decks) CHECK_FALSE(deck.nash_weight);

  // The prediction is less sure than games would be.
  const MatrixSummary few = summarize(matrix_of({{0, 15, 0}, {5, 0, 15}, {0, 5, 0}}));
  const MatrixSummary all = summarize(matrix_of({{0, 15, 18}, {5, 0, 15}, {2, 5, 0}}));
  const auto width = [](const MatrixSummary& of) { return of.decks[0].mean->interval.high - of.decks[0].mean->interval.low; };
  CHECK(width(few) > width(all));
  CHECK(few.decks[0].mean->interval.high <= 1);

  // A deck that met nobody has nothing, and those that it has not met count with a win rate that could be almost any.
  const MatrixSummary apart = summarize(matrix_of({{0, 6, 0}, {4, 0, 0}, {0, 0, 0}}));
  CHECK(mean_of(apart.decks[0]) > 0.5);
  CHECK(apart.decks[0].mean->interval.high - apart.decks[0].mean->interval.low > 0.4);
  CHECK_FALSE(apart.decks[2].rating);
  CHECK_FALSE(apart.decks[2].mean);
  CHECK_FALSE(apart.decks[2].best);
  CHECK_FALSE(apart.decks[2].worst);
  CHECK(apart.order == std::vector<int>{0, 1, 2});
  CHECK(apart.parts.empty());
  CHECK(worst_of(apart.decks[0]).win_rate == Approx(0.56).margin(0.02));  // 6 of 10
}

TEST_CASE("summary: decks are in the order of their means, opponents not met among them") {
  // The first won more against the only opponent it met; that one is weak, and the second is stronger.
  const MatrixSummary summary = summarize(matrix_of({{0, 0, 0, 60}, {0, 0, 55, 0}, {0, 45, 0, 90}, {40, 0, 10, 0}}));
  REQUIRE(summary.decks[0].rating);
  CHECK(summary.order == std::vector<int>{1, 2, 0, 3});
}

TEST_CASE("summary: a deck that won every game still has a rating") {
  const MatrixSummary summary = summarize(matrix_of({{0, 20, 20}, {0, 0, 12}, {0, 8, 0}}));
  REQUIRE(summary.decks[0].rating);
  CHECK(std::isfinite(summary.decks[0].rating->elo));
  CHECK(summary.decks[0].rating->elo > 200);
}

TEST_CASE("of many intervals that hold together, each is as sure as Bonferroni says") {
  CHECK(simultaneous_confidence(1) == Approx(0.95));
  CHECK(simultaneous_confidence(10) == Approx(0.995));
}

// As for every mean that is drawn towards the others, less often for the best of all: its interval is that of a deck of unknown
// rank.
TEST_CASE("the interval of a mean covers it when half of the pairs have not met", "[slow]") {
  constexpr int kDecks = 12, kReplicates = 1000;
  SmallRng rng{22};
  int covered = 0, intervals = 0, best_covered = 0;
  for (int i = 0; i < kReplicates; ++i) {
    std::vector<std::vector<int64_t>> wins(kDecks, std::vector<int64_t>(kDecks));
    std::vector<double> truth(kDecks);
    for (size_t a = 0; a < kDecks; ++a) {
      for (size_t b = a + 1; b < kDecks; ++b) {
        // Ratings from -250 to 250 points, and styles of play that shift pairs by some 5 points.
        const double p = std::clamp(logistic((static_cast<double>(b) - static_cast<double>(a)) * 500 / kDecks / kEloPerLogit) +
                                        0.17 * (rng.uniform() - 0.5),
                                    0.01, 0.99);
        truth[a] += p / (kDecks - 1);
        truth[b] += (1 - p) / (kDecks - 1);
        if (rng.uniform() < 0.5) continue;
        wins[a][b] = binomial(rng, 20, p);
        wins[b][a] = 20 - wins[a][b];
      }
    }
    const MatrixSummary summary = summarize(matrix_of(wins));
    for (size_t deck = 0; deck < kDecks; ++deck) {
      if (!summary.decks[deck].mean) continue;
      const Interval interval = summary.decks[deck].mean->interval;
      const bool held = interval.low <= truth[deck] && truth[deck] <= interval.high;
      covered += held;
      best_covered += deck == 0 && held;
      ++intervals;
    }
  }
  INFO(covered << " of " << intervals << ", of the best " << best_covered);
  CHECK(covered >= 0.94 * intervals);
  CHECK(covered <= 0.97 * intervals);
  CHECK(best_covered >= 0.91 * kReplicates);
}

TEST_CASE("simultaneous intervals all cover at once", "[slow]") {
  SmallRng rng{22};
  constexpr int kReplicates = 10000, kCells = 20;
  int covered = 0;
  for (int i = 0; i < kReplicates; ++i) {
    bool all = true;
    for (int cell = 0; cell < kCells; ++cell) {
      const double p = 0.2 + 0.03 * cell;
      const Interval interval = wilson_interval(binomial(rng, 200, p), 200, simultaneous_confidence(kCells));
      all = all && interval.low <= p && p <= interval.high;
    }
    covered += all;
  }
  CHECK(covered >= 0.94 * kReplicates);
  CHECK(covered <= 0.965 * kReplicates);
}

// The rule looks at the counts it stops, so the interval could cover less often than one after a fixed number of games.
TEST_CASE("the intervals of a run that stops at a precision cover as often as they say", "[slow]") {
  SmallRng rng{23};
  constexpr int kReplicates = 10000;
  constexpr double kPrecision = 0.05;
  for (const double p : {0.5, 0.62, 0.85}) {
    int covered = 0;
    for (int i = 0; i < kReplicates; ++i) {
      int64_t wins = 0, games = 0;
      Interval interval{0, 1};
      while (interval.high - interval.low > 2 * kPrecision) {
        wins += binomial(rng, kBatchGames, p);
        games += kBatchGames;
        interval = wilson_interval(wins, games);
      }
      covered += interval.low <= p && p <= interval.high;
    }
    INFO("win rate " << p << ": " << covered);
    CHECK(covered >= 0.94 * kReplicates);
    CHECK(covered <= 0.965 * kReplicates);
  }
}
