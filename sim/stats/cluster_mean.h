#pragma once
// Means over observations that come in clusters: decisions or turns of one game hang together, games do not.
#include <span>

#include "sim/stats/statistics.h"

namespace archon {

// What the observations of a cluster add up to, and how many they are or weigh.
struct ClusterSum {
  double sum = 0, weight = 0;
};

struct ClusterMean {
  double mean = 0;
  Interval interval;  // 95 %
};

// The ratio of the sums over all clusters, with the variance of the clusters' residuals (Cochran, "Sampling Techniques", 1977,
// section 6.4). All 0 without weight; a single cluster with weight has an interval without width. O(clusters).
ClusterMean cluster_mean(std::span<const ClusterSum> clusters);

}  // namespace archon
