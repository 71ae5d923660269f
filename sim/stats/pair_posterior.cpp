#include "sim/stats/pair_posterior.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/core/random.h"
#include "sim/stats/beta_draw.h"
#include "sim/stats/distributions.h"
#include "sim/stats/logit_posterior.h"

namespace archon {
namespace {

// Steps of the logit: sums over them need few, quantiles between them more.
constexpr size_t kOfSums = 33, kOfQuantiles = 65;

constexpr int kIterations = 60;
constexpr double kSettled = 1e-4;
constexpr double kKnownError = 0.3;  // of b: agents differ in how much of a better deck they make

// What matrices of real and generated decks have shown: ratings miss pairs by 5 to 7 points, 0.2 to 0.3 logits.
constexpr double kUsualScatter = 0.25;
constexpr double kSpreadKnown = 0.35, kSpreadUnknown = 0.6;
constexpr double kLogSquareError = 1;  // of the prior of both: a factor of 1.6 either way

// How far games move a logit from the mean of its normal prior: the mean, and that of the square.
struct Moved {
  double mean = 0, square = 0;
};

Moved moved_by(double wins, double losses, double mean, double variance) {
  const LogitPosterior seen(kOfSums, mean, variance, wins, losses);
  return {seen.mean_of([&](double x) { return x - mean; }), seen.mean_of([&](double x) { return (x - mean) * (x - mean); })};
}

}  // namespace

// The posterior of a pair's logit. The scatter is known but roughly: the rule of Gauss and Hermite with three points.
class PairPosterior::RatePosterior {
 public:
  RatePosterior(size_t steps, double mean, double variance, double log_scatter, double log_error, double wins, double losses) {
    for (const auto& [at, weight] : {std::pair{0., 2. / 3}, {-std::numbers::sqrt3, 1. / 6}, {std::numbers::sqrt3, 1. / 6}}) {
      parts_.push_back({weight, {steps, mean, variance + std::exp(log_scatter + at * log_error), wins, losses}});
    }
    double sum = 0;
    const double first = parts_.front().posterior.log_evidence();
    for (Part& part : parts_) sum += part.share *= std::exp(part.posterior.log_evidence() - first);
    for (Part& part : parts_) part.share /= sum;
  }

  double mean_rate() const {
    double mean = 0;
    for (const Part& part : parts_) mean += part.share * part.posterior.mean_of(logistic<double>);
    return mean;
  }

  double quantile(double q) const {
    double low = kInfinity, high = -kInfinity;
    for (const Part& part : parts_) {
      low = std::min(low, part.posterior.least());
      high = std::max(high, part.posterior.most());
    }
    while (high - low > 1e-6) {
      const double middle = (low + high) / 2;
      double below = 0;
      for (const Part& part : parts_) below += part.share * part.posterior.below(middle);
      (below < q ? low : high) = middle;
    }
    return low;
  }

