#include "sim/stats/paired_difference.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

constexpr double kMorePairs = 2;     // half a one of each of four combinations
constexpr double kTheirSquares = 1;  // two of these differ by 1

}  // namespace

double PairedDifferences::mean() const { return pairs_ ? sum_ / static_cast<double>(pairs_) : 0; }

double PairedDifferences::variance() const { return pairs_ ? squares_ / static_cast<double>(pairs_) - mean() * mean() : 0; }

double PairedDifferences::shrunk_mean() const { return sum_ / (static_cast<double>(pairs_) + kMorePairs); }

double PairedDifferences::error() const {
  const double pairs = static_cast<double>(pairs_) + kMorePairs;
  return std::sqrt(((squares_ + kTheirSquares) / pairs - shrunk_mean() * shrunk_mean()) / pairs);
}

Interval PairedDifferences::interval(double confidence) const {
  const double half = normal_quantile(0.5 + confidence / 2) * error();
  return {shrunk_mean() - half, shrunk_mean() + half};
}

double PairedDifferences::p_value() const { return two_sided_p(shrunk_mean() / error()); }

std::vector<size_t> discoveries(std::span<const double> p_values, double rate) {
  std::vector<size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return p_values[i]; });
  size_t found = 0;
  for (size_t i = 0; i < order.size(); ++i)
    if (p_values[order[i]] <= rate * static_cast<double>(i + 1) / static_cast<double>(order.size())) found = i + 1;
  order.resize(found);
  return order;
}

}  // namespace archon
