#include "sim/arena/arena_ratings.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/random.h"
#include "sim/stats/bradley_terry.h"

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
  auto n = static_cast<double>(pairs);
  const double mean = sum / n;
  if (squares / n - mean * mean < 1e-12) {  // all the same: the rule of succession of sprt.h
    sum += 1;
    squares += 1;
    n += 2;
  }
  const double center = sum / n, half = normal_quantile(0.975) * std::sqrt((squares / n - center * center) / n);
  return {mean, {std::clamp(center - half, 0.0, mean), std::clamp(center + half, mean, 1.0)}};
}

// points(i, j) of agent i against agent j, each pair number counting `weights` times.
Eigen::MatrixXd points_of(const ArenaRun& run, int agents, const std::vector<int>& weights) {
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(agents, agents);
  for (const ArenaMatch& match : run.matches) {
    int64_t quarters = 0, all = 0;
    for (size_t pair = 0; pair < weights.size(); ++pair) {
      quarters += weights[pair] * match.record.score(static_cast<int64_t>(pair));
      all += 4 * weights[pair];
    }
    points(match.a, match.b) = static_cast<double>(quarters) / 2;  // a pair has two points
    points(match.b, match.a) = static_cast<double>(all - quarters) / 2;
  }
  return points;
}

// Ratings with the first agent at 0. All agents have met, so groups that cannot be compared stand in one order: who is above
// the first agent's group won all games against it, who is below lost them.
std::vector<double> ratings_of(const Eigen::MatrixXd& points, std::string* note = nullptr) {
  const BradleyTerryFit fit = fit_bradley_terry(points);
  if (fit.error.empty()) return fit.elo;
  if (note) *note = fit.error;
  std::vector<double> elo(static_cast<size_t>(points.rows()), std::numeric_limits<double>::infinity());
  bool above = true;
  for (const std::vector<int>& group : fit.groups) {
    if (group.front() != 0) {  // agent 0 is the first of its group
      if (!above)
        for (int agent : group) elo[static_cast<size_t>(agent)] *= -1;
      continue;
    }
    above = false;
    const std::vector<double> comparable = fit_bradley_terry(points(group, group)).elo;
    for (size_t i = 0; i < group.size(); ++i) elo[static_cast<size_t>(group[i])] = comparable[i];
  }
  return elo;
}

void rate_many(const ArenaRun& run, int agents, uint64_t seed, ArenaRatings& ratings) {
  const auto pairs = static_cast<size_t>(pairs_of(run));
  if (pairs == 0) return;
  const std::vector<double> elo = ratings_of(points_of(run, agents, std::vector<int>(pairs, 1)), &ratings.note);
  std::vector<std::vector<double>> resampled(static_cast<size_t>(agents));
  for (int resample = 0; resample < kArenaResamples; ++resample) {
    SmallRng rng{stream_seed(seed, static_cast<uint64_t>(resample), Stream::Setup)};
    std::vector<int> weights(pairs, 0);
    for (size_t i = 0; i < pairs; ++i) ++weights[rng.below(static_cast<uint32_t>(pairs))];
    const std::vector<double> again = ratings_of(points_of(run, agents, weights));
    for (size_t i = 0; i < again.size(); ++i) resampled[i].push_back(again[i]);
  }
  for (size_t i = 0; i < resampled.size(); ++i) {
    std::vector<double>& values = resampled[i];
    std::ranges::sort(values);
    const auto quantile = [&](double p) {
      return values[static_cast<size_t>(std::lround(p * static_cast<double>(values.size() - 1)))];
    };
    ratings.agents[i].elo = {elo[i], {quantile(0.025), quantile(0.975)}};
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
