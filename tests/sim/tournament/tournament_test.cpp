// Which decks to bring: from matrices whose counts are known.
#include "sim/tournament/tournament.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numeric>

#include "engine/core/random.h"
#include "sim/matrix/matrix_posterior.h"

using namespace archon;

namespace {

// wins[i][j] of `games` games that deck i won against deck j, half of them going first, with `more` wins more when going first.
Matrix matrix_of(const std::vector<std::vector<int64_t>>& wins, int64_t games, const MatrixPairs& pairs = {},
                 int64_t more = 0) {
  std::vector<Deck> decks(wins.size());
  for (size_t i = 0; i < decks.size(); ++i) decks[i].name = "deck " + std::to_string(i);
  Matrix matrix = empty_matrix(decks, 1, 0, 1, pairs);
  for (MatrixCell& cell : matrix.cells) {
    const int64_t won = wins[static_cast<size_t>(cell.a)][static_cast<size_t>(cell.b)], half = games / 2;
    cell.seed = stream_seed(static_cast<uint64_t>(cell.a * 100 + cell.b), 0, Stream::Setup);
    cell.result.by_first[0] = {.games = half, .wins = {won / 2 + more, half - won / 2 - more}};
    cell.result.by_first[1] = {.games = half, .wins = {won - won / 2 - more, half - won + won / 2 + more}};
  }
  return matrix;
}

int64_t binomial(SmallRng& rng, int64_t games, double p) {
  int64_t won = 0;
  for (int64_t i = 0; i < games; ++i) won += rng.uniform() < p;
  return won;
}

}  // namespace

TEST_CASE("rates of a matrix: those of its posterior, and an advantage that all pairs share") {
  // Of 1,000 games 600 won; 50 more of them going first than second: 0.1 in the rates, 0.05 to either side, of 4 p (1 - p) =
  // 0.96.
  const Matrix matrix = matrix_of({{0, 600, 600}, {400, 0, 600}, {400, 400, 0}}, 1000, {}, 25);
  const MatrixRates rates(matrix);
  const PairRates one = rates.expected(0, 1);
  CHECK(one.mean == Approx(0.6).margin(0.005));
  CHECK(one.mean == MatrixPosterior(matrix, {}).value(0, 1));
  CHECK(rates.expected(1, 0).mean == Approx(1 - one.mean));
  CHECK(rates.expected(1, 0).advantage == one.advantage);
  CHECK(one.advantage == Approx(0.05 / 0.96).margin(0.02));
  CHECK(rates.mean_advantage() > 0.02);
  CHECK(rates.expected(0, 0).mean == 0.5);
  // Draws are the same whoever asks, and about as wide as the games of the pair alone leave it: sqrt(0.6 * 0.4 / 1001).
  double sum = 0, squares = 0;
  for (uint64_t draw = 0; draw < kTournamentDraws; ++draw) {
    const double p = rates.drawn(0, 1, draw).mean;
    CHECK(p == Approx(1 - rates.drawn(1, 0, draw).mean));
    sum += p / kTournamentDraws;
    squares += p * p / kTournamentDraws;
  }
  CHECK(sum == Approx(one.mean).margin(0.002));
  CHECK(std::sqrt(squares - sum * sum) == Approx(std::sqrt(0.24 / 1001)).epsilon(0.1));
}

TEST_CASE("rates of a matrix: the part that is asked about has those of the whole, and a pair that never met has some") {
  // Decks 0 and 3 never met; the others say that deck 0 is far stronger.
  Matrix all = matrix_of({{0, 80, 80, 0}, {20, 0, 50, 80}, {20, 50, 0, 80}, {0, 20, 20, 0}}, 100);
  all.cell(0, 3)->result = {};
  Matrix part = matrix_of({{0, 0}, {0, 0}}, 0);
  const MatrixRates whole(all), of_part(part, all, {3, 0}, {});
  CHECK(of_part.expected(1, 0).mean == whole.expected(0, 3).mean);
  CHECK(of_part.expected(1, 0).mean > 0.8);
  // A strength that is known before counts like games.
  const std::vector<double> known{0, 0, 0, 3};
  CHECK(MatrixRates(part, all, {3, 0}, known).expected(1, 0).mean < of_part.expected(1, 0).mean);
}

