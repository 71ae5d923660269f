// Win rates of pairs by their games, by strengths and by what was known before.
#include "sim/stats/pair_posterior.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "sim/stats/distributions.h"

using namespace archon;

namespace {

// A league of items whose true win rates are known, with as many games of each pair as `games` says, 0 for some.
struct League {
  Eigen::MatrixXd truth, wins;  // of the row against the column
  Eigen::VectorXd known;
};

struct LeagueSpec {
  int items = 30;
  double games = 8;  // of a pair that meets
  double met = 1;    // the share of pairs that do
  double scatter = 0.25;
  double known = 0.6;  // the standard deviation of what is known of strengths; what is not is 0.3
  double cycle = 0;    // of the two effects of an item that are good against some and bad against others
};

League play_league(const LeagueSpec& spec, std::mt19937_64& chance) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  League league;
  league.known.resize(spec.items);
  Eigen::VectorXd strength(spec.items), x = Eigen::VectorXd::Zero(spec.items), y = x;
  for (int i = 0; i < spec.items; ++i) {
    league.known(i) = spec.known * normal(chance);
    strength(i) = league.known(i) + 0.3 * normal(chance);
    if (spec.cycle > 0) x(i) = spec.cycle * normal(chance), y(i) = spec.cycle * normal(chance);
  }
  league.truth = league.wins = Eigen::MatrixXd::Zero(spec.items, spec.items);
  for (int i = 0; i < spec.items; ++i)
    for (int j = i + 1; j < spec.items; ++j) {
      const double p = logistic(strength(i) - strength(j) + x(i) * y(j) - y(i) * x(j) + spec.scatter * normal(chance));
      league.truth(i, j) = p, league.truth(j, i) = 1 - p;
      const auto games = uniform(chance) < spec.met ? static_cast<int64_t>(spec.games) : 0;
      league.wins(i, j) = static_cast<double>(std::binomial_distribution<int64_t>(games, p)(chance));
      league.wins(j, i) = static_cast<double>(games) - league.wins(i, j);
    }
  return league;
}

struct Errors {
  double squares = 0, of_counts = 0;  // sums of squared errors; of the counts where there are games
  int covered = 0, below = 0, pairs = 0;

  double covers() const { return static_cast<double>(covered) / pairs; }
  double error() const { return std::sqrt(squares / pairs); }
};

void compare(const League& league, const PairPosterior& posterior, Errors& errors) {
  CHECK(posterior.settled());
  for (Eigen::Index i = 0; i < league.wins.rows(); ++i)
    for (Eigen::Index j = i + 1; j < league.wins.rows(); ++j) {
      const WinRate found = posterior.rate(i, j);
      const double truth = league.truth(i, j), games = league.wins(i, j) + league.wins(j, i);
      errors.squares += (found.value - truth) * (found.value - truth);
      errors.of_counts += games > 0 ? std::pow(league.wins(i, j) / games - truth, 2) : 0;
      errors.covered += found.interval.low <= truth && truth <= found.interval.high;
      errors.below += truth < found.interval.low;
      ++errors.pairs;
    }
}

Errors of_leagues(const LeagueSpec& spec, bool known, int leagues = 20) {
  std::mt19937_64 chance(11);
  Errors errors;
  for (int i = 0; i < leagues; ++i) {
    const League league = play_league(spec, chance);
    compare(league, known ? PairPosterior(league.wins, league.known) : PairPosterior(league.wins), errors);
  }
  return errors;
}

}  // namespace

TEST_CASE("pair posterior: intervals hold with any number of games, whether strengths are known before or not", "[slow]") {
  for (const bool known : {false, true})
    for (const double games : {1.0, 2.0, 8.0, 30.0, 300.0})
      for (const double met : {0.3, 1.0}) {
        const Errors errors = of_leagues({.games = games, .met = met}, known);
        CAPTURE(known, games, met, errors.error(), errors.below);
        CHECK(errors.covers() > (games > 1 ? 0.94 : 0.93));
        CHECK(errors.covers() < (known ? 0.98 : 0.965));  // the prior of strengths takes what is known for less sure than here
        CHECK(std::abs(errors.below - (errors.pairs - errors.covered - errors.below)) < 0.02 * errors.pairs);
      }
}

