#include "sim/tournament/pool_auction.h"

#include <bit>
#include <cassert>
#include <numeric>

namespace archon {

std::vector<double> pool_win_rates(const PoolCurves& curves, std::span<const int> chains) {
  std::vector<double> rates;
  for (size_t i = 0; i < curves.size(); ++i) {
    double sum = 0;
    for (size_t j = 0; j < curves.size(); ++j)
      if (j != i) sum += curves[i][j][chains[i] - chains[j]];
    rates.push_back(sum / static_cast<double>(curves.size() - 1));
  }
  return rates;
}

namespace {

// A course of the auction, and what it ends with.
struct Course {
  std::vector<int> chains;
  unsigned sold = 0;  // bits of decks
};

// The players without a deck are alike: each expects the mean of the decks that are not sold.
double without(const PoolCurves& curves, const std::vector<int>& chains, unsigned sold) {
  const std::vector<double> rates = pool_win_rates(curves, chains);
  double sum = 0;
  int decks = 0;
  for (size_t i = 0; i < rates.size(); ++i) {
    if (sold >> i & 1) continue;
    sum += rates[i];
    ++decks;
  }
  return sum / decks;
}

// What all decks go for when those before `next` have been up.
std::vector<int> sell(const PoolCurves& curves, Course course, size_t next) {
  if (next == curves.size()) return course.chains;
  std::vector<int> now = sell(curves, course, next + 1);  // nobody bids
  const unsigned before = course.sold;
  if (std::popcount(before) + 1 == static_cast<int>(curves.size())) return now;  // nobody is left to bid against
  for (int bid = 0; bid <= kMaxHandicap; ++bid) {
    const double rest = without(curves, now, course.sold);
    course.sold = before | 1u << next;
    course.chains[next] = bid;
    std::vector<int> raised = sell(curves, course, next + 1);
    if (pool_win_rates(curves, raised)[next] <= rest) return now;
    now = std::move(raised);
  }
  return now;
}

}  // namespace

std::vector<int> solve_pool_auction(const PoolCurves& curves) {
  assert(curves.size() >= 2 && curves.size() <= kMostAuctioned);
  return sell(curves, {.chains = std::vector<int>(curves.size(), 0), .sold = 0}, 0);
}

}  // namespace archon
