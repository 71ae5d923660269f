#include "sim/stats/sprt.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

const double kNeloPerT = 800 / std::numbers::ln10;

// Moments of the score of a pair.
struct Moments {
  double n = 0, mean = 0.5, variance = 0;
  double skewness = 0, kurtosis = 0;  // standardised; 0 without variance

  double effect() const { return (mean - 0.5) / std::sqrt(variance); }  // of a pair: t of a game times sqrt(2)
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

std::array<double, 5> with_virtual_game(const PairScores& scores) {
  std::array<double, 5> counts = counts_of(scores);
  counts.front() += kVirtualGames / 4;  // half of half a pair
  counts.back() += kVirtualGames / 4;
  return counts;
}

Moments spread(const PairScores& scores) { return moments(with_virtual_game(scores)); }

// The scale of effects of a pair on which an estimate from normal scores has the variance 1/n whatever the effect (Hedges and
// Olkin, Statistical Methods for Meta-Analysis, 1985, section 5.C): close to the effect where that is small, a logarithm where
// it is large.
double stable(double effect) { return std::numbers::sqrt2 * std::asinh(effect / std::numbers::sqrt2); }
double effect_of(double stable) { return std::numbers::sqrt2 * std::sinh(stable / std::numbers::sqrt2); }
double nelo_of(double stable) { return kNeloPerT / std::numbers::sqrt2 * effect_of(stable); }
double stable_of(double nelo) { return stable(std::numbers::sqrt2 * nelo / kNeloPerT); }

// n times the variance of the estimate on that scale, by the delta method.
double stable_variance(const Moments& pair) {
  const double d = pair.effect();
  return std::max(0.0, 1 - pair.skewness * d + (pair.kurtosis - 1) / 4 * d * d) / (1 + d * d / 2);
}

double two_sided(double confidence) { return normal_quantile(0.5 + confidence / 2); }

// Wilson's interval for as many games as would have this variance if they were independent.
Interval wilson_of(const Moments& pair, double confidence) {
  return wilson_interval_of(pair.mean, pair.n * pair.mean * (1 - pair.mean) / pair.variance, confidence);
}

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

// Where the sum of p_i h_i / (1 + theta h_i) is 0: falling in theta between the two poles. Some h_i with p_i > 0 must be
// positive and some negative.
double lagrange_multiplier(const std::array<double, 5>& p, const std::array<double, 5>& h) {
  double most = 0, least = 0;
  for (size_t i = 0; i < 5; ++i) {
    if (p[i] == 0) continue;
    most = std::max(most, h[i]);
    least = std::min(least, h[i]);
  }
  double low = -1 / most, high = -1 / least, theta = 0;
  for (int i = 0; i < 100; ++i) {  // Newton's method, bisection where it leaves the bracket
    double value = 0, slope = 0;
    for (size_t k = 0; k < 5; ++k) {
      const double ratio = h[k] / (1 + theta * h[k]);
      value += p[k] * ratio;
      slope -= p[k] * ratio * ratio;
    }
    (value > 0 ? low : high) = theta;
    double next = theta - value / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    const bool done = std::abs(next - theta) <= 1e-13 * (1 + std::abs(next));
    theta = next;
    if (done) break;
  }
  return theta;
}

// The distribution of greatest likelihood whose effect of a pair is `effect`, divided by the distribution `p` that was counted.
// The condition is linearised at mean and deviation of the last distribution, which makes it one on the mean of
// h_i = a_i - 1/2 - effect (deviation^2 + (a_i - mean)^2) / (2 deviation), so that the solution is p_i / (1 + theta h_i).
std::array<double, 5> constrained(const std::array<double, 5>& p, double effect) {
  double deviation = 0.5 / std::sqrt(1 + effect * effect), mean = 0.5 + effect * deviation;  // with the scores 0 and 1 alone
  std::array<double, 5> h, factor;
  for (int i = 0; i < 100; ++i) {
    for (size_t k = 0; k < 5; ++k) {
      const double a = static_cast<double>(k) / 4;
      h[k] = a - 0.5 - effect * (deviation * deviation + (a - mean) * (a - mean)) / (2 * deviation);
    }
    const double theta = lagrange_multiplier(p, h);
    std::array<double, 5> q;
    for (size_t k = 0; k < 5; ++k) {
      factor[k] = 1 / (1 + theta * h[k]);
      q[k] = p[k] * factor[k];
    }
    const Moments found = moments(q);
    const double change = std::abs(found.mean - mean) + std::abs(std::sqrt(found.variance) - deviation);
    mean = found.mean;
    deviation = std::sqrt(found.variance);
    if (change < 1e-10) break;
  }
  return factor;
}

}  // namespace

