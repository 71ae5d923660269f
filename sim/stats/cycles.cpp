#include "sim/stats/cycles.h"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>

#include "sim/stats/statistics.h"

namespace archon {
namespace {

// The p-values of all majorities, and how many pairs and triples there are to err in.
class Majorities {
 public:
  Majorities(int items, std::span<const PairCount> pairs) : p_(Eigen::MatrixXd::Ones(items, items)) {
    Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> met(items, items);
    met.setConstant(false);
    for (const PairCount& pair : pairs) {
      assert(pair.a != pair.b && !met(pair.a, pair.b));
      if (pair.wins_a + pair.wins_b == 0) continue;
      met(pair.a, pair.b) = met(pair.b, pair.a) = true;
      if (pair.wins_a > pair.wins_b) p_(pair.a, pair.b) = sign_test(pair.wins_a, pair.wins_b);
      if (pair.wins_b > pair.wins_a) p_(pair.b, pair.a) = sign_test(pair.wins_b, pair.wins_a);
    }
    for (int i = 0; i < items; ++i) {
      for (int j = i + 1; j < items; ++j) {
        const int64_t common = met(i, j) ? (met.col(i).array() && met.col(j).array()).count() : 0;
        pairs_ += common > 0;
        triples_ += common;
      }
    }
    triples_ /= 3;  // each was counted at its three pairs
  }

  // Of the sign test whether i wins more than half of its games against j; 1 where it did not.
  double operator()(int i, int j) const { return p_(i, j); }
  int64_t triples() const { return triples_; }

  // The p-value of a cycle whose three sign tests have p-values of at most `p`.
  double cycle(double p) const {
    return std::min({1.0, static_cast<double>(pairs_) * p, static_cast<double>(triples_) * (p + p * p)});
  }

 private:
  Eigen::MatrixXd p_;
  int64_t triples_ = 0, pairs_ = 0;
};

// Keeps those with the smallest p-values, of equal ones the first.
class Nearest {
 public:
  // The largest p-value of a sign test that still makes a difference.
  double limit() const { return list_.size() < kCyclesListed ? 1 : list_.back().first; }

  void add(double p, const Cycle& cycle) {
    if (p >= limit()) return;
    list_.insert(std::ranges::upper_bound(list_, p, {}, &Entry::first), {p, cycle});
    if (list_.size() > kCyclesListed) list_.pop_back();
  }

  std::vector<Cycle> cycles() const {
    std::vector<Cycle> cycles;
    for (const Entry& entry : list_) cycles.push_back(entry.second);
    return cycles;
  }

 private:
  using Entry = std::pair<double, Cycle>;
  std::vector<Entry> list_;
};

}  // namespace

CycleTest find_cycles(int items, std::span<const PairCount> pairs) {
  const Majorities majority(items, pairs);
  CycleTest test{.triples = majority.triples(), .significant = 0, .nearest = {}};
  Nearest nearest;
  const auto matters = [&](double p) { return p < nearest.limit() || majority.cycle(p) <= kCycleLevel; };
  for (int i = 0; i < items; ++i) {
    for (int j = i + 1; j < items; ++j) {
      if (!matters(majority(i, j))) continue;
      for (int k = i + 1; k < items; ++k) {  // from the item with the lowest number, in both directions
        const double p = std::max({majority(i, j), majority(j, k), majority(k, i)});
        if (!matters(p)) continue;
        const Cycle cycle{{i, j, k}, majority.cycle(p)};
        test.significant += cycle.p_value <= kCycleLevel;
        nearest.add(p, cycle);
      }
    }
  }
  test.nearest = nearest.cycles();
  return test;
}

}  // namespace archon
