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
#include "sim/chains/falling_curve.h"
#include "sim/chains/root_posterior.h"
#include "sim/stats/distributions.h"
#include "tests/sim/chains/synthetic_matches.h"
#include "tests/sim/kept_in.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::after_asking;
using archon::test::kept_in;
using archon::test::line;
using archon::test::TemporaryFolder;
using archon::test::Truth;
using archon::test::truth_of;

namespace {

Truth logistic_truth(double root, double slope, double edge = 0) { return truth_of(line(slope), root, edge); }

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

// Twice 1.96 standard errors of where a line of win rates passes 1/2, by the information in games whose root is `root`.
double width_on_a_line(std::span<const Observation> levels, double root, double slope) {
  double sum = 0, first = 0, second = 0;
  for (const Observation& each : levels) {
    const double p = logistic(slope * (root - each.x)), weight = static_cast<double>(each.games) * p * (1 - p);
    sum += weight;
    first += weight * (each.x - root);
    second += weight * (each.x - root) * (each.x - root);
  }
  return 2 * normal_quantile(0.975) * std::sqrt(second / (sum * second - first * first)) / slope;
}

Matchup starters() {
  const std::string folder = std::string(ARCHON_SOURCE_DIR "/sim/decks/");
  const DeckResult a = read_deck_file(folder + "radiant-argus-the-supreme.deck");
  const DeckResult b = read_deck_file(folder + "miss-onyx-censorius.deck");
  return *make_matchup(*a.deck, *b.deck).matchup;
}

}  // namespace

TEST_CASE("posterior of the root: many games on a line") {
  std::vector<Observation> levels;
  for (int x : {-2, 1, 3, 5}) levels.push_back({static_cast<double>(x), std::lround(3000 * logistic(0.12 * (1.7 - x))), 3000});
  const RootPosterior posterior(levels);
  CHECK(posterior.root_quantile(0.5) == Approx(1.7).margin(0.15));
  const double width = posterior.root_quantile(0.975) - posterior.root_quantile(0.025);
  CHECK(width >= 0.9 * width_on_a_line(levels, 1.7, 0.12));
  CHECK(width <= 1.5 * width_on_a_line(levels, 1.7, 0.12));
  SmallRng rng{1};
  double root = 0, slope = 0;
  for (const HandicapCurve& curve : posterior.draw(1000, rng)) {
    root += curve.root / 1000;
    slope += curve.slope_near_root() / 1000;
    for (int c = -24; c < 24; ++c) CHECK(curve.win_rate(c) >= curve.win_rate(c + 1));
    CHECK(curve.win_rate(static_cast<int>(std::floor(curve.root))) >= 0.5);
    CHECK(curve.win_rate(static_cast<int>(std::ceil(curve.root))) <= 0.5);
  }
  CHECK(root == Approx(1.7).margin(0.15));
  CHECK(slope == Approx(0.12).margin(0.02));
}

TEST_CASE("posterior of the root: the games seen from the other deck") {
  const std::vector<Observation> levels{{-7, 30, 40}, {0, 210, 400}, {3, 190, 400}, {8, 12, 40}},
      others{{7, 10, 40}, {0, 190, 400}, {-3, 210, 400}, {-8, 28, 40}};
  for (double q : {0.025, 0.5, 0.8})
    CHECK(RootPosterior(levels).root_quantile(q) == Approx(-RootPosterior(others).root_quantile(1 - q)).margin(0.02));
}

TEST_CASE("posterior of the root: nothing played, everything won, and what no falling curve fits") {
  const RootPosterior nothing({});
  CHECK(nothing.root_quantile(0.5) == Approx(0).margin(1e-6));
  CHECK(nothing.root_quantile(0.975) > 24);
  CHECK(nothing.root_quantile(0.025) < -24);
  const RootPosterior won(std::vector<Observation>{{0, 50, 50}, {24, 400, 400}});
  CHECK(won.root_quantile(0.025) > 24);
  const RootPosterior rising(std::vector<Observation>{{-10, 1000, 100000}, {10, 99000, 100000}});
  CHECK(std::isfinite(rising.root_quantile(0.5)));
  SmallRng rng{1};
  for (const HandicapCurve& curve : rising.draw(10, rng)) CHECK(std::isfinite(curve.slope_near_root()));
}

