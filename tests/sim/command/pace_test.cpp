// How fast a run is.
#include "sim/command/pace.h"

#include <catch2/catch.hpp>

using archon::cli::Pace;

TEST_CASE("the pace of a run is that of its last minute") {
  Pace pace;
  CHECK(pace.a_second() == 0);
  pace.add(0, 500);  // from a ledger
  CHECK(pace.a_second() == 0);
  pace.add(10, 600);
  CHECK(pace.a_second() == Approx(10));
  for (int second = 11; second <= 200; ++second) pace.add(second, 600 + 2 * (second - 10));  // slower from then on
  CHECK(pace.a_second() == Approx(2));
}
