#include "sim/stats/beta_draw.h"

#include <cmath>

#include "engine/core/random.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

double open_uniform(SmallRng& rng) { return (static_cast<double>(rng.next() >> 11) + 0.5) * 0x1.0p-53; }  // never 0 or 1

// From Gamma(shape, 1).
double draw_gamma(double shape, SmallRng& rng) {
  if (shape < 1) return draw_gamma(shape + 1, rng) * std::pow(open_uniform(rng), 1 / shape);
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = draw_normal(rng), root = 1 + c * x, v = root * root * root;
    if (root > 0 && std::log(open_uniform(rng)) < x * x / 2 + d - d * v + d * std::log(v)) return d * v;
  }
}

}  // namespace

double draw_normal(SmallRng& rng) { return normal_quantile(open_uniform(rng)); }

double draw_beta(double a, double b, SmallRng& rng) {
  const double x = draw_gamma(a, rng), y = draw_gamma(b, rng);
  return x + y > 0 ? x / (x + y) : 0.5;
}

}  // namespace archon