TEST_CASE("costs of a chain: six chains cost six on average, and more at once at 7, 13 and 19") {
  const auto mean = [](const StepProbabilities& steps) {
    double sum = 0;
    for (size_t i = 0; i < steps.size(); ++i) sum += steps[i] * static_cast<double>(i) / kStepsAChain;
    return sum;
  };
  const ChainCosts even({.evenness = Evenness::Even, .share = 0.5}), uneven({.evenness = Evenness::Uneven, .share = 0.95});
  for (int tier : {6, 12, 18, -7, -13, -19}) {
    CHECK(mean(even.after(tier)) == Approx(3.5));
    CHECK(mean(uneven.after(tier)) == Approx(5.75).margin(0.01));
  }
  for (int level : {-6, -1, 0, 5, 7, 11, 23, 24}) {
    CHECK(mean(even.after(level)) == Approx(0.5));
    CHECK(mean(uneven.after(level)) == Approx(0.05));
  }
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

TEST_CASE("search: games far from even, and no end before the least number of games") {
  const HandicapSampler play = expected_games(logistic_truth(3, 0.3));
  const HandicapEstimate near = estimate_handicap(play, {.width = 4, .games = 4000});
  CHECK(near.games < 1000);
  const HandicapEstimate far = estimate_handicap(play, {.width = 4, .games = 4000, .least = 1000, .far = true});
  CHECK(far.narrow);
  CHECK(far.games >= 1000);
  CHECK(far.games < 1400);
  for (const int handicap : kFarHandicaps) {
    CAPTURE(handicap);
    const auto level = std::ranges::find(far.levels, handicap, &std::pair<int, ByFirst>::first);
    REQUIRE(level != far.levels.end());
    CHECK(level->second[0].games + level->second[1].games >= 100);
  }
  CHECK(estimate_handicap(play, {.width = 4, .games = 400, .least = 1000, .far = true}).games == 400);
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

TEST_CASE("search: a cliff is a falling curve, too") {
  const Truth cliff = [](int handicap, int) { return handicap <= 4 ? 0.56 : handicap <= 8 ? 0.45 : 0.05; };
  const HandicapEstimate estimate = estimate_handicap(expected_games(cliff), {.width = 0.5, .games = 6000});
  CHECK(estimate.all.interval.low <= 5);
  CHECK(estimate.all.interval.low >= 2);
  CHECK(estimate.all.interval.high >= 4);
  CHECK(estimate.all.interval.high <= 7);
  CHECK(estimate.all.root == Approx(4.5).margin(1));
}

TEST_CASE("search: where chains cost nothing, hardly a handicap is ruled out, and it says so") {
  const HandicapEstimate even = estimate_handicap(expected_games(truth_of(line(0), 0)), {.width = 1, .games = 4000});
  CHECK(even.all.flat());
  CHECK(clamped(even.all.interval).high - clamped(even.all.interval).low > 36);
  CHECK(open_ended(even.all.interval).high == kInfinity);
  CHECK_FALSE(even.narrow);
  const HandicapEstimate strong = estimate_handicap(expected_games([](int, int) { return 0.6; }), {.width = 1, .games = 4000});
  CHECK(strong.all.beyond());
  CHECK(open_ended(strong.all.interval).low == 24);
  CHECK(open_ended(strong.all.interval).high == kInfinity);
  CHECK_FALSE(estimate_handicap(expected_games(logistic_truth(3, 0.15)), {.width = 1, .games = 4000}).all.flat());
}

TEST_CASE("sampled curves fall, and their mean is the truth where games were played") {
  const HandicapEstimate estimate = estimate_handicap(expected_games(logistic_truth(3, 0.1)), {.width = 1});
  const std::vector<WinCurve> curves = sampled_curves(estimate.observations(), 200, 1);
  for (const WinCurve& curve : curves)
    for (int c = -24; c < 24; ++c) CHECK(curve[c] >= curve[c + 1]);
  for (int c : {1, 3, 5}) CHECK(mean_curve(curves)[c] == Approx(logistic(0.1 * (3 - c))).margin(0.03));
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