 private:
  struct Part {
    double share;
    LogitPosterior posterior;
  };
  std::vector<Part> parts_;
};

double PairPosterior::Deviation::fit(double squares_sum, double effects, double information) {
  constexpr double kPrior = 1 / (kLogSquareError * kLogSquareError);
  const double slope = (squares_sum / square() - effects) / 2 - kPrior * (log_square - 2 * std::log(usual));
  const double next = slope / (information + kPrior);
  const bool turns = next * step < 0 && std::abs(step) > kSettled;
  longest_step = turns ? std::abs(step) / 2 : std::min(1.0, 2 * longest_step);
  step = std::clamp(next, -longest_step, longest_step);
  log_square += step;
  log_error = 1 / std::sqrt(information + kPrior);
  return std::abs(next);
}

PairPosterior::RatePosterior PairPosterior::posterior(size_t steps, Eigen::Index i, Eigen::Index j) const {
  const Pair of_both = pair(i, j);
  const Normal logit = expected(of_both);
  return {steps, logit.mean, logit.variance, scatter_.log_square, scatter_.log_error, of_both.wins, of_both.losses};
}

PairPosterior::PairPosterior(const Eigen::MatrixXd& wins, const Eigen::VectorXd& known)
    : place_(Eigen::MatrixXi::Constant(wins.rows(), wins.cols(), -1)),
      known_(known.size() ? known : Eigen::VectorXd::Zero(wins.rows())),
      u_(Eigen::VectorXd::Zero(wins.rows())),
      scatter_{kUsualScatter},
      spread_{known.size() ? kSpreadKnown : kSpreadUnknown} {
  assert(wins.rows() == wins.cols() && known_.size() == wins.rows());
  known_.array() -= known_.mean();
  for (Eigen::Index i = 0; i < wins.rows(); ++i)
    for (Eigen::Index j = i + 1; j < wins.rows(); ++j)
      if (wins(i, j) + wins(j, i) > 0) {
        place_(i, j) = static_cast<int>(pairs_.size());
        pairs_.push_back({static_cast<int>(i), static_cast<int>(j), wins(i, j), wins(j, i)});
      }
  solve();
  settle();
  find_cyclic_effects();
  if (cyclic_.components()) settle();
  means_ = Eigen::MatrixXd::Constant(wins.rows(), wins.cols(), 0.5);
  for (Eigen::Index i = 0; i < wins.rows(); ++i)
    for (Eigen::Index j = i + 1; j < wins.rows(); ++j) {
      means_(i, j) = posterior(kOfSums, i, j).mean_rate();
      means_(j, i) = 1 - means_(i, j);
    }
}

void PairPosterior::settle() {
  settled_ = false;
  for (int i = 0; i < kIterations && !settled_; ++i) {
    const double changed = observe();
    settled_ = solve() < kSettled && changed < kSettled;
  }
}

// A pair's games count as a normal observation here, too.
void PairPosterior::find_cyclic_effects() {
  std::vector<CyclicEffects::Observation> seen;
  seen.reserve(pairs_.size());
  for (const Pair& pair : pairs_) {
    const Normal prior = expected(pair);
    const double variance = prior.variance + scatter_.square();
    const Moved moved = moved_by(pair.wins, pair.losses, prior.mean, variance);
    const double left = moved.square - moved.mean * moved.mean, precision = 1 / left - 1 / variance;
    const double value = ((prior.mean + moved.mean) / left - prior.mean / variance) / precision;
    seen.push_back({pair.i, pair.j, value - contrast(pair.i, pair.j).mean, 1 / precision});
  }
  cyclic_ = CyclicEffects(u_.size(), seen, scatter_.deviation());
  for (size_t i = 0; i < pairs_.size(); ++i) pairs_[i].common = cyclic_.without(seen[i]);
}

Eigen::MatrixXd PairPosterior::draw_strengths(int count, uint64_t seed) const {
  const Eigen::Index n = u_.size();
  const Eigen::MatrixXd root = covariance_.llt().matrixL();
  Eigen::MatrixXd draws(n, count);
  Eigen::VectorXd noise(n + 1);
  for (int draw = 0; draw < count; ++draw) {
    SmallRng rng{stream_seed(seed, static_cast<uint64_t>(draw), Stream::Setup)};
    for (double& each : noise) each = draw_normal(rng);
    const Eigen::VectorXd off = root * noise;
    draws.col(draw) = (1 + b_ + off(n)) * known_ + u_ + off.head(n);
  }
  return draws;
}

PairDraws PairPosterior::draws_of(Eigen::Index i, Eigen::Index j) const {
  const auto [first, second] = std::minmax(i, j);  // so that both sides are one fact
  const auto found = posterior(kOfQuantiles, first, second);
  const Normal all = contrast(first, second), others = without(pair(first, second));
  PairDraws draws;
  draws.i_ = first, draws.j_ = second;
  draws.mean_ = all.mean, draws.deviation_ = std::sqrt(all.variance);
  for (size_t k = 0; k < PairDraws::kPoints; ++k)
    draws.logits_[k] = found.quantile(normal_cdf(static_cast<double>(k) * PairDraws::kStep - PairDraws::kReach));
  // Of the logit's distance from what is known without its own games, this share belongs to the strengths.
  constexpr size_t kOne = static_cast<size_t>(1 / PairDraws::kStep), kMiddle = PairDraws::kPoints / 2;
  const double apart = scatter_.square() + pair(first, second).common.variance;
  const double share = others.variance / (others.variance + apart);
  const double deviation = share * (draws.logits_[kMiddle + kOne] - draws.logits_[kMiddle - kOne]) / 2;
  draws.correlation_ = deviation / std::hypot(deviation, std::sqrt(share * apart));
  draws.turned_ = i > j;
  return draws;
}

double PairDraws::rate(const Eigen::VectorXd& strengths, double normal) const {
  const double of_strengths = (strengths(i_) - strengths(j_) - mean_) / deviation_;
  const double z = correlation_ * of_strengths + std::sqrt(1 - correlation_ * correlation_) * normal;
  const double place = std::clamp((z + kReach) / kStep, 0.0, kPoints - 1.001);
  const auto k = static_cast<size_t>(place);
  const double rate = logistic(logits_[k] + (place - static_cast<double>(k)) * (logits_[k + 1] - logits_[k]));
  return turned_ ? 1 - rate : rate;
}

double PairPosterior::strength(Eigen::Index i) const { return (1 + b_) * known_(i) + u_(i); }

PairPosterior::Normal PairPosterior::contrast(Eigen::Index i, Eigen::Index j) const {
  const Eigen::Index b = u_.size();
  const double d = known_(i) - known_(j);
  const auto& c = covariance_;
  return {strength(i) - strength(j), c(i, i) + c(j, j) - 2 * c(i, j) + d * (d * c(b, b) + 2 * (c(i, b) - c(j, b)))};
}

PairPosterior::Normal PairPosterior::without(const Pair& pair) const {
  const Normal all = contrast(pair.i, pair.j);
  const double variance = 1 / (1 / all.variance - pair.precision);
  return {variance * (all.mean / all.variance - pair.precision_mean), variance};
}

PairPosterior::Normal PairPosterior::expected(const Pair& pair) const {
  const Normal strengths = without(pair);
  return {strengths.mean + pair.common.mean, strengths.variance + pair.common.variance};
}

double PairPosterior::solve() {
  const Eigen::Index n = u_.size();
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n + 1, n + 1);
  Eigen::VectorXd y = Eigen::VectorXd::Zero(n + 1);
  a.diagonal().head(n).setConstant(1 / spread_.square());
  a(n, n) = 1 / (kKnownError * kKnownError);
  for (const Pair& pair : pairs_) {
    const double weight = pair.precision, d = known_(pair.i) - known_(pair.j), rest = pair.precision_mean - d * weight;
    a(pair.i, pair.i) += weight, a(pair.j, pair.j) += weight, a(pair.j, pair.i) -= weight;
    a(n, pair.i) += d * weight, a(n, pair.j) -= d * weight, a(n, n) += d * d * weight;
    y(pair.i) += rest, y(pair.j) -= rest, y(n) += d * rest;
  }
  const Eigen::LLT<Eigen::MatrixXd> solved(a);  // reads the lower half
  const Eigen::VectorXd found = solved.solve(y);
  covariance_ = solved.solve(Eigen::MatrixXd::Identity(n + 1, n + 1));
  const double moved = std::max((found.head(n) - u_).lpNorm<Eigen::Infinity>(), std::abs(found(n) - b_));
  u_ = found.head(n);
  b_ = found(n);
  return moved;
}

