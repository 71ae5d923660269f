#include "sim/stats/sprt.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace archon {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNeloPerT = 800 / std::numbers::ln10;

// Moments of the score of a pair.
struct Moments {
  double n = 0, mean = 0.5, variance = 0;
  double skewness = 0, kurtosis = 0;  // standardised; 0 without variance

  double standard_error() const { return std::sqrt(variance / n); }
  double t() const { return (mean - 0.5) / std::sqrt(2 * variance); }  // of a game
};

Moments moments(const std::array<double, 5>& counts) {
  Moments result;
  double sum = 0;
  for (size_t i = 0; i < 5; ++i) {
    result.n += counts[i];
    sum += counts[i] * static_cast<double>(i) / 4;
  }
  if (result.n == 0) return result;
  result.mean = sum / result.n;
  double central[5] = {};  // central moments
  for (size_t i = 0; i < 5; ++i) {
    const double difference = static_cast<double>(i) / 4 - result.mean;
    for (int power = 2; power <= 4; ++power) central[power] += counts[i] / result.n * std::pow(difference, power);
  }
  result.variance = central[2];
  if (result.variance == 0) return result;
  result.skewness = central[3] / std::pow(result.variance, 1.5);
  result.kurtosis = central[4] / (result.variance * result.variance);
  return result;
}

std::array<double, 5> counts_of(const PairScores& scores) {
  std::array<double, 5> counts;
  std::ranges::transform(scores.counts, counts.begin(), [](int64_t count) { return static_cast<double>(count); });
  return counts;
}

// With the rule of succession when all pairs scored the same, see the header.
Moments spread(const PairScores& scores) {
  std::array<double, 5> counts = counts_of(scores);
  if (std::ranges::count(scores.counts, scores.pairs()) > 0) {
    counts.front() += 1;
    counts.back() += 1;
  }
  return moments(counts);
}

// n times the variance of the estimated t of a single game: 1 for small t.
double variance_of_t(const Moments& pair) {
  const double d = (pair.mean - 0.5) / std::sqrt(pair.variance);  // effect size of a pair
  return std::max(0.0, 1 - pair.skewness * d + (pair.kurtosis - 1) / 4 * d * d);
}

double two_sided(double confidence) { return normal_quantile(0.5 + confidence / 2); }

// Where a falling function passes `level`, between low and high.
template <class Function>
double solve_falling(Function function, double level, double low, double high) {
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (function(middle) > level ? low : high) = middle;
  }
  return (low + high) / 2;
}

// Without a limit of time: (1 - exp(-2 mu x / s)) / (1 - exp(-2 mu L / s)), x the way to `lower`, L the whole width.
double upper_first_ever(double x, double width, double drift, double variance) {
  const double rate = 2 * drift / variance;
  if (std::abs(rate) * width < 1e-12) return x / width;
  if (rate > 0) return std::expm1(-rate * x) / std::expm1(-rate * width);
  return std::exp(rate * (width - x)) * std::expm1(rate * x) / std::expm1(rate * width);
}

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

}  // namespace

double PairScores::mean() const { return moments(counts_of(*this)).mean; }
double PairScores::variance() const { return moments(counts_of(*this)).variance; }

