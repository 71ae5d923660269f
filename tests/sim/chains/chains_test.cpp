// Handicaps from synthetic truth: the posterior, the search, how often it is right; and from real games.
#include "sim/chains/chains.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string>

#include "engine/core/random.h"
#include "sim/chains/chain_games.h"
#include "sim/chains/root_posterior.h"
#include "sim/play/threads.h"
#include "tests/sim/kept_in.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::after_asking;
using archon::test::kept_in;
using archon::test::TemporaryFolder;

namespace {

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// P(the first deck wins at a handicap), when that deck (0 or 1) goes first.
using Truth = std::function<double(int handicap, int first)>;

Truth logistic_truth(double root, double slope, double edge = 0) {
  return [=](int handicap, int first) { return logistic(slope * (root - handicap) + (first == 0 ? edge : -edge)); };
}

// Plays as often as the truth says, up to rounding.
HandicapSampler expected_games(const Truth& truth) {
  return [truth](std::span<const HandicapBatch> batches) {
    std::vector<ByFirst> results;
    for (const HandicapBatch& batch : batches) {
      ByFirst& result = results.emplace_back();
      for (int first = 0; first < 2; ++first) {
        Tally& tally = result[static_cast<size_t>(first)];
        tally.games = batch.games / 2;
        tally.wins[0] = std::lround(truth(batch.handicap, first) * static_cast<double>(tally.games));
        tally.wins[1] = tally.games - tally.wins[0];
      }
    }
    return results;
  };
}

HandicapSampler random_games(const Truth& truth, SmallRng& rng) {
  return [truth, &rng](std::span<const HandicapBatch> batches) {
    std::vector<ByFirst> results;
    for (const HandicapBatch& batch : batches) {
      ByFirst& result = results.emplace_back();
      for (int64_t game = 0; game < batch.games; ++game) {
        const int first = static_cast<int>((batch.first_game + game) & 1);
        Tally& tally = result[static_cast<size_t>(first)];
        ++tally.games;
        ++tally.wins[rng.uniform() < truth(batch.handicap, first) ? 0 : 1];
      }
    }
    return results;
  };
}

// Chains cost a card a refill, and two, three, four from 7, 13, 19 on: the jump of two chains' worth.
double stepped(double handicap) {
  double cost = std::abs(handicap);
  for (int tier : {7, 13, 19}) cost += 2 * std::clamp(std::abs(handicap) - tier + 1, 0.0, 1.0);
  return std::copysign(cost, handicap);
}

struct Score {
  int within = 0, covered = 0;
  int64_t most_games = 0;
};

template <class TruthOf>  // of a root
Score play_searches(int count, double most_root, const TruthOf& truth_of) {
  std::vector<Score> scores(static_cast<size_t>(count));
  parallel_for(scores.size(), 0, [&](size_t i) {
    SmallRng rng{stream_seed(20, i, Stream::Setup)};
    const double root = most_root * (2 * rng.uniform() - 1), edge = 0.4 * rng.uniform();
    const HandicapEstimate estimate =
        estimate_handicap(random_games(truth_of(root, edge), rng), {.width = 0.5, .games = 2000, .seed = rng.next()});
    const Interval& interval = estimate.all.interval;
    scores[i] = {.within = std::abs(estimate.all.root - root) <= 1,
                 .covered = interval.low <= root && root <= interval.high,
                 .most_games = estimate.games};
  });
  Score sum;
  for (const Score& score : scores) {
    sum.within += score.within;
    sum.covered += score.covered;
    sum.most_games = std::max(sum.most_games, score.most_games);
  }
  return sum;
}

struct EvenPoint {
  double x = 0;
  Interval interval;  // 95 %
};

// Where a falling curve passes 1/2, by the delta method: d x / d intercept = -1 / slope, d x / d slope = -x / slope.
EvenPoint even_point(const LogisticFit& fit) {
  const double x = -fit.intercept / fit.slope;
  const double variance = fit.var_intercept + 2 * x * fit.covariance + x * x * fit.var_slope;
  const double half = normal_quantile(0.975) * std::sqrt(variance) / -fit.slope;
  return {x, {x - half, x + half}};
}

Matchup starters() {
  const std::string folder = std::string(ARCHON_SOURCE_DIR "/sim/decks/");
  const DeckResult a = read_deck_file(folder + "radiant-argus-the-supreme.deck");
  const DeckResult b = read_deck_file(folder + "miss-onyx-censorius.deck");
  return *make_matchup(*a.deck, *b.deck).matchup;
}

}  // namespace

