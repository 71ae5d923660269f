// Draws from beta distributions have their means and variances.
#include "sim/stats/beta_draw.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "engine/core/random.h"

using namespace archon;

TEST_CASE("beta draws: mean a / (a + b), variance a b / ((a + b)^2 (a + b + 1))") {
  SmallRng rng{1};
  constexpr int kDraws = 40000;
  for (const auto& [a, b] : {std::pair(0.5, 0.5), std::pair(0.5, 20.5), std::pair(1.0, 1.0), std::pair(30.5, 12.5)}) {
    double sum = 0, squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = draw_beta(a, b, rng);
      REQUIRE(x >= 0);
      REQUIRE(x <= 1);
      sum += x;
      squares += x * x;
    }
    const double mean = a / (a + b), variance = mean * (1 - mean) / (a + b + 1);
    CHECK(sum / kDraws == Approx(mean).margin(5 * std::sqrt(variance / kDraws)));
    CHECK(squares / kDraws - std::pow(sum / kDraws, 2) == Approx(variance).epsilon(0.06));
  }
}
