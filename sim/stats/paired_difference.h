#pragma once
// Differences between results of pairs, such as games with equal shuffles, and which of many are more than chance.
#include <cstdint>
#include <span>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

// The mean of differences between the results of pairs. Results are 0 to 1, differences of them may be added up.
class PairedDifferences {
 public:
  void add(double difference) {
    ++pairs_;
    sum_ += difference;
    squares_ += difference * difference;
  }

  int64_t pairs() const { return pairs_; }
  double mean() const;  // 0 without pairs
  // Half a pair of each of the four combinations of results counts besides those played (Agresti and Min, Statistics in
  // Medicine 24, 2005): few pairs, or many that are equal, don't make an interval too short.
  double error() const;  // standard error
  Interval interval(double confidence = 0.95) const;
  double variance() const;  // of one difference, as seen
  double p_value() const;   // two-sided, of no difference, by the normal distribution

 private:
  double shrunk_mean() const;

  int64_t pairs_ = 0;
  double sum_ = 0, squares_ = 0;
};

// Which hypotheses to give up so that of those given up, at most the share `rate` is expected to be true (Benjamini and
// Hochberg, Journal of the Royal Statistical Society B 57, 1995): indices into the p-values, the smallest p-value first. Holds
// for independent tests and those that lean to the same side (Benjamini and Yekutieli, Annals of Statistics 29, 2001).
std::vector<size_t> discoveries(std::span<const double> p_values, double rate);

}  // namespace archon