TEST_CASE("posterior of the root: with many games it is the logistic fit") {
  std::vector<Observation> levels;
  for (int x : {-2, 1, 3, 5}) levels.push_back({static_cast<double>(x), std::lround(3000 * logistic(0.12 * (1.7 - x))), 3000});
  const EvenPoint fit = even_point(fit_logistic(levels));
  const RootPosterior posterior(levels);
  CHECK(posterior.root_quantile(0.5) == Approx(fit.x).margin(0.03));
  CHECK(posterior.root_quantile(0.025) == Approx(fit.interval.low).margin(0.05));
  CHECK(posterior.root_quantile(0.975) == Approx(fit.interval.high).margin(0.05));
  SmallRng rng{1};
  double mean = 0;
  for (int i = 0; i < 1000; ++i) mean += posterior.draw(rng).root / 1000;
  CHECK(mean == Approx(fit.x).margin(0.03));
}

TEST_CASE("posterior of the root: nothing played, and everything won") {
  const RootPosterior nothing({});
  CHECK(nothing.root_quantile(0.5) == Approx(0).margin(1e-6));
  CHECK(nothing.root_quantile(0.975) > 40);
  const RootPosterior won(std::vector<Observation>{{0, 50, 50}, {24, 400, 400}});
  CHECK(won.root_quantile(0.025) > 24);
}

TEST_CASE("a curve with steps: six chains cost the same on average, and more at once at 7, 13 and 19") {
  const HandicapCurve curve{.root = 3, .slope = 0.1, .share = 0.5};
  CHECK(curve.win_rate(3) == Approx(0.5));
  const auto logit = [&](double x) { return std::log(curve.win_rate(x) / (1 - curve.win_rate(x))); };
  for (double from : {0.0, 6.0, 12.0, -14.0}) CHECK(logit(from + 1) - logit(from + 7) == Approx(0.6));
  CHECK(logit(6) - logit(7) == Approx(0.35));
  CHECK(logit(4) - logit(5) == Approx(0.05));
  CHECK(logit(-7) - logit(-6) == Approx(0.35));
}

TEST_CASE("search: every game has a number of its own, and both go first equally often") {
  HandicapSearch search({.width = 0.1, .games = 3001});
  std::set<int64_t> numbers;
  const HandicapSampler play = expected_games(logistic_truth(5, 0.1));
  while (!search.finished()) {
    const std::vector<HandicapBatch> batches = search.next();
    REQUIRE_FALSE(batches.empty());
    int64_t games = 0;
    for (const HandicapBatch& batch : batches) {
      CHECK(batch.games % 2 == 0);
      CHECK(batch.first_game % 2 == 0);
      CHECK(std::abs(batch.handicap) <= 24);
      for (int64_t game = 0; game < batch.games; ++game) CHECK(numbers.insert(batch.first_game + game).second);
      games += batch.games;
    }
    CHECK(games <= 400);
    search.add(batches, play(batches));
  }
  CHECK(search.next().empty());
  CHECK(numbers.size() == 3000);
  CHECK(search.estimate().games == 3000);
  CHECK_FALSE(search.estimate().narrow);
}