TEST_CASE("rates of a matrix: without an advantage the noise of few games is taken off") {
  SmallRng rng{4};
  std::vector<Deck> decks(12);
  for (size_t i = 0; i < decks.size(); ++i) decks[i].name = std::to_string(i);
  Matrix matrix = empty_matrix(decks, 1);
  for (MatrixCell& cell : matrix.cells)
    for (Tally& tally : cell.result.by_first) {
      const int64_t won = binomial(rng, 20, 0.5);
      tally = {.games = 20, .wins = {won, 20 - won}};
    }
  const MatrixRates rates(matrix);
  double squares = 0;
  for (const MatrixCell& cell : matrix.cells) squares += std::pow(rates.expected(cell.a, cell.b).advantage, 2);
  // Counted alone, they would spread by 0.079 (a difference of two rates of 20 games, halved).
  CHECK(std::sqrt(squares / static_cast<double>(matrix.cells.size())) < 0.03);
}

TEST_CASE("a pool is ranked by its mean, with shares of being best") {
  const Matrix matrix = matrix_of({{0, 70, 80}, {30, 0, 60}, {20, 40, 0}}, 100);
  const MatrixRates rates(matrix);
  const std::vector<DeckWin> ranking = rank_decks(matrix, sample_series(rates, 1, FirstPlayer::Lot));
  REQUIRE(ranking.size() == 3);
  for (size_t i = 0; i < 3; ++i) CHECK(ranking[i].deck == static_cast<int>(i));
  CHECK(ranking[0].win == Approx((rates.expected(0, 1).mean + rates.expected(0, 2).mean) / 2));
  CHECK(ranking[0].interval.low < ranking[0].win);
  CHECK(ranking[0].interval.high > ranking[0].win);
  CHECK(ranking[0].best > 0.95);
  CHECK(ranking[0].best + ranking[1].best + ranking[2].best == Approx(1));
  CHECK(ranking[0].matchups.size() == 2);
  const std::vector<DeckWin> three = rank_decks(matrix, sample_series(rates, 3, FirstPlayer::Lot));
  CHECK(three[0].win > ranking[0].win);
  CHECK(three[0].matchups[0].win == Approx(best_of(3, rates.expected(0, 1), FirstPlayer::Lot)).margin(0.01));
  // On any number of threads.
  const std::vector<DeckWin> again = rank_decks(matrix, sample_series(rates, 3, FirstPlayer::Lot), 1);
  for (size_t i = 0; i < 3; ++i) CHECK(again[i].interval.low == three[i].interval.low);
}

TEST_CASE("my decks are ranked against the field alone, and two alike are best as often") {
  // Decks 0 and 1 are mine, 2 and 3 the field; mine never met.
  const Matrix matrix =
      matrix_of({{0, 0, 60, 50}, {0, 0, 60, 50}, {40, 40, 0, 0}, {50, 50, 0, 0}}, 100, {.mine = 2, .field = 2});
  const MatrixRates rates(matrix);
  const std::vector<DeckWin> ranking = rank_decks(matrix, sample_series(rates, 3, FirstPlayer::Loser));
  REQUIRE(ranking.size() == 2);
  CHECK(ranking[0].win == Approx(ranking[1].win).margin(0.01));
  CHECK(ranking[0].best == Approx(0.5).margin(0.08));
  CHECK(ranking[0].matchups.size() == 2);
}

