#include "sim/stats/bradley_terry.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

// reach(i, j): there is a chain of players from i to j in which each took a point from the next one.
using Reach = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>;

Reach closure(Reach reach) {
  for (Eigen::Index k = 0; k < reach.rows(); ++k) {
    for (Eigen::Index i = 0; i < reach.rows(); ++i) {
      if (!reach(i, k)) continue;
      for (Eigen::Index j = 0; j < reach.rows(); ++j) reach(i, j) = reach(i, j) || reach(k, j);
    }
  }
  return reach;
}

// Players that reach each other; groups that reach more come first.
std::vector<std::vector<int>> groups_of(const Reach& reach) {
  std::vector<std::vector<int>> groups;
  std::vector<bool> taken(static_cast<size_t>(reach.rows()), false);
  for (Eigen::Index i = 0; i < reach.rows(); ++i) {
    if (taken[static_cast<size_t>(i)]) continue;
    groups.emplace_back();
    for (Eigen::Index j = i; j < reach.rows(); ++j) {
      if (j != i && !(reach(i, j) && reach(j, i))) continue;
      groups.back().push_back(static_cast<int>(j));
      taken[static_cast<size_t>(j)] = true;
    }
  }
  std::ranges::stable_sort(groups, std::greater<>(),
                           [&](const std::vector<int>& group) { return reach.row(group[0]).count(); });
  return groups;
}

std::string listed(const std::vector<std::vector<int>>& groups) {
  std::string text;
  for (const std::vector<int>& group : groups) {
    text += text.empty() ? "{" : " | {";
    for (int player : group) text += (player == group.front() ? "" : ", ") + std::to_string(player);
    text += "}";
  }
  return text;
}

// Why the likelihood has no maximum, or nothing.
void check(const Eigen::MatrixXd& points, bool prior, BradleyTerryFit& fit) {
  Reach won = (points.array() > 0).matrix();
  won.diagonal().setConstant(true);
  const Reach met = won || won.transpose();
  fit.groups = groups_of(closure(met));
  if (fit.groups.size() > 1) {
    if (!prior) fit.error = "the players fall into groups that never met: " + listed(fit.groups);
    return;
  }
  fit.groups.clear();
  if (prior) return;
  fit.groups = groups_of(closure(won));
  if (fit.groups.size() > 1)
    fit.error = "no finite ratings, because no player of a later group took a point from an earlier one: " + listed(fit.groups);
  else
    fit.groups.clear();
}

double log_likelihood(const Eigen::MatrixXd& points, const Eigen::VectorXd& strength) {
  double sum = 0;
  for (Eigen::Index i = 0; i < points.rows(); ++i)
    for (Eigen::Index j = 0; j < points.rows(); ++j)
      if (i != j && points(i, j) > 0) sum -= points(i, j) * std::log1p(std::exp(strength(j) - strength(i)));
  return sum;
}

// Gradient and observed information of the log-likelihood.
void derivatives(const Eigen::MatrixXd& points, const Eigen::VectorXd& strength, Eigen::VectorXd& gradient,
                 Eigen::MatrixXd& information) {
  gradient.setZero(points.rows());
  information.setZero(points.rows(), points.rows());
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    for (Eigen::Index j = i + 1; j < points.rows(); ++j) {
      const double games = points(i, j) + points(j, i);
      const double p = logistic(strength(i) - strength(j)), weight = games * p * (1 - p);
      gradient(i) += points(i, j) - games * p;
      gradient(j) -= points(i, j) - games * p;
      information(i, i) += weight;
      information(j, j) += weight;
      information(i, j) -= weight;
      information(j, i) -= weight;
    }
  }
}

// The average player is the last one.
Eigen::MatrixXd with_average_player(const Eigen::MatrixXd& points, const VirtualGames& prior) {
  const Eigen::Index players = points.rows();
  assert(prior.won.size() == players && prior.lost.size() == players);
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(players + 1, players + 1);
  all.topLeftCorner(players, players) = points;
  all.col(players).head(players) = prior.won;
  all.row(players).head(players) = prior.lost;
  return all;
}