TEST_CASE("pair posterior: intervals hold where strengths say little, and are wide where they say all", "[slow]") {
  for (const double scatter : {0.0, 0.1, 0.4, 0.7})
    for (const double games : {8.0, 30.0, 300.0}) {
      const Errors errors = of_leagues({.games = games, .scatter = scatter}, true);
      CAPTURE(scatter, games, errors.error());
      CHECK(errors.covers() > 0.935);
      CHECK((scatter < 0.3 || errors.covers() < 0.965));
    }
}

TEST_CASE("pair posterior: intervals hold where items are good against some and bad against others", "[slow]") {
  for (const int items : {20, 50})
    for (const double games : {2.0, 8.0, 30.0, 100.0})
      for (const double met : {0.5, 1.0}) {
        const Errors errors = of_leagues({.items = items, .games = games, .met = met, .scatter = 0.15, .cycle = 0.5}, true);
        CAPTURE(items, games, met, errors.error());
        CHECK(errors.covers() >
              0.92);  // products of normal effects have longer tails than the normal scatter that is taken for them
        CHECK(errors.covers() < 0.97);
      }
}

TEST_CASE("pair posterior: what pairs have in common is found where it is there") {
  std::mt19937_64 chance(8);
  const League cyclic = play_league({.items = 50, .games = 30, .scatter = 0.1, .cycle = 0.6}, chance);
  const League plain = play_league({.items = 50, .games = 30, .scatter = 0.3}, chance);
  const PairPosterior found(cyclic.wins);
  CHECK(found.components() == 1);
  CHECK(found.scatter() < 0.25);  // of 0.52 that strengths miss
  CHECK(PairPosterior(plain.wins).components() == 0);
}

TEST_CASE("pair posterior: intervals of means hold, too", "[slow]") {
  std::mt19937_64 chance(7);
  for (const double games : {1.0, 2.0, 8.0, 60.0})
    for (const double met : {0.2, 1.0}) {
      int covered = 0, all = 0;
      double width = 0;
      for (int league_number = 0; league_number < 60; ++league_number) {
        const League league = play_league({.items = 20, .games = games, .met = met}, chance);
        const PairPosterior posterior(league.wins);
        for (Eigen::Index i = 0; i < 20; ++i) {
          std::vector<Eigen::Index> others;
          for (Eigen::Index j = 0; j < 20; ++j)
            if (j != i) others.push_back(j);
          const WinRate found = posterior.mean_rate(i, others);
          const double truth = league.truth.row(i).sum() / 19;
          covered += found.interval.low <= truth && truth <= found.interval.high;
          width += found.interval.high - found.interval.low;
          ++all;
        }
      }
      const double covers = static_cast<double>(covered) / all;
      CAPTURE(games, met, width / all);
      CHECK(covers > 0.93);
      CHECK(covers < 0.97);
    }
}

TEST_CASE("pair posterior: nearer to the truth than counts, with many games hardly", "[slow]") {
  const auto gain = [](double games) {
    const Errors errors = of_leagues({.games = games}, false, 20);
    return errors.squares / errors.of_counts;
  };
  CHECK(gain(2) < 0.1);
  CHECK(gain(8) < 0.25);
  CHECK(gain(30) < 0.5);
  CHECK(gain(1000) < 1.0);
  CHECK(gain(1000) > 0.9);
}

TEST_CASE("pair posterior: what is known before helps where games are few", "[slow]") {
  const LeagueSpec few{.games = 2, .met = 0.2};
  CHECK(of_leagues(few, true).error() < 0.8 * of_leagues(few, false).error());
}

TEST_CASE("pair posterior: scatter is found where games are many") {
  std::mt19937_64 chance(3);
  for (const double scatter : {0.1, 0.3, 0.6}) {
    const League league = play_league({.items = 60, .games = 60, .scatter = scatter}, chance);
    CHECK(PairPosterior(league.wins).scatter() == Approx(scatter).margin(0.03));
  }
}

TEST_CASE("pair posterior: known differences that count for more or less are stretched") {
  std::mt19937_64 chance(4);
  const League league = play_league({.items = 60, .games = 60}, chance);
  CHECK(PairPosterior(league.wins, league.known).stretch() == Approx(1).margin(0.15));
  CHECK(PairPosterior(league.wins, 2 * league.known).stretch() == Approx(0.5).margin(0.1));
}