TEST_CASE("intervals of matches cover the probability of the true rates") {
  SmallRng rng{5};
  int covered = 0;
  constexpr int kTrials = 400;
  for (int i = 0; i < kTrials; ++i) {
    const double p = 0.2 + 0.6 * rng.uniform();
    const int64_t won = binomial(rng, 100, p);
    Matrix matrix = matrix_of({{0, 0}, {0, 0}}, 100);
    MatrixCell& cell = matrix.cells[0];
    cell.seed = rng.next();
    cell.result.by_first[0] = {.games = 50, .wins = {won / 2, 50 - won / 2}};
    cell.result.by_first[1] = {.games = 50, .wins = {won - won / 2, 50 - won + won / 2}};
    const MatrixRates rates(matrix);
    const Interval interval = sample_series(rates, 3, FirstPlayer::Lot)(cell.a, cell.b).interval();
    const double truth = best_of(3, {p, 0}, FirstPlayer::Lot);
    covered += interval.low <= truth && truth <= interval.high;
  }
  CHECK(covered >= 0.925 * kTrials);  // 380 expected, standard deviation 4.4
  CHECK(covered <= 0.975 * kTrials);
}

TEST_CASE("Adaptive from counts: both sides see the same match, and chains decide the third game") {
  Matrix matrix = matrix_of({{0, 690}, {310, 0}}, 1000);
  MatrixCell& cell = matrix.cells[0];
  const int strong = cell.a == 0 ? cell.a : cell.b;
  // 0.69 without chains is a logit of 0.8: 5.3 chains of 0.15 make it even.
  for (int chains : {3, 6, 9}) {
    const double p = 1 / (1 + std::exp(0.15 * chains - 0.8));
    const auto won = static_cast<int64_t>(std::lround(1000 * p));
    const bool on_a = cell.a == strong;
    cell.with_chains().games[on_a ? chains : -chains].by_first[0] = {
        .games = 1000, .wins = {on_a ? won : 1000 - won, on_a ? 1000 - won : won}};
  }
  const MatrixRates rates(matrix);
  const SampledAdaptive mine = sample_adaptive(matrix, rates, strong, 1 - strong, FirstPlayer::Loser),
                        theirs = sample_adaptive(matrix, rates, 1 - strong, strong, FirstPlayer::Loser);
  const auto win = [](const AdaptiveMatch& match) { return match.win; };
  CHECK(mine.mean(win) + theirs.mean(win) == Approx(1));
  CHECK(closing_bids(mine, 0).median == Approx(5.5).margin(1.5));
  CHECK(closing_bids(mine, 0).interval.low <= closing_bids(mine, 0).median);
  CHECK(closing_bids(mine, 0).median == closing_bids(theirs, 1).median);
  CHECK(mine.mean([](const AdaptiveMatch& match) { return match.third[0].win; }) == Approx(0.5).margin(0.05));
  CHECK(mine.mean(win) == Approx(0.5).margin(0.05));  // decks are swapped, so the better one hardly helps
}

TEST_CASE("Triad against a field: the best three are those that a comparison of all finds") {
  SmallRng rng{6};
  std::vector<std::vector<int64_t>> wins(9, std::vector<int64_t>(9, 0));
  for (size_t i = 0; i < 5; ++i)
    for (size_t j = 5; j < 9; ++j) {
      wins[i][j] = binomial(rng, 200, i == 3 ? 0.8 : 0.3 + 0.4 * rng.uniform());
      wins[j][i] = 200 - wins[i][j];
    }
  const Matrix matrix = matrix_of(wins, 200, {.mine = 5, .field = 5});
  const MatrixRates rates(matrix);
  const TriadRanking ranking = rank_triples(matrix, rates, FirstPlayer::Loser, 1);
  CHECK(ranking.candidates == 10);
  CHECK(ranking.opponents == 4);
  REQUIRE(ranking.picks.size() == 10);
  double shares = 0;
  std::vector<double> expected;
  for (const TriadPick& pick : ranking.picks) {
    double sum = 0;
    for (int out = 5; out < 9; ++out) {
      Triple theirs{};
      size_t next = 0;
      for (int deck = 5; deck < 9; ++deck)
        if (deck != out) theirs[next++] = deck;
      TriadRates match;
      for (size_t i = 0; i < kTriad; ++i)
        for (size_t j = 0; j < kTriad; ++j) match[i][j] = rates.expected(pick.decks[i], theirs[j]);
      sum += triad_win(match, FirstPlayer::Loser) / 4;
    }
    CHECK(pick.win == Approx(sum).margin(0.015));
    CHECK(pick.interval.low < pick.win);
    CHECK(pick.interval.high > pick.win);
    expected.push_back(sum);
    shares += pick.best;
  }
  CHECK(expected[0] > std::ranges::max(expected) - 0.015);
  CHECK(std::ranges::is_sorted(ranking.picks, std::greater<>(), &TriadPick::win));
  const TriadWin one = sample_triad(rates, ranking.picks[0].decks, {5, 6, 7}, FirstPlayer::Loser);
  CHECK(one.win == Approx(one.expected.win).margin(0.015));
  CHECK(shares == Approx(1));
  CHECK(std::accumulate(ranking.banned.begin(), ranking.banned.end(), 0.0) == Approx(1));
  CHECK(ranking.ban[0] == -1);
  CHECK(ranking.ban[5] >= 0);
}

