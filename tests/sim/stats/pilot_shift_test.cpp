// Win rates of decks when somebody else plays them.
#include "sim/stats/pilot_shift.h"

#include <catch2/catch.hpp>

using namespace archon;

TEST_CASE("pilot shift: the interval for whoever plays well holds that of the agent, and no games make it narrow") {
  const Interval narrow = any_pilot_interval(0.5, {0.5, 0.5});
  CHECK(narrow.high - 0.5 == Approx(1.96 * 0.046).epsilon(0.03));
  CHECK(0.5 - narrow.low == Approx(narrow.high - 0.5));
  const Interval wide = any_pilot_interval(0.9, {0.8, 0.95});
  CHECK(wide.low < 0.8);
  CHECK(wide.high > 0.95);
  CHECK(wide.high < 1);
  CHECK(any_pilot_interval(0.9, {0.8, 0.95}, 0).low == Approx(0.8));
  CHECK(any_pilot_interval(0.999, {0.99, 1}).high <= 1);
}