double PairScores::mean() const { return moments(counts_of(*this)).mean; }
double PairScores::variance() const { return moments(counts_of(*this)).variance; }

void PairScores::add(const PairScores& other) {
  for (size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
}

Estimate score_estimate(const PairScores& scores, double confidence) {
  if (scores.pairs() == 0) return {0.5, {0, 1}};
  const double mean = scores.mean();
  const Interval interval = wilson_of(spread(scores), confidence);
  return {mean, {std::min(interval.low, mean), std::max(interval.high, mean)}};
}

Estimate elo_estimate(const PairScores& scores, double confidence) {
  if (scores.pairs() == 0) return {0, {-kInfinity, kInfinity}};
  const Moments pair = spread(scores);
  const Interval score = wilson_of(pair, confidence);
  return {elo_difference(pair.mean), {elo_difference(score.low), elo_difference(score.high)}};
}

Estimate nelo_estimate(const PairScores& scores, double confidence) {
  if (scores.pairs() == 0) return {0, {-kInfinity, kInfinity}};
  const Moments pair = spread(scores);
  const double value = stable(pair.effect()), half = two_sided(confidence) * std::sqrt(stable_variance(pair) / pair.n);
  return {nelo_of(value), {nelo_of(value - half), nelo_of(value + half)}};
}

Interval Sprt::bounds() const {
  assert(-kMaxNelo <= nelo0 && nelo0 < nelo1 && nelo1 <= kMaxNelo && alpha > 0 && alpha < 0.5 && beta > 0 && beta < 0.5);
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

double generalised_llr(const std::array<double, 5>& counts, double nelo0, double nelo1) {
  assert(counts.front() > 0 && counts.back() > 0);
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
  std::array<double, 5> p;
  std::ranges::transform(counts, p.begin(), [n](double count) { return count / n; });
  const std::array<double, 5> under_0 = constrained(p, std::numbers::sqrt2 * nelo0 / kNeloPerT),
                              under_1 = constrained(p, std::numbers::sqrt2 * nelo1 / kNeloPerT);
  double llr = 0;
  for (size_t i = 0; i < 5; ++i)
    if (counts[i] > 0) llr += counts[i] * std::log(under_1[i] / under_0[i]);
  return llr;
}

double Sprt::llr(const PairScores& scores) const {
  return scores.pairs() == 0 ? 0 : generalised_llr(with_virtual_game(scores), nelo0, nelo1);
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
  // The LLR as Brownian motion on the scale on which the variance does not depend on the effect.
  const Moments pair = spread(scores);
  const auto pairs = static_cast<double>(scores.pairs());
  const double from = stable_of(sprt.nelo0), to = stable_of(sprt.nelo1), width = to - from, middle = (from + to) / 2;
  const double seen = stable(pair.effect()), variance = width * width * stable_variance(pair);
  const double place = width * (seen - middle) * pairs;
  const double up = std::max(place, stop.high), down = std::min(place, stop.low);  // it was one of them that was crossed
  // The probability of an outcome that is worse than this one when this is the true effect.
  const auto worse = [&](double effect) {
    const double drift = width * (effect - middle);
    return decision == SprtDecision::AcceptH1 ? 1 - upper_first(pairs, stop.low, up, drift, variance)
                                              : upper_first(pairs, -stop.high, -down, -drift, variance);
  };
  const double reach = 8 * std::sqrt(stable_variance(pair) / pairs);
  const auto nelo_at = [&](double level) { return nelo_of(solve_falling(worse, level, seen - reach, seen + reach)); };
  return {nelo_at(0.5), {nelo_at(0.5 + confidence / 2), nelo_at(0.5 - confidence / 2)}};
}

}  // namespace archon
