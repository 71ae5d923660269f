#include "sim/race/race_posterior.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "sim/stats/beta_draw.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Standard deviations, in logits, and the share of a rating's variance that is its parts': results/build.md.
constexpr double kCommonError = 0.3, kRoundError = 0.1, kOfParts = 0.7;
constexpr int kMostSteps = 50;
constexpr double kStepEnd = 1e-9;

double logit_of(const Racer& racer) {
  const double p = std::clamp(racer.expected, 0.01, 0.99);
  return std::log(p / (1 - p));
}

double variance_of_part(const Racer& racer) {
  return kOfParts * racer.error * racer.error / static_cast<double>(racer.parts.size());
}

double own_variance(const Racer& racer) { return (racer.parts.empty() ? 1 : 1 - kOfParts) * racer.error * racer.error; }

class Fit {
 public:
  explicit Fit(std::span<const Racer> racers) : racers_(racers), own_(racers.size()) {
    std::map<int, double> variances;
    size_t rounds = 0;
    for (const Racer& racer : racers) {
      for (const int part : racer.parts) variances[part] = std::max(variances[part], variance_of_part(racer));
      rounds = std::max(rounds, racer.selection.size());
    }
    prior_.push_back(1 / (kCommonError * kCommonError));
    for (const auto& [part, variance] : variances) {
      places_[part] = std::ssize(prior_);
      prior_.push_back(1 / variance);
    }
    first_round_ = std::ssize(prior_);
    prior_.resize(prior_.size() + rounds, 1 / (kRoundError * kRoundError));
    shared_ = VectorXd::Zero(std::ssize(prior_));
    for (int step = 0; step < kMostSteps && next() > kStepEnd; ++step) {
    }
  }

  const VectorXd& shared() const { return shared_; }
  const Eigen::LLT<MatrixXd>& precision() const { return precision_; }

  // The games of a racer, seen from where the fit stands: sums over its rounds of w and w * z, w being the weight of the games
  // and z the logit that they ask for, less the rating.
  struct Working {
    VectorXd terms;       // of g and u
    VectorXd weighted;    // sum of w * (terms and the round)
    double response = 0;  // sum of w * z
    double own = 0;       // variance of d where the shared terms are known
  };
  Working working(size_t i) const {
    Working of{.terms = terms(racers_[i]), .weighted = VectorXd::Zero(shared_.size())};
    double weights = 0;
    each_round(i, of.terms, [&](Index round, double weight, double response) {
      weights += weight;
      of.response += response;
      of.weighted += weight * of.terms;
      of.weighted[round] += weight;
    });
    const double variance = own_variance(racers_[i]);
    of.own = variance / (1 + variance * weights);
    return of;
  }

 private:
  VectorXd terms(const Racer& racer) const {
    VectorXd terms = VectorXd::Zero(shared_.size());
    terms[0] = 1;
    for (const int part : racer.parts) terms[places_.at(part)] += 1;
    return terms;
  }

  template <class Take>
  void each_round(size_t i, const VectorXd& terms, const Take& take) const {
    const Racer& racer = racers_[i];
    const double rating = logit_of(racer), own = terms.dot(shared_) + own_[i];
    for (size_t round = 0; round < racer.selection.size(); ++round) {
      const RaceGames& played = racer.selection[round];
      const Index place = first_round_ + static_cast<Index>(round);
      const auto games = static_cast<double>(played.decided());
      const double above = own + shared_[place], p = logistic(rating + above), weight = games * p * (1 - p);
      if (games > 0) take(place, weight, weight * above + static_cast<double>(played.wins) - games * p);
    }
  }

  // A step of Newton's, in which each d is solved for where the rest is known. How far anything moved.
  double next() {
    MatrixXd matrix = VectorXd::Map(prior_.data(), std::ssize(prior_)).asDiagonal();
    VectorXd right = VectorXd::Zero(shared_.size());
    std::vector<Working> all;
    for (size_t i = 0; i < racers_.size(); ++i) {
      const Working of = working(i);
      each_round(i, of.terms, [&](Index round, double weight, double response) {
        VectorXd terms = of.terms;
        terms[round] = 1;
        matrix.noalias() += weight * terms * terms.transpose();
        right += response * terms;
      });
      matrix.noalias() -= of.own * of.weighted * of.weighted.transpose();
      right -= of.own * of.response * of.weighted;
      all.push_back(of);
    }
    precision_.compute(matrix);
    const VectorXd solved = precision_.solve(right);
    double moved = (solved - shared_).cwiseAbs().maxCoeff();
    shared_ = solved;
    for (size_t i = 0; i < racers_.size(); ++i) {
      const double own = all[i].own * (all[i].response - all[i].weighted.dot(shared_));
      moved = std::max(moved, std::abs(own - own_[i]));
      own_[i] = own;
    }
    return moved;
  }

  std::span<const Racer> racers_;
  std::map<int, Index> places_;  // of the parts
  Index first_round_ = 0;        // of the rounds, which come last
  std::vector<double> prior_;    // precisions of (g, u, o)
  VectorXd shared_;
  std::vector<double> own_;  // d
  Eigen::LLT<MatrixXd> precision_;
};

// The mean of logistic(x) for a normal x, about (MacKay, "The evidence framework applied to classification networks", 1992).
double mean_logistic(double mean, double variance) { return logistic(mean / std::sqrt(1 + std::numbers::pi / 8 * variance)); }

}  // namespace

RacePosterior::RacePosterior(std::span<const Racer> racers) {
  const Fit fit(racers);
  mean_ = fit.shared();
  precision_ = fit.precision();
  for (size_t i = 0; i < racers.size(); ++i) {
    const Fit::Working of = fit.working(i);
    strengths_.push_back({.known = logit_of(racers[i]) + of.own * of.response,
                          .shared = of.terms - of.own * of.weighted,
                          .error = std::sqrt(of.own)});
  }
}

double RacePosterior::mean(size_t racer) const {
  const Strength& of = strengths_[racer];
  const double shared = of.shared.dot(precision_.solve(of.shared));
  return mean_logistic(of.known + of.shared.dot(mean_), shared + of.error * of.error);
}

std::vector<double> RacePosterior::draw(std::span<const size_t> racers, SmallRng& rng) const {
  VectorXd shared(mean_.size());
  for (double& each : shared) each = draw_normal(rng);
  precision_.matrixU().solveInPlace(shared);  // its covariance is the inverse of the precision
  shared += mean_;
  std::vector<double> rates;
  for (const size_t racer : racers) {
    const Strength& of = strengths_[racer];
    rates.push_back(logistic(of.known + of.shared.dot(shared) + of.error * draw_normal(rng)));
  }
  return rates;
}

}  // namespace archon
