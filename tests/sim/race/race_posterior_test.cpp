// What games say of racers that share parts: against a posterior by numbers, and how often it is right where the truth is
// known.
#include "sim/race/race_posterior.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "sim/stats/beta_draw.h"
#include "sim/stats/distributions.h"

using namespace archon;

namespace {

Racer racer(double expected, double error, std::vector<int> parts, std::vector<RaceGames> games) {
  return {.deck = {}, .expected = expected, .error = error, .parts = std::move(parts), .selection = std::move(games)};
}

// The mean of a win rate whose logit is normal, after games: by summing over the logits.
double mean_by_sum(double expected, double error, const RaceGames& games) {
  double weights = 0, sum = 0;
  for (double z = -6; z <= 6; z += 0.001) {
    const double rate = logistic(std::log(expected / (1 - expected)) + error * z);
    const double weight = std::exp(-z * z / 2 + static_cast<double>(games.wins) * std::log(rate) +
                                   static_cast<double>(games.losses) * std::log(1 - rate));
    weights += weight;
    sum += weight * rate;
  }
  return sum / weights;
}

int wins_of(int games, double rate, SmallRng& rng) {
  int wins = 0;
  for (int game = 0; game < games; ++game) wins += rng.below(1'000'000) < 1e6 * rate;
  return wins;
}

}  // namespace

TEST_CASE("race posterior: without others it is that of a normal logit") {
  // The terms that all racers have in common add their variance: 0.3 squared, and that of one round, 0.1 squared.
  for (const RaceGames& games : {RaceGames{}, RaceGames{10, 8, 2}, RaceGames{400, 300, 100}}) {
    const std::vector<Racer> all = {racer(0.6, 0.4, {}, {games})};
    CHECK(RacePosterior(all).mean(0) == Approx(mean_by_sum(0.6, std::hypot(0.4, 0.3), games)).margin(0.006));
  }
}

TEST_CASE("race posterior: games tell of those that share a part, the more the more they share") {
  const RaceGames won{200, 150, 50};
  const std::vector<Racer> all = {racer(0.5, 0.3, {1, 2, 3}, {won}), racer(0.5, 0.3, {1, 2, 4}, {}),
                                  racer(0.5, 0.3, {1, 5, 6}, {}), racer(0.5, 0.3, {7, 8, 9}, {})};
  const RacePosterior posterior(all);
  for (size_t i = 1; i < all.size(); ++i) CHECK(posterior.mean(i - 1) > posterior.mean(i) + 0.005);
  CHECK(posterior.mean(3) > 0.5);  // what all are off by
}

TEST_CASE("race posterior: its errors are those that it claims, and smaller than those of games alone") {
  constexpr int kPods = 20, kBuilds = 150, kGames = 20, kTrials = 20, kDraws = 400;
  constexpr double kError = 0.3, kOfParts = 0.7;
  SmallRng rng{stream_seed(11, 0, Stream::Setup)};
  int held = 0, all = 0;
  double squares = 0, alone = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> pods(kPods), truth;
    for (double& each : pods) each = kError * std::sqrt(kOfParts / 3) * draw_normal(rng);
    const double common = 0.3 * draw_normal(rng), round = 0.1 * draw_normal(rng);
    std::vector<Racer> racers;
    for (int i = 0; i < kBuilds; ++i) {
      std::vector<int> parts;
      while (parts.size() < 3)
        if (const int pod = static_cast<int>(rng.below(kPods)); std::ranges::find(parts, pod) == parts.end())
          parts.push_back(pod);
      const double rating = 0.2 * draw_normal(rng) + 0.5;
      const double strength = rating + common + pods[parts[0]] + pods[parts[1]] + pods[parts[2]] +
                              kError * std::sqrt(1 - kOfParts) * draw_normal(rng);
      const int wins = wins_of(kGames, logistic(strength + round), rng);
      truth.push_back(logistic(strength));
      racers.push_back(racer(logistic(rating), kError, parts, {{kGames, wins, kGames - wins}}));
    }
    const RacePosterior posterior(racers);
    std::vector<size_t> each(kBuilds);
    std::iota(each.begin(), each.end(), size_t{0});
    std::vector<std::vector<double>> drawn(kBuilds);
    for (int draw = 0; draw < kDraws; ++draw) {
      const std::vector<double> rates = posterior.draw(each, rng);
      for (const size_t i : each) drawn[i].push_back(rates[i]);
    }
    for (const size_t i : each) {
      std::ranges::sort(drawn[i]);
      held += drawn[i][kDraws / 40] <= truth[i] && truth[i] <= drawn[i][kDraws - 1 - kDraws / 40];
      ++all;
      squares += std::pow(posterior.mean(i) - truth[i], 2);
      alone += std::pow(mean_by_sum(racers[i].expected, std::hypot(kError, 0.3), racers[i].selection[0]) - truth[i], 2);
    }
  }
  CHECK(held > 0.935 * all);
  CHECK(held < 0.965 * all);
  CHECK(squares < 0.75 * alone);
}
