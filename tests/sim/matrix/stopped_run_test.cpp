// What runs say that were stopped before every pair had its games: the order of the decks, and intervals that hold.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "engine/core/random.h"
#include "engine/deck/generate.h"
#include "sim/matrix/gauntlet.h"
#include "sim/matrix/matrix_run.h"
#include "sim/matrix/matrix_summary.h"
#include "sim/stats/beta_draw.h"
#include "sim/stats/distributions.h"
#include "sim/stats/statistics.h"
#include "tests/sim/kept_in.h"
#include "tests/sim/matrix/matrix_games.h"

using namespace archon;
using archon::test::after_asking;
using archon::test::games_of;
using archon::test::plain_decks;

namespace {

std::vector<DeckFile> generated_decks(int count) {
  SmallRng rng{40};
  std::vector<DeckFile> decks;
  for (int i = 0; i < count; ++i) decks.push_back({generate_deck("CotA", "Deck " + std::to_string(100 + i), rng), "generated"});
  return decks;
}

MatrixSpec greedy_spec(int64_t games, const MatrixPairs& pairs = {}) {
  return {.agent = "greedy", .seed = 5, .goal = {.games = games}, .pairs = pairs, .options = {}};
}

Matrix stopped_run(const std::vector<DeckFile>& decks, const MatrixSpec& spec, int asked) {
  // One thread: nearly the same games come before the stop in every test; how many a call has depends on their speed.
  RunControl control(1);
  control.stop = after_asking(asked);
  return play_matrix(decks, spec, control).matrix;
}

Matrix without_games(const std::vector<DeckFile>& decks, const MatrixSpec& spec) {
  return empty_matrix(plain_decks(decks), spec.seed, 0, 1, spec.pairs);
}

// So many games of the whole run, each of a pair that is drawn.
void spread_evenly(const Matrix& whole, int64_t games, SmallRng& rng, Matrix& out) {
  std::vector<Tally> left;
  for (const MatrixCell& cell : whole.cells) left.push_back(cell.result.total());
  while (games > 0) {
    const size_t i = rng.below(static_cast<uint32_t>(left.size()));
    if (left[i].decided() == 0) continue;
    const double a_wins = mean(left[i].wins[0], left[i].decided());
    const size_t winner = rng.uniform() < a_wins ? 0 : 1;
    --left[i].wins[winner];
    ++out.cells[i].result.by_first[0].wins[winner];
    ++out.cells[i].result.by_first[0].games;
    --games;
  }
}

std::vector<double> places(const MatrixSummary& summary) {
  std::vector<double> place(summary.order.size());
  for (size_t i = 0; i < summary.order.size(); ++i) place[static_cast<size_t>(summary.order[i])] = static_cast<double>(i);
  return place;
}

double spearman(const MatrixSummary& one, const MatrixSummary& other) {
  const std::vector<double> a = places(one), b = places(other);
  double squares = 0;
  for (size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  const auto n = static_cast<double>(a.size());
  return 1 - 6 * squares / (n * (n * n - 1));
}

bool has_games(const Matrix& matrix, int deck) {
  return std::ranges::any_of(matrix.cells, [deck](const MatrixCell& cell) {
    return (cell.a == deck || cell.b == deck) && cell.result.total().decided() > 0;
  });
}

void check_nothing_without_games(const Matrix& matrix, const MatrixSummary& summary) {
  for (int deck = 0; deck < matrix.decks; ++deck) {
    const DeckSummary& its = summary.decks[static_cast<size_t>(deck)];
    int64_t decided = 0, met = 0;
    for (int other = 0; other < matrix.decks; ++other) {
      const int64_t games = matrix.decided(deck, other);
      decided += games;
      if (other >= matrix.pairs.field) met += games > 0;
      CHECK(matrix.counted(deck, other).has_value() == (games > 0));
      if (summary.posterior->rate(deck, other)) CHECK((has_games(matrix, deck) && has_games(matrix, other)));
    }
    CHECK(its.rating.has_value() == (decided > 0));
    if (deck >= matrix.pairs.mine) continue;
    CHECK(its.met == met);
    CHECK(its.mean.has_value() == (decided > 0));
    CHECK(its.best.has_value() == (met > 0));
    CHECK(its.worst.has_value() == (met > 0));
    for (const std::optional<MetOpponent>& extreme : {its.best, its.worst})
      if (extreme) CHECK(matrix.decided(deck, extreme->deck) > 0);
  }
  if (summary.pairs_met < summary.pairs)
    CHECK(std::ranges::none_of(summary.decks, [](const DeckSummary& deck) { return deck.nash_weight.has_value(); }));
}

// Stops the run at ten moments: the order is at least as near to that of the whole run as with as many games of pairs that are
// drawn, the mean of several draws; at a single moment luck may take away four standard deviations of such draws (few as they
// are, that is one in 600 by Student's distribution).
void check_order(const std::vector<DeckFile>& decks, const MatrixSpec& spec) {
  const Matrix whole = play_matrix(decks, spec, RunControl(0)).matrix;
  const MatrixSummary of_whole = summarize(whole);
  constexpr int kMoments = 10, kDraws = 10, kFewest = 60;
  const double most = 0.7 * static_cast<double>(games_of(whole));
  SmallRng moments{6};
  double stopped_sum = 0, even_sum = 0;
  for (int moment = 0; moment < kMoments; ++moment) {
    const Matrix stopped = stopped_run(decks, spec, static_cast<int>(kFewest * std::pow(most / kFewest, moments.uniform())));
    const MatrixSummary summary = summarize(stopped);
    check_nothing_without_games(stopped, summary);
    SmallRng rng{static_cast<uint64_t>(moment)};  // of its own: a game more at one moment changes no other
    double even = 0, squares = 0;
    for (int draw = 0; draw < kDraws; ++draw) {
      Matrix drawn = without_games(decks, spec);
      spread_evenly(whole, games_of(stopped), rng, drawn);
      const double found = spearman(summarize(drawn), of_whole);
      even += found / kDraws;
      squares += found * found / kDraws;
    }
    const double shown = spearman(summary, of_whole);
    INFO(games_of(stopped) << " games: " << shown << ", spread evenly " << even);
    CHECK(shown >= even - 4 * std::sqrt(squares - even * even));
    stopped_sum += shown;
    even_sum += even;
  }
  CHECK(stopped_sum >= even_sum);
}

}  // namespace

TEST_CASE("a matrix that is stopped shows the order of the whole run as well as evenly spread games, and nothing without games",
          "[slow]") {
  check_order(generated_decks(40), greedy_spec(20));
}

TEST_CASE("a gauntlet that is stopped does so too", "[slow]") {
  const std::vector<DeckFile> decks = generated_decks(40);
  const Gauntlet gauntlet = arrange_gauntlet({decks.begin(), decks.begin() + 20}, {decks.begin() + 15, decks.end()});
  check_order(gauntlet.decks, greedy_spec(40, gauntlet.pairs));
}

// Ratings of some 120 points to either side, and styles of play that shift pairs by some 5 points; the pairs have as many games
// as in a run that is stopped.
TEST_CASE("the intervals of means hold at whatever moment a run is stopped", "[slow]") {
  constexpr int kDecks = 16, kReplicates = 200;
  const std::vector<DeckFile> decks = generated_decks(kDecks);
  const Gauntlet gauntlet = arrange_gauntlet({decks.begin(), decks.begin() + 4}, {decks.begin() + 4, decks.end()});
  SmallRng rng{7};
  int all_covered = 0, all = 0;
  for (const MatrixSpec& spec : {greedy_spec(60), greedy_spec(60, gauntlet.pairs)}) {
    for (const int asked : {30, 60, 120, 250, 700, 1300, 4000}) {
      Matrix matrix = stopped_run(decks, spec, asked);
      std::vector<int64_t> games;
      for (const MatrixCell& cell : matrix.cells) games.push_back(cell.result.total().decided());
      int covered = 0, intervals = 0;
      for (int replicate = 0; replicate < kReplicates; ++replicate) {
        std::vector<double> strength, truth(kDecks), opponents(kDecks);
        for (int deck = 0; deck < kDecks; ++deck) strength.push_back(120 / kEloPerLogit * draw_normal(rng));
        for (size_t i = 0; i < matrix.cells.size(); ++i) {
          MatrixCell& cell = matrix.cells[i];
          const auto a = static_cast<size_t>(cell.a), b = static_cast<size_t>(cell.b);
          const double p = logistic(strength[a] - strength[b] + 0.2 * draw_normal(rng));
          truth[a] += p, ++opponents[a];
          truth[b] += 1 - p, ++opponents[b];
          Tally& tally = cell.result.by_first[0];
          tally = {.games = games[i]};
          for (int64_t game = 0; game < games[i]; ++game) ++tally.wins[rng.uniform() < p ? 0 : 1];
          cell.result.by_first[1] = {};
        }
        const MatrixSummary summary = summarize(matrix);
        for (const int deck : summary.order) {
          const auto i = static_cast<size_t>(deck);
          const std::optional<WinRate>& mean = summary.decks[i].mean;
          if (!mean) continue;
          ++intervals;
          covered += mean->interval.low <= truth[i] / opponents[i] && truth[i] / opponents[i] <= mean->interval.high;
        }
      }
      INFO(asked << " games: " << covered << " of " << intervals);
      CHECK(covered >= 0.92 * intervals);
      CHECK(covered <= 0.985 * intervals);
      all_covered += covered;
      all += intervals;
    }
  }
  CHECK(all_covered >= 0.94 * all);
  CHECK(all_covered <= 0.97 * all);
}
