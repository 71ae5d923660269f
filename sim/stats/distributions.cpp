#include "sim/stats/distributions.h"

#include <algorithm>
#include <cassert>
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

// The probability that Student's variable t lies nearer 0 than sqrt(degrees) * tan(angle), signed as the angle, which lies
// within a quarter of a turn.
double student_within(double angle, int degrees) {
  const double cosine = std::cos(angle);
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1, sum = 0;
  for (int i = odd ? 3 : 2; i <= degrees; i += 2) {
    sum += term;
    term *= cosine * cosine * (i - 1) / i;
  }
  return odd ? (angle + std::sin(angle) * sum) * 2 / std::numbers::pi : std::sin(angle) * sum;
}

}  // namespace

double normal_cdf(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double normal_quantile(double p) {
  if (!(p > 0)) return -std::numeric_limits<double>::infinity();
  if (!(p < 1)) return std::numeric_limits<double>::infinity();
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) return q * ratio(kMiddleOver, kMiddleUnder, 0.180625 - q * q);
  const double r = std::sqrt(-std::log(q < 0 ? p : 1 - p));
  const double value = r <= 5 ? ratio(kNearOver, kNearUnder, r - 1.6) : ratio(kFarOver, kFarUnder, r - 5);
  return q < 0 ? -value : value;
}

double student_quantile(double p, int degrees) {
  double low = -std::numbers::pi / 2, high = std::numbers::pi / 2;
  while (true) {
    const double angle = (low + high) / 2;
    if (angle <= low || angle >= high) return std::sqrt(degrees) * std::tan(angle);
    (student_within(angle, degrees) < 2 * p - 1 ? low : high) = angle;
  }
}

double two_sided_p(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double sorted_quantile(std::span<const double> sorted, double q) {
  assert(!sorted.empty());
  return sorted[static_cast<size_t>(std::lround(q * static_cast<double>(sorted.size() - 1)))];
}

double median(std::vector<double> values) {
  assert(!values.empty());
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

Interval middle_interval(std::vector<double> values) {
  std::ranges::sort(values);
  return {sorted_quantile(values, 0.025), sorted_quantile(values, 0.975)};
}

}  // namespace archon