TEST_CASE("search: finds the root, says when it is sure, and the other way round when the decks change places") {
  for (double root : {-9.3, 5.5}) {
    const HandicapEstimate one = estimate_handicap(expected_games(logistic_truth(root, 0.15, 0.2)), {.width = 1.5});
    const HandicapEstimate other = estimate_handicap(expected_games(logistic_truth(-root, 0.15, 0.2)), {.width = 1.5});
    CHECK(one.all.root == Approx(root).margin(0.2));
    CHECK(other.all.root == Approx(-one.all.root).margin(0.2));
    CHECK(one.handicap == std::lround(one.all.root));
    CHECK(one.narrow);
    CHECK(one.games < 10000);
    CHECK(one.all.interval.high - one.all.interval.low <= 1.5);
    CHECK(one.all.slope == Approx(0.15).margin(0.06));
    REQUIRE(one.any_equivalent);
    CHECK(one.equivalent[0] >= one.all.interval.low);
    CHECK(one.equivalent[1] <= one.all.interval.high);
    CHECK(one.equivalent[1] - one.equivalent[0] <= 1);
    const HandicapMixture mixture = one.mixture();
    CHECK(mixture.weight[0] * mixture.handicap[0] + mixture.weight[1] * mixture.handicap[1] == Approx(one.all.root));
  }
}

TEST_CASE("search: by who goes first") {
  // An advantage of 0.3 in logit is worth three chains at 0.1 a chain.
  const HandicapEstimate estimate = estimate_handicap(expected_games(logistic_truth(4, 0.1, 0.3)), {.width = 0.8});
  CHECK(estimate.all.root == Approx(4).margin(0.2));
  CHECK(estimate.by_first[0].root == Approx(7).margin(1.2));
  CHECK(estimate.by_first[1].root == Approx(1).margin(1.2));
}

TEST_CASE("search: more than 24 chains") {
  const HandicapEstimate strong = estimate_handicap(expected_games(logistic_truth(60, 0.1)), {});
  CHECK(strong.all.beyond());
  CHECK(strong.handicap == 24);
  CHECK(strong.narrow);
  CHECK(strong.games < 10000);
  CHECK_FALSE(strong.any_equivalent);
  CHECK(strong.mixture().weight[0] == 1);
  CHECK(strong.mixture().handicap[0] == 24);
  const HandicapEstimate weak = estimate_handicap(expected_games(logistic_truth(-60, 0.1)), {});
  CHECK(weak.handicap == -24);
  CHECK(clamped(weak.all.interval).low == -24);
}

TEST_CASE("search: a cliff is no logistic curve") {
  const Truth cliff = [](int handicap, int) { return handicap <= 4 ? 0.56 : handicap <= 8 ? 0.45 : 0.05; };
  const HandicapEstimate estimate = estimate_handicap(expected_games(cliff), {.width = 0.5, .games = 6000});
  CHECK(estimate.all.model == CurveModel::Isotonic);
  CHECK(estimate.all.misfit_p < kMisfitLevel);
  CHECK(estimate.all.interval.low <= 5);
  CHECK(estimate.all.interval.high >= 4);
  CHECK(estimate.all.root == Approx(4.5).margin(2));
}

TEST_CASE("sampled curves fall, and their mean is the truth where games were played") {
  const HandicapEstimate estimate = estimate_handicap(expected_games(logistic_truth(3, 0.1)), {.width = 1});
  const std::vector<WinCurve> curves = sampled_curves(estimate.observations(), estimate.all, 200, 1);
  for (const WinCurve& curve : curves)
    for (int c = -24; c < 24; ++c) CHECK(curve[c] >= curve[c + 1]);
  for (int c : {1, 3, 5}) CHECK(mean_curve(curves)[c] == Approx(logistic(0.1 * (3 - c))).margin(0.03));
}

TEST_CASE("1,000 synthetic matches: within a chain in 95 %, the interval covers in 94 %", "[slow]") {
  const Score score = play_searches(1000, 12, [](double root, double edge) { return logistic_truth(root, 0.1, edge); });
  CAPTURE(score.within, score.covered);
  CHECK(score.within >= 950);
  CHECK(score.covered >= 940);
  CHECK(score.most_games <= 2000);
}

TEST_CASE("1,000 synthetic matches with jumps at 7, 13 and 19: the interval covers in 92 %", "[slow]") {
  const Score score = play_searches(1000, 18, [](double root, double edge) -> Truth {
    return [=](int handicap, int first) {
      return logistic(0.1 * (stepped(root) - stepped(handicap)) + (first == 0 ? edge : -edge));
    };
  });
  CAPTURE(score.within, score.covered);
  CHECK(score.covered >= 920);
}