double PairPosterior::observe() {
  const double scatter = scatter_.square(), spread = spread_.square();
  double squares = 0, information = 0;
  for (Pair& pair : pairs_) {
    const Normal prior = without(pair), logit = expected(pair);
    const double variance = logit.variance + scatter;
    const auto [mean, square] = moved_by(pair.wins, pair.losses, logit.mean, variance);
    // Of the logit's distance from its prior mean, shares belong to the strengths and to the pair itself.
    const double strengths = prior.variance / variance, own = scatter / variance;
    const double left = scatter * (1 - own);  // of the pair's own, when the logit is known
    const double tilted_variance = prior.variance * (1 - strengths) + strengths * strengths * (square - mean * mean);
    pair.precision = std::max(0.0, 1 / tilted_variance - 1 / prior.variance);
    pair.precision_mean = (prior.mean + strengths * mean) / tilted_variance - prior.mean / prior.variance;
    squares += left + own * own * square;
    const double told = 1 - (left + own * own * (square - mean * mean)) / scatter;
    information += told * told / 2;
  }
  const auto variances = covariance_.diagonal().head(u_.size()).array();
  const double changed = scatter_.fit(squares, static_cast<double>(pairs_.size()), information);
  return std::max(changed, spread_.fit(u_.squaredNorm() + variances.sum(), static_cast<double>(u_.size()),
                                       (1 - variances / spread).square().sum() / 2));
}

