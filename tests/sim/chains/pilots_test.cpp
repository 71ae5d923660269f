// What a few agents say of the decks.
#include "sim/chains/pilots.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "sim/stats/distributions.h"

using namespace archon;

TEST_CASE("pilots: one agent is off by the shift of its own and by that of the next") {
  const AnyPilot one = any_pilot(std::vector<PilotFigure>{{.chains = 3, .error = 0}}, 1.5);
  CHECK(one.chains == Approx(3));
  CHECK(one.interval.high - one.chains == Approx(normal_quantile(0.975) * 1.5 * std::sqrt(2.0)));
  CHECK(one.chains - one.interval.low == Approx(one.interval.high - one.chains));
}

TEST_CASE("pilots: what is known better counts for more, and no number of agents hides that they differ") {
  const AnyPilot two = any_pilot(std::vector<PilotFigure>{{.chains = 0, .error = 0.1}, {.chains = 6, .error = 3}}, 1);
  CHECK(two.chains > 0);
  CHECK(two.chains < 1);
  const AnyPilot many = any_pilot(std::vector<PilotFigure>(1000, {.chains = 2, .error = 0.5}), 1);
  CHECK(many.chains == Approx(2));
  CHECK(many.interval.high - many.chains == Approx(normal_quantile(0.975)).epsilon(0.01));
}

TEST_CASE("pilots: 95 % of the intervals hold the next agent") {
  SmallRng rng{1};
  const auto normal = [&] { return normal_quantile(rng.uniform()); };
  int covered = 0;
  for (int i = 0; i < 4000; ++i) {
    std::vector<PilotFigure> agents;
    for (const double error : {0.3, 0.5, 1.0}) agents.push_back({.chains = 1.5 * normal() + error * normal(), .error = error});
    const AnyPilot any = any_pilot(agents, 1.5);
    const double next = 1.5 * normal();
    covered += any.interval.low <= next && next <= any.interval.high;
  }
  CHECK(covered >= 0.935 * 4000);
  CHECK(covered <= 0.965 * 4000);
}
