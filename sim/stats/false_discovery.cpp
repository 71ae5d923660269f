#include "sim/stats/false_discovery.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace archon {

std::vector<double> false_discovery_rates(std::span<const double> p_values) {
  std::vector<size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, std::greater<>(), [&](size_t i) { return p_values[i]; });
  std::vector<double> rates(p_values.size());
  double least = 1;
  for (size_t i = 0; i < order.size(); ++i) {  // from the largest p-value down
    const auto smaller = static_cast<double>(order.size() - i);
    least = std::min(least, p_values[order[i]] * static_cast<double>(order.size()) / smaller);
    rates[order[i]] = least;
  }
  return rates;
}

}  // namespace archon
