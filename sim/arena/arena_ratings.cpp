#include "sim/arena/arena_ratings.h"

#include <algorithm>
#include <cmath>

#include "engine/core/random.h"
#include "sim/stats/bradley_terry.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

int64_t pairs_of(const ArenaRun& run) { return run.matches.empty() ? 0 : run.matches.front().record.pairs(); }

void count(const ArenaRun& run, std::vector<AgentStanding>& agents) {
  for (const ArenaMatch& match : run.matches) {
    AgentStanding &a = agents[static_cast<size_t>(match.a)], &b = agents[static_cast<size_t>(match.b)];
    a.games += match.record.games();
    b.games += match.record.games();
    a.wins += match.record.count("wW");
    b.wins += match.record.count("lL");
    a.forfeits += match.record.count("L");
    b.forfeits += match.record.count("W");
    add(a.by_cause, match.record.forfeits[0]);
    add(b.by_cause, match.record.forfeits[1]);
    a.fallbacks += match.record.fallbacks[0];
    b.fallbacks += match.record.fallbacks[1];
  }
}

// The mean over all opponents of the scores in a pair, as a distribution over the pair numbers.
Estimate mean_score(const ArenaRun& run, int agent) {
  const int64_t pairs = pairs_of(run);
  double sum = 0, squares = 0;
  for (int64_t pair = 0; pair < pairs; ++pair) {
    double score = 0, opponents = 0;
    for (const ArenaMatch& match : run.matches) {
      if (match.a != agent && match.b != agent) continue;
      score += (match.a == agent ? match.record.score(pair) : 4 - match.record.score(pair)) / 4.0;
      ++opponents;
    }
    sum += score / opponents;
    squares += score / opponents * score / opponents;
  }
  if (pairs == 0) return {0.5, {0, 1}};
  // With the virtual game of sprt.h: half a pair, half of which scores 0 and half 1.
  constexpr double kWon = kVirtualGames / 4;
  const double counted = sum / static_cast<double>(pairs), n = static_cast<double>(pairs) + 2 * kWon;
  const double mean = (sum + kWon) / n, variance = (squares + kWon) / n - mean * mean;
  const Interval interval = wilson_interval_of(mean, n * mean * (1 - mean) / variance);
  return {counted, {std::min(interval.low, counted), std::max(interval.high, counted)}};
}

// points(i, j) of agent i against agent j, each pair number counting `weights` times.
Eigen::MatrixXd points_of(const ArenaRun& run, int agents, const std::vector<double>& weights) {
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(agents, agents);
  for (const ArenaMatch& match : run.matches) {
    for (size_t pair = 0; pair < weights.size(); ++pair) {
      const double won = match.record.score(static_cast<int64_t>(pair)) / 2.0;  // a pair has two points
      points(match.a, match.b) += weights[pair] * won;
      points(match.b, match.a) += weights[pair] * (2 - won);
    }
  }
  return points;
}

void rate_many(const ArenaRun& run, int agents, uint64_t seed, ArenaRatings& ratings) {
  const auto pairs = static_cast<size_t>(pairs_of(run));
  if (pairs == 0) return;
  const BradleyTerryFit fit =
      fit_bradley_terry(points_of(run, agents, std::vector<double>(pairs, 1)), VirtualGames::even(agents));
  std::vector<std::vector<double>> resampled(static_cast<size_t>(agents));
  for (int resample = 0; resample < kArenaResamples; ++resample) {
    SmallRng rng{stream_seed(seed, static_cast<uint64_t>(resample), Stream::Setup)};
    const auto weight = [&] { return -std::log1p(-rng.uniform()); };
    std::vector<double> weights(pairs);
    std::ranges::generate(weights, weight);
    VirtualGames prior = VirtualGames::even(agents);
    for (double& games : prior.won) games *= weight();
    for (double& games : prior.lost) games *= weight();
    const BradleyTerryFit again = fit_bradley_terry(points_of(run, agents, weights), prior);
    for (size_t i = 0; i < again.elo.size(); ++i) resampled[i].push_back(again.elo[i]);
  }
  for (size_t i = 0; i < resampled.size(); ++i) {
    ratings.agents[i].elo = {fit.elo[i], middle_interval(std::move(resampled[i]))};
  }
}

}  // namespace

ArenaRatings rate_agents(const ArenaRun& run, int agents, uint64_t seed) {
  ArenaRatings ratings;
  ratings.agents.resize(static_cast<size_t>(agents));
  count(run, ratings.agents);
  if (agents > 2) {
    for (int agent = 0; agent < agents; ++agent) ratings.agents[static_cast<size_t>(agent)].score = mean_score(run, agent);
    rate_many(run, agents, seed, ratings);
    return ratings;
  }
  const PairScores& scores = run.matches.front().scores;
  PairScores other = scores;
  std::ranges::reverse(other.counts);
  for (size_t i = 0; i < 2; ++i) {
    ratings.agents[i].score = score_estimate(i == 0 ? scores : other);
    ratings.agents[i].elo = elo_estimate(i == 0 ? scores : other);
  }
  return ratings;
}

}  // namespace archon
