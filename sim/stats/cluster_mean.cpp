#include "sim/stats/cluster_mean.h"

#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {

ClusterMean cluster_mean(std::span<const ClusterSum> clusters) {
  double sum = 0, weight = 0, square = 0;
  int64_t with = 0;
  for (const ClusterSum& each : clusters) {
    sum += each.sum;
    weight += each.weight;
    with += each.weight > 0;
  }
  if (weight <= 0) return {};
  const double mean = sum / weight;
  for (const ClusterSum& each : clusters) square += (each.sum - mean * each.weight) * (each.sum - mean * each.weight);
  const double factor = with > 1 ? static_cast<double>(with) / static_cast<double>(with - 1) : 0;
  const double width = normal_quantile(0.975) * std::sqrt(square * factor) / weight;
  return {mean, {mean - width, mean + width}};
}

}  // namespace archon
