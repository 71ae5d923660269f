// Many tests at once.
#include "sim/stats/false_discovery.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace archon;

TEST_CASE("false discovery: the example of Benjamini and Hochberg, four of fifteen at 5 %") {
  const std::vector<double> p = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                                 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0};
  const std::vector<double> q = false_discovery_rates(p);
  CHECK(std::ranges::count_if(q, [](double rate) { return rate <= 0.05; }) == 4);
  CHECK(q[3] == Approx(0.0095 * 15 / 4));
  CHECK(q[14] == 1);
  // 0.0278 * 15 / 6 would be more than what 0.0298, the next, has: rates rise with the p-values.
  CHECK(q[5] == Approx(0.0298 * 15 / 7));
  CHECK(std::ranges::is_sorted(q));
}

TEST_CASE("false discovery: rates stand in the order of the p-values") {
  const std::vector<double> p = {0.5, 0.01, 0.03};
  const std::vector<double> q = false_discovery_rates(p);
  CHECK(q[0] == Approx(0.5));
  CHECK(q[1] == Approx(0.03));
  CHECK(q[2] == Approx(0.045));
  CHECK(false_discovery_rates({}).empty());
}