// The strengths of greatest likelihood in logits, the first being 0, and their covariance in Elo squared.
Eigen::VectorXd maximum(const Eigen::MatrixXd& points, Eigen::MatrixXd& covariance) {
  const Eigen::Index free = points.rows() - 1;  // all but the anchor
  Eigen::VectorXd strength = Eigen::VectorXd::Zero(points.rows()), gradient;
  Eigen::MatrixXd information;
  double likelihood = log_likelihood(points, strength);
  for (int i = 0; i < 200; ++i) {
    derivatives(points, strength, gradient, information);
    Eigen::VectorXd step = Eigen::VectorXd::Zero(points.rows());
    step.tail(free) = information.bottomRightCorner(free, free).ldlt().solve(gradient.tail(free));
    double next = log_likelihood(points, strength + step);
    for (int halved = 0; halved < 60 && !(next >= likelihood); ++halved) {  // far from the maximum a full step can be too long
      step /= 2;
      next = log_likelihood(points, strength + step);
    }
    if (!(next >= likelihood)) break;  // rounding: no step helps any more
    strength += step;
    likelihood = next;
    if (step.lpNorm<Eigen::Infinity>() < 1e-12) break;
  }
  derivatives(points, strength, gradient, information);
  covariance = Eigen::MatrixXd::Zero(points.rows(), points.rows());
  covariance.bottomRightCorner(free, free) =
      kEloPerLogit * kEloPerLogit *
      information.bottomRightCorner(free, free).ldlt().solve(Eigen::MatrixXd::Identity(free, free));
  return strength;
}

}  // namespace

Interval BradleyTerryFit::interval(int player, int other, double confidence) const {
  assert(error.empty());
  const double difference = elo[static_cast<size_t>(player)] - elo[static_cast<size_t>(other)];
  const double variance = covariance(player, player) + covariance(other, other) - 2 * covariance(player, other);
  const double half = normal_quantile(0.5 + confidence / 2) * std::sqrt(std::max(0.0, variance));
  return {difference - half, difference + half};
}

VirtualGames VirtualGames::even(Eigen::Index players, double games) {
  return {Eigen::VectorXd::Constant(players, games / 2), Eigen::VectorXd::Constant(players, games / 2)};
}

BradleyTerryFit fit_bradley_terry(const Eigen::MatrixXd& points, const VirtualGames& prior) {
  assert(points.rows() == points.cols() && points.rows() >= 1);
  const Eigen::Index players = points.rows();
  const bool has_prior = prior.won.size() > 0;
  BradleyTerryFit fit;
  check(points, has_prior, fit);
  if (!fit.error.empty()) return fit;
  const Eigen::VectorXd strength = maximum(has_prior ? with_average_player(points, prior) : points, fit.covariance);
  fit.covariance.conservativeResize(players, players);
  for (Eigen::Index i = 0; i < players; ++i) fit.elo.push_back(kEloPerLogit * strength(i));
  return fit;
}

std::optional<RatingMisfit> rating_misfit(const Eigen::MatrixXd& wins, const BradleyTerryFit& fit) {
  assert(fit.error.empty());
  double pairs = 0, sum = 0, squares = 0;
  for (Eigen::Index i = 0; i < wins.rows(); ++i) {
    for (Eigen::Index j = i + 1; j < wins.rows(); ++j) {
      const double games = wins(i, j) + wins(j, i);
      if (games < 2) continue;
      const double difference = fit.elo[static_cast<size_t>(i)] - fit.elo[static_cast<size_t>(j)];
      const double p = logistic(difference / kEloPerLogit), x = wins(i, j) / games;
      const double variance = fit.covariance(i, i) + fit.covariance(j, j) - 2 * fit.covariance(i, j);
      const double leverage = games * p * (1 - p) * variance / (kEloPerLogit * kEloPerLogit);
      const double square = (x - p) * (x - p) - (1 - leverage) * x * (1 - x) / (games - 1);
      ++pairs;
      sum += square;
      squares += square * square;
    }
  }
  if (pairs - static_cast<double>(wins.rows() - 1) < kMisfitPairs) return std::nullopt;
  const auto root = [](double square) { return std::sqrt(std::max(0.0, square)); };
  const double mean = sum / pairs, half = normal_quantile(0.975) * root((squares / pairs - mean * mean) / (pairs - 1));
  return RatingMisfit{root(mean), {root(mean - half), root(mean + half)}};
}

}  // namespace archon