TEST_CASE("games at handicaps are those of a match with these chains") {
  const Matchup matchup = starters();
  const ChainGames games{.matchup = &matchup, .seed = 4, .cell = "games"};
  CHECK(with_handicap(matchup, 3).starting_chains == std::array{3, 0});
  CHECK(with_handicap(matchup, -5).starting_chains == std::array{0, 5});
  const std::vector<HandicapBatch> batches = {{.handicap = 6, .first_game = 0, .games = 10},
                                              {.handicap = -2, .first_game = 10, .games = 20}};
  BatchPlayer one_thread("random", 1), two_threads("random", 2);
  const std::vector<MatchResult> one = play_handicaps(games, batches, one_thread),
                                 two = play_handicaps(games, batches, two_threads);
  const Matchup chained = with_handicap(matchup, -2);
  MatchSpec spec{.matchup = &chained, .agents = {"random", "random"}, .seed = 4};
  spec.games = 20;
  spec.first_game = 10;
  const MatchResult match = play_match(spec);
  for (size_t first = 0; first < 2; ++first) {
    CHECK(one[1].by_first[first].wins == match.by_first[first].wins);
    for (size_t i = 0; i < 2; ++i) CHECK(one[i].by_first[first].wins == two[i].by_first[first].wins);
  }
}

TEST_CASE("a curve plays the same shuffles at every level") {
  const Matchup matchup = starters();
  BatchPlayer player("random", 0);
  const std::vector<CurveLevel> curve = play_curve({.matchup = &matchup, .seed = 4, .cell = "games"}, 1, 4, player);
  REQUIRE(curve.size() == 25);
  for (int chains : {0, 24}) {
    const Matchup chained = with_handicap(matchup, -chains);
    MatchSpec spec{.matchup = &chained, .agents = {"random", "random"}, .seed = 4};
    spec.games = 4;
    const MatchResult result = curve[static_cast<size_t>(chains)].result, match = play_match(spec);
    CHECK(result.total().wins == match.total().wins);
    CHECK(result.decisions == match.decisions);
  }
  const Observation all = curve[7].of(1), a_first = curve[7].of(1, 0), b_first = curve[7].of(1, 1);
  CHECK(all.x == 7);
  CHECK(all.games == a_first.games + b_first.games);
  CHECK(all.wins == curve[7].result.total().wins[1]);
}

TEST_CASE("a search for a handicap that is stopped goes on from its ledger, and has an estimate meanwhile") {
  const TemporaryFolder folder;
  const Matchup matchup = starters();
  const ChainGames games{.matchup = &matchup, .seed = 4, .cell = "games"};
  const HandicapSpec spec{.width = 6, .games = 400};
  HandicapSearch whole(spec);
  BatchPlayer alone("greedy", 2);
  CHECK(play_search(games, spec.games, whole, alone) == "");
  LedgerResult opened = Ledger::open(folder.file(), "chains", nlohmann::json::object());
  REQUIRE(opened.ledger);
  HandicapSearch untouched(spec);
  BatchPlayer stopped_at_once("greedy", kept_in(*opened.ledger, after_asking(0)));
  CHECK(play_search(games, spec.games, untouched, stopped_at_once) == "");
  CHECK(untouched.estimate().games == 0);
  CHECK(untouched.estimate().all.interval.low < -20);
  CHECK(untouched.estimate().all.interval.high > 20);
  int64_t played = 0;
  for (int run = 0; run < 20; ++run) {
    HandicapSearch part(spec);
    BatchPlayer player("greedy", kept_in(*opened.ledger, after_asking(60)));
    CHECK(play_search(games, spec.games, part, player) == "");
    played += player.played();
    if (!part.finished()) continue;
    CHECK(run > 0);
    CHECK(part.estimate().all.root == whole.estimate().all.root);
    CHECK(part.estimate().games == whole.estimate().games);
    CHECK(played == whole.estimate().games);
    return;
  }
  FAIL("twenty runs were not enough");
}