TEST_CASE("Triad against a field: of more threes than are shown, the best are") {
  // Of seven decks the last win more often: the best of 35 threes are named last.
  std::vector<std::vector<int64_t>> wins(10, std::vector<int64_t>(10, 0));
  for (size_t i = 0; i < 7; ++i)
    for (size_t j = 7; j < 10; ++j) {
      wins[i][j] = static_cast<int64_t>(200 + 100 * i);
      wins[j][i] = 1000 - wins[i][j];
    }
  const Matrix matrix = matrix_of(wins, 1000, {.mine = 7, .field = 7});
  const TriadRanking ranking = rank_triples(matrix, MatrixRates(matrix), FirstPlayer::Loser, 1);
  CHECK(ranking.candidates == 35);
  REQUIRE(ranking.picks.size() == kTriadPicks);
  CHECK(ranking.picks.front().decks == Triple{4, 5, 6});
  CHECK(std::ranges::is_sorted(ranking.picks, std::greater<>(), &TriadPick::win));
  for (const TriadPick& pick : ranking.picks) CHECK(pick.decks != Triple{0, 1, 2});
}

TEST_CASE("Reversal: what my deck wins when the other player has it") {
  const Matrix matrix = matrix_of({{0, 650, 400}, {350, 0, 300}, {600, 700, 0}}, 1000, {}, 20);
  const MatrixRates rates(matrix);
  for (const int games : {1, 3}) {
    const PairSampler reversal = sample_reversal(rates, games, FirstPlayer::Loser),
                      own = sample_series(rates, games, FirstPlayer::Loser);
    CHECK(reversal(0, 1).win == Approx(1 - own(0, 1).win));
    CHECK(reversal(0, 1).draws[17] == Approx(own(1, 0).draws[17]));
    const std::vector<DeckWin> ranking = rank_decks(matrix, reversal);
    CHECK(ranking.front().deck == 1);  // that loses most
    CHECK(ranking.back().deck == 2);
  }
}

TEST_CASE("Survival and an auction from counts: the figures to expect within their intervals, mine and theirs to 1") {
  const Matrix matrix = matrix_of({{0, 500, 600, 550}, {500, 0, 450, 700}, {400, 550, 0, 600}, {450, 300, 400, 0}}, 1000);
  const MatrixRates rates(matrix);
  const std::vector<int> mine{0, 3}, theirs{1, 2};
  const SurvivalWin survival = sample_survival(rates, mine, theirs, FirstPlayer::Loser);
  CHECK(survival.win == Approx(survival.expected.win).margin(0.01));
  CHECK(survival.interval.low < survival.win);
  CHECK(survival.interval.high > survival.win);
  CHECK(survival.win + sample_survival(rates, theirs, mine, FirstPlayer::Loser).win == Approx(1));

  const std::vector<AuctionPrice> sold = sample_auction(matrix);
  REQUIRE(sold.size() == 4);
  double sum = 0;
  for (const AuctionPrice& each : sold) {
    CHECK(each.chains_interval.low <= each.chains);
    CHECK(each.chains_interval.high >= each.chains);
    sum += each.win;
  }
  CHECK(sum == Approx(2));  // all play all
  CHECK(sold[3].chains == 0);
}