PairPosterior::Pair PairPosterior::pair(Eigen::Index i, Eigen::Index j) const {
  const int place = place_(i, j);
  if (place >= 0) return pairs_[static_cast<size_t>(place)];
  return {.i = static_cast<int>(i), .j = static_cast<int>(j), .common = cyclic_.of(i, j)};
}

std::vector<WinRate> PairPosterior::rates(Eigen::Index i, Eigen::Index j, std::span<const double> confidences) const {
  assert(i != j);
  // Worked out on one side, so that both are one fact.
  const Eigen::Index first = std::min(i, j), second = std::max(i, j);
  const auto found = posterior(kOfQuantiles, first, second);
  std::vector<WinRate> rates;
  for (const double confidence : confidences) {
    const double tail = (1 - confidence) / 2;
    const WinRate of_first{mean(first, second), {logistic(found.quantile(tail)), logistic(found.quantile(1 - tail))}};
    rates.push_back(i == first ? of_first : of_first.turned());
  }
  return rates;
}

WinRate PairPosterior::rate(Eigen::Index i, Eigen::Index j, double confidence) const {
  return rates(i, j, {&confidence, 1}).front();
}

WinRate PairPosterior::mean_rate(Eigen::Index i, std::span<const Eigen::Index> opponents, double confidence) const {
  assert(!opponents.empty());
  const Eigen::Index n = u_.size();
  const auto count = static_cast<double>(opponents.size());
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(n + 1);  // of the mean, by u and b
  double sum = 0, apart = 0;                             // apart: the variance of what strengths miss of each pair
  for (const Eigen::Index j : opponents) {
    assert(j != i);
    const Pair of_both = pair(std::min(i, j), std::max(i, j));
    const double p = mean(i, j), by_logit = p * (1 - p);
    // Of a change of the strengths, a pair with many games takes no notice.
    const double own = scatter_.square() + of_both.common.variance,
                 heeds = 1 / (1 + own * (of_both.wins + of_both.losses) * by_logit);
    sum += p;
    slope(i) += by_logit * heeds, slope(j) -= by_logit * heeds, slope(n) += by_logit * heeds * (known_(i) - known_(j));
    apart += by_logit * by_logit * own * heeds;
  }
  const double value = sum / count, error = std::sqrt(slope.dot(covariance_ * slope) + apart) / count;
  const double half = normal_quantile(0.5 + confidence / 2) * error / (value * (1 - value));
  return {value, {logistic(logit(value) - half), logistic(logit(value) + half)}};
}

}  // namespace archon