void PairScores::add(const PairScores& other) {
  for (size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
}

Estimate score_estimate(const PairScores& scores, double confidence) {
  if (scores.pairs() == 0) return {0.5, {0, 1}};
  const double mean = scores.mean();
  const Moments pair = spread(scores);
  const double half = two_sided(confidence) * pair.standard_error();
  return {mean, {std::clamp(pair.mean - half, 0.0, mean), std::clamp(pair.mean + half, mean, 1.0)}};
}

Estimate elo_estimate(const PairScores& scores, double confidence) {
  const Estimate score = score_estimate(scores, confidence);
  return {elo_difference(score.value), {elo_difference(score.interval.low), elo_difference(score.interval.high)}};
}

Estimate nelo_estimate(const PairScores& scores, double confidence) {
  if (scores.pairs() == 0) return {0, {-kInfinity, kInfinity}};
  const Moments pair = spread(scores);
  const double half = two_sided(confidence) * std::sqrt(variance_of_t(pair) / (2 * pair.n));
  return {kNeloPerT * pair.t(), {kNeloPerT * (pair.t() - half), kNeloPerT * (pair.t() + half)}};
}

Interval Sprt::bounds() const {
  assert(nelo0 < nelo1 && alpha > 0 && alpha < 0.5 && beta > 0 && beta < 0.5);
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

double Sprt::llr(const PairScores& scores) const {
  if (scores.pairs() == 0) return 0;
  const double t = spread(scores).t(), from_0 = t - nelo0 / kNeloPerT, from_1 = t - nelo1 / kNeloPerT;
  return static_cast<double>(scores.pairs()) * std::log((1 + from_0 * from_0) / (1 + from_1 * from_1));
}

SprtDecision Sprt::decision(double llr) const {
  const Interval stop = bounds();
  return llr >= stop.high ? SprtDecision::AcceptH1 : llr <= stop.low ? SprtDecision::AcceptH0 : SprtDecision::Continue;
}

double Sprt::expected_pairs(double nelo, double from_llr) const {
  const Interval all = bounds(), stop = {all.low - from_llr, all.high - from_llr};
  const double width = (nelo1 - nelo0) / kNeloPerT;
  const double drift = width * (nelo - (nelo0 + nelo1) / 2) / kNeloPerT, variance = width * width;  // of a game
  // E[time] = E[place] / drift; without drift E[time] = E[place^2] / variance.
  if (std::abs(drift) * (stop.high - stop.low) < 1e-6 * variance) return -stop.low * stop.high / variance / 2;
  const double up = upper_first(kInfinity, stop.low, stop.high, drift, variance);
  return (up * stop.high + (1 - up) * stop.low) / drift / 2;
}

double upper_first(double time, double lower, double upper, double drift, double variance) {
  assert(lower < 0 && upper > 0 && variance > 0);
  const double width = upper - lower;
  if (!(time > 0)) return 0;
  if (variance * time < 0.05 * width * width) {  // too soon for the lower barrier to matter: the error is below exp(-20)
    const double deviation = std::sqrt(variance * time);
    const double mirrored = normal_cdf((-upper - drift * time) / deviation);
    return normal_cdf((drift * time - upper) / deviation) +
           (mirrored > 0 ? std::exp(2 * drift * upper / variance) * mirrored : 0);
  }
  const double ever = upper_first_ever(-lower, width, drift, variance);
  if (std::isinf(time)) return ever;
  double later = 0;  // the sum over the eigenfunctions: the chance to reach it first, but after `time`
  for (int k = 1; k <= 200; ++k) {
    const double wave = k * std::numbers::pi / width;
    const double decay = drift * drift / (2 * variance) + wave * wave * variance / 2;
    const double exponent = drift * upper / variance - decay * time;
    later += variance * wave / width * std::sin(wave * upper) * std::exp(exponent) / decay;
    if (exponent < -60) break;
  }
  return std::clamp(ever - later, 0.0, 1.0);
}

Estimate estimate_after_stop(const Sprt& sprt, const PairScores& scores, double confidence) {
  const Interval stop = sprt.bounds();
  const SprtDecision decision = sprt.decision(sprt.llr(scores));
  assert(decision != SprtDecision::Continue);
  const Moments pair = spread(scores);
  const double games = 2 * static_cast<double>(scores.pairs());
  const double width = (sprt.nelo1 - sprt.nelo0) / kNeloPerT, middle = (sprt.nelo0 + sprt.nelo1) / 2 / kNeloPerT;
  const double variance = width * width * variance_of_t(pair);
  const double place = width * (pair.t() - middle) * games;  // of the LLR, without its curvature for large t
  // The probability of an outcome that is worse than this one when the true effect size is t.
  const auto worse = [&](double t) {
    const double drift = width * (t - middle);
    return decision == SprtDecision::AcceptH1 ? 1 - upper_first(games, stop.low, place, drift, variance)
                                              : upper_first(games, -stop.high, -place, -drift, variance);
  };
  const double reach = 8 * std::sqrt(variance_of_t(pair) / games);
  const auto nelo_at = [&](double level) {
    return kNeloPerT * solve_falling(worse, level, pair.t() - reach, pair.t() + reach);
  };
  return {nelo_at(0.5), {nelo_at(0.5 + confidence / 2), nelo_at(0.5 - confidence / 2)}};
}

}  // namespace archon
