// Means over clusters of observations.
#include "sim/stats/cluster_mean.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "engine/core/random.h"

using namespace archon;

TEST_CASE("clusters of one observation: the mean with the interval of independent ones") {
  const std::vector<ClusterSum> clusters = {{1, 1}, {2, 1}, {6, 1}};
  const ClusterMean mean = cluster_mean(clusters);
  CHECK(mean.mean == Approx(3));
  const double error = std::sqrt((4 + 1 + 9) / 2.0 / 3);
  CHECK(mean.interval.low == Approx(3 - 1.959964 * error));
  CHECK(mean.interval.high == Approx(3 + 1.959964 * error));
}

TEST_CASE("clusters: nothing without weight, and those without any change little") {
  CHECK(cluster_mean({}).mean == 0);
  CHECK(cluster_mean(std::vector<ClusterSum>{{0, 0}}).interval.high == 0);
  const ClusterMean one = cluster_mean(std::vector<ClusterSum>{{3, 2}, {0, 0}});
  CHECK(one.mean == Approx(1.5));
  CHECK(one.interval.low == one.interval.high);
}

TEST_CASE("the interval of clusters covers the truth where observations hang together") {
  SmallRng rng{1};
  int covered = 0;
  constexpr int kRuns = 2000;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<ClusterSum> clusters;
    for (int i = 0; i < 100; ++i) {
      const double level = rng.uniform() - 0.5, size = 1 + rng.below(4);
      clusters.push_back({size * (level + 0.1 * (rng.uniform() - 0.5)), size});
    }
    const ClusterMean mean = cluster_mean(clusters);
    covered += mean.interval.low < 0 && mean.interval.high > 0;
  }
  CHECK(covered / static_cast<double>(kRuns) == Approx(0.945).margin(0.015));
}