TEST_CASE("pair posterior: both sides of a pair are one fact, and nothing is known without anything") {
  std::mt19937_64 chance(5);
  const League league = play_league({.items = 6}, chance);
  const PairPosterior posterior(league.wins);
  const WinRate one = posterior.rate(1, 4), other = posterior.rate(4, 1);
  CHECK(one.value == 1 - other.value);
  CHECK(one.interval.low == Approx(1 - other.interval.high).epsilon(1e-12));

  const WinRate unknown = PairPosterior(Eigen::MatrixXd::Zero(2, 2)).rate(0, 1);
  CHECK(unknown.value == Approx(0.5));
  CHECK(unknown.interval.low < 0.2);
}

TEST_CASE("pair posterior: a pair that won everything, and one with ten thousand games") {
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(3, 3);
  wins(0, 1) = 20;
  wins(1, 2) = 6000, wins(2, 1) = 4000;
  const PairPosterior posterior(wins);
  const WinRate all = posterior.rate(0, 1), many = posterior.rate(1, 2);
  CHECK(all.value > 0.85);
  CHECK(all.value < 0.99);
  CHECK(all.interval.high < 1);
  const Interval wilson = wilson_interval(6000, 10000);
  CHECK(many.value == Approx(0.6).margin(0.001));
  CHECK(many.interval.low == Approx(wilson.low).margin(0.001));
  CHECK(many.interval.high == Approx(wilson.high).margin(0.001));
}

// The density of the logit with a normal prior summed on fine steps, for a pair of two items: the prior's variance is that of
// two strengths and of the scatter, which the posterior knows but roughly.
TEST_CASE("pair posterior: of two items it is the prior times the likelihood") {
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(2, 2);
  wins(0, 1) = 3, wins(1, 0) = 1;
  const PairPosterior posterior(wins);
  const double variance = 2 * posterior.spread() * posterior.spread() + posterior.scatter() * posterior.scatter();
  double sum = 0, rates = 0;
  for (double x = -12; x < 12; x += 1e-3) {
    const double p = logistic(x), density = std::pow(p, 3) * (1 - p) * std::exp(-x * x / (2 * variance));
    sum += density, rates += density * p;
  }
  CHECK(posterior.rate(0, 1).value == Approx(rates / sum).margin(4e-3));
}

TEST_CASE("pair posterior: draws of a pair are as its posterior, and those of all opponents as their mean") {
  constexpr int kDraws = 4000;
  std::mt19937_64 chance(6);
  std::normal_distribution<double> normal;
  for (const double games : {1., 8., 100.}) {
    const League league = play_league({.items = 20, .games = games, .met = 0.7}, chance);
    const PairPosterior posterior(league.wins, league.known);
    const Eigen::MatrixXd strengths = posterior.draw_strengths(kDraws, 9);
    std::vector<double> means(kDraws);
    for (Eigen::Index j = 1; j < 20; ++j) {
      const WinRate rate = posterior.rate(0, j);
      const PairDraws of_pair = posterior.draws_of(0, j), turned = posterior.draws_of(j, 0);
      int low = 0, high = 0;
      double sum = 0;
      for (int draw = 0; draw < kDraws; ++draw) {
        const double rest = normal(chance), drawn = of_pair.rate(strengths.col(draw), rest);
        CHECK(drawn == Approx(1 - turned.rate(strengths.col(draw), rest)));
        low += drawn<rate.interval.low, high += drawn> rate.interval.high;
        sum += drawn;
        means[static_cast<size_t>(draw)] += drawn / 19;
      }
      INFO("pair 0 and " << j << " of " << games << " games");
      CHECK(sum / kDraws == Approx(rate.value).margin(0.01));
      CHECK(low == Approx(0.025 * kDraws).margin(45));  // standard deviation 10
      CHECK(high == Approx(0.025 * kDraws).margin(45));
    }
    std::vector<Eigen::Index> others(19);
    std::iota(others.begin(), others.end(), 1);
    const WinRate mean = posterior.mean_rate(0, others);
    const Interval drawn = middle_interval(means);
    INFO("mean of " << games << " games");
    CHECK(drawn.low == Approx(mean.interval.low).margin(0.008));
    CHECK(drawn.high == Approx(mean.interval.high).margin(0.008));
  }
}
