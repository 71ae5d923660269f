#include "sim/stats/statistics.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace archon {
namespace {

// Ratio of two polynomials of degree 7; coefficients from the constant upwards.
double ratio(const double (&over)[8], const double (&under)[8], double r) {
  double a = 0, b = 0;
  for (int i = 7; i >= 0; --i) {
    a = a * r + over[i];
    b = b * r + under[i];
  }
  return a / b;
}

// Around the median, |p - 1/2| <= 0.425; near the ends; and at the ends (AS 241, PPND16).
constexpr double kMiddleOver[8] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                   1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                   3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr double kMiddleUnder[8] = {1.0,
                                    4.2313330701600911252e+1,
                                    6.8718700749205790830e+2,
                                    5.3941960214247511077e+3,
                                    2.1213794301586595867e+4,
                                    3.9307895800092710610e+4,
                                    2.8729085735721942674e+4,
                                    5.2264952788528545610e+3};
constexpr double kNearOver[8] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                 3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                 2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr double kNearUnder[8] = {1.0,
                                  2.05319162663775882187e0,
                                  1.67638483018380384940e0,
                                  6.89767334985100004550e-1,
                                  1.48103976427480074590e-1,
                                  1.51986665636164571966e-2,
                                  5.47593808499534494600e-4,
                                  1.05075007164441684324e-9};
constexpr double kFarOver[8] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr double kFarUnder[8] = {1.0,
                                 5.99832206555887937690e-1,
                                 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};

}  // namespace

double normal_quantile(double p) {
  if (!(p > 0)) return -std::numeric_limits<double>::infinity();
  if (!(p < 1)) return std::numeric_limits<double>::infinity();
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) return q * ratio(kMiddleOver, kMiddleUnder, 0.180625 - q * q);
  const double r = std::sqrt(-std::log(q < 0 ? p : 1 - p));
  const double value = r <= 5 ? ratio(kNearOver, kNearUnder, r - 1.6) : ratio(kFarOver, kFarUnder, r - 5);
  return q < 0 ? -value : value;
}

Interval wilson_interval_of(double proportion, double trials, double confidence) {
  const double z = normal_quantile(0.5 + confidence / 2), p = proportion, n = trials;
  const double center = p + z * z / (2 * n);
  const double half = z * std::sqrt((p * (1 - p) + z * z / (4 * n)) / n);
  const double scale = 1 + z * z / n;
  // At the ends the formula gives exactly 0 and 1, but for rounding.
  return {p == 0 ? 0.0 : (center - half) / scale, p == 1 ? 1.0 : (center + half) / scale};
}

Interval wilson_interval(int64_t successes, int64_t trials, double confidence) {
  if (trials <= 0) return {0, 1};
  const auto n = static_cast<double>(trials);
  return wilson_interval_of(static_cast<double>(successes) / n, n, confidence);
}

Interval difference_interval(int64_t wins_a, int64_t trials_a, int64_t wins_b, int64_t trials_b) {
  const auto rate = [](int64_t wins, int64_t trials) {
    return trials > 0 ? static_cast<double>(wins) / static_cast<double>(trials) : 0.5;
  };
  const double a = rate(wins_a, trials_a), b = rate(wins_b, trials_b);
  const Interval of_a = wilson_interval(wins_a, trials_a), of_b = wilson_interval(wins_b, trials_b);
  return {a - b - std::hypot(a - of_a.low, of_b.high - b), a - b + std::hypot(of_a.high - a, b - of_b.low)};
}

double student_quantile(double p, double degrees) {
  const double z = normal_quantile(p), z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees * degrees * degrees);
}

double sign_test(int64_t wins, int64_t losses) {
  if (wins <= losses) return wins == 0 ? 1 : 1 - sign_test(losses + 1, wins - 1);
  const double games = static_cast<double>(wins + losses), won = static_cast<double>(wins);
  double term =
      std::exp(std::lgamma(games + 1) - std::lgamma(won + 1) - std::lgamma(games - won + 1) - games * std::numbers::ln2);
  double sum = 0;
  for (double k = won; term > 1e-17 * sum; ++k) {  // past the middle the terms fall
    sum += term;
    term *= (games - k) / (k + 1);
  }
  return std::min(1.0, sum);
}

double elo_difference(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return 0.0 - 400 * std::log10(1 / score - 1);  // no -0
}

double LogisticFit::probability(double x) const { return 1 / (1 + std::exp(-(intercept + slope * x))); }

LogisticFit fit_logistic(std::span<const Observation> observations, double ridge) {
  constexpr int kMaxIterations = 100;
  constexpr double kPrecise = 1e-10;
  LogisticFit fit;
  Eigen::Matrix2d information;
  for (int i = 0; i < kMaxIterations && !fit.converged; ++i) {
    information = ridge * Eigen::Matrix2d::Identity();
    Eigen::Vector2d gradient = -ridge * Eigen::Vector2d(fit.intercept, fit.slope);
    for (const Observation& each : observations) {
      const double p = fit.probability(each.x), n = static_cast<double>(each.games);
      const Eigen::Vector2d x(1, each.x);
      gradient += (static_cast<double>(each.wins) - n * p) * x;
      information += n * p * (1 - p) * x * x.transpose();
    }
    const Eigen::LDLT<Eigen::Matrix2d> solver(information);
    if (solver.info() != Eigen::Success || !solver.isPositive()) return fit;
    Eigen::Vector2d step = solver.solve(gradient);
    if (!step.allFinite()) return fit;
    const double length = step.norm() / (1 + std::hypot(fit.intercept, fit.slope));
    if (length > 5) step *= 5 / length;  // nearly separated outcomes: no leaps
    fit.intercept += step(0);
    fit.slope += step(1);
    fit.converged = length < kPrecise;
  }
  const Eigen::Matrix2d covariance = information.inverse();
  fit.var_intercept = covariance(0, 0);
  fit.covariance = covariance(0, 1);
  fit.var_slope = covariance(1, 1);
  return fit;
}

}  // namespace archon
