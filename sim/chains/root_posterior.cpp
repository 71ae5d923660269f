#include "sim/chains/root_posterior.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/core/random.h"

namespace archon {
namespace {

constexpr int kMaxLevel = 24, kMaxRoot = 48, kSteps = 8;  // steps of the root a chain
constexpr int kRoots = 2 * kMaxRoot * kSteps + 1, kSlopes = 29;
constexpr int kReach = (kMaxRoot + kMaxLevel) * kSteps;  // largest distance between the costs of a root and a level, in steps
constexpr double kPriorSlope = 0.12, kPriorSpread = 1.0;
constexpr std::array<double, 4> kShares{0, 0.25, 0.5, 0.75}, kPriorShare{0.6, 0.2, 0.15, 0.05};
constexpr double kTier = 6;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// `at` in steps of the grid; cells lie around whole numbers.
double value_at(double at) { return at / kSteps - kMaxRoot; }
double slope_at(double i) { return 0.01 * std::exp2(i / 4); }
size_t cell_of(size_t share, int root, int slope) {
  return (share * kRoots + static_cast<size_t>(root)) * kSlopes + static_cast<size_t>(slope);
}

double cost(double x, double share) {
  const double chains = std::abs(x);
  double steps = 0;
  for (double tier : {kTier, 2 * kTier, 3 * kTier}) steps += kTier * std::clamp(chains - tier, 0.0, 1.0);
  return std::copysign((1 - share) * chains + share * steps, x);
}

// The inverse of cost(), by bisection: it rises. No chains beyond 48 tell anything from "more than 24".
double chains_of_cost(double value, double share) {
  const double wanted = std::abs(value);
  double low = 0, high = 4 * kMaxRoot;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (cost(middle, share) < wanted ? low : high) = middle;
  }
  return std::copysign(low, value);
}

// Roots (in chains) at the edges of the cells of the grid, kRoots + 1 of them a share.
const std::vector<double>& cell_edges() {
  static const std::vector<double> edges = [] {
    std::vector<double> values;
    for (double share : kShares) {
      for (int root = 0; root <= kRoots; ++root) {
        const double chains = chains_of_cost(value_at(root - 0.5), share);
        values.push_back(std::clamp(chains, value_at(-0.5), value_at(kRoots - 0.5)));
      }
    }
    return values;
  }();
  return edges;
}

// log P(win) by the distance of the costs in steps (from -kReach) and slope; of losing: at the opposite distance.
const double* log_win(int steps) {
  static const std::vector<double> table = [] {
    std::vector<double> values;
    for (int step = -kReach; step <= kReach; ++step) {
      for (int slope = 0; slope < kSlopes; ++slope) {
        const double logit = slope_at(slope) * step / kSteps;
        values.push_back(logit > 0 ? -std::log1p(std::exp(-logit)) : logit - std::log1p(std::exp(logit)));
      }
    }
    return values;
  }();
  return &table[static_cast<size_t>((steps + kReach) * kSlopes)];
}

double log_prior(size_t share, int slope) {
  const double z = std::log(slope_at(slope) / kPriorSlope) / kPriorSpread;
  return std::log(kPriorShare[share]) - z * z / 2;
}

// The grid of one share, of which only the part that matters is worked out: for a given slope, the likelihood has one peak.
class ShareGrid {
 public:
  ShareGrid(std::span<const Observation> levels, size_t share, double* weights)
      : levels_(levels), share_(share), weights_(weights) {
    for (const Observation& level : levels) {
      assert(level.x >= -kMaxLevel && level.x <= kMaxLevel);
      places_.push_back(static_cast<int>(std::lround((cost(level.x, kShares[share]) + kMaxRoot) * kSteps)));
    }
    constexpr int kStride = kSteps;
    constexpr double kNothing = 40;  // e^-40
    double most = -kInfinity;
    for (int root = 0; root < kRoots; root += kStride) most = std::max(most, work_out(root));
    for (int root = 0; root + kStride < kRoots; root += kStride) {
      if (std::max(best_of(root), best_of(root + kStride)) < most - kNothing) continue;
      for (int between = root + 1; between < root + kStride; ++between) work_out(between);
    }
  }

 private:
  double* row(int root) const { return weights_ + static_cast<size_t>(root) * kSlopes; }
  double best_of(int root) const { return *std::max_element(row(root), row(root) + kSlopes); }

  double work_out(int root) const {
    double* weight = row(root);
    for (int slope = 0; slope < kSlopes; ++slope) weight[slope] = log_prior(share_, slope);
    for (size_t i = 0; i < levels_.size(); ++i) {
      const Observation& level = levels_[i];
      const int steps = root - places_[i];
      const auto wins = static_cast<double>(level.wins), losses = static_cast<double>(level.games - level.wins);
      const double *win = log_win(steps), *loss = log_win(-steps);
      for (int slope = 0; slope < kSlopes; ++slope) weight[slope] += wins * win[slope] + losses * loss[slope];
    }
    return best_of(root);
  }

  std::span<const Observation> levels_;
  std::vector<int> places_;  // of the levels' costs in the grid
  size_t share_;
  double* weights_;  // of this share, root-major; -infinity where nothing is worked out
};

std::vector<double> log_posterior(std::span<const Observation> levels) {
  std::vector<double> weights(kShares.size() * kRoots * kSlopes, -kInfinity);
  for (size_t share = 0; share < kShares.size(); ++share) ShareGrid(levels, share, &weights[cell_of(share, 0, 0)]);
  return weights;
}

// Spreads `mass` evenly over an interval of the root, in cells of 1/8 chain.
void spread(double low, double high, double mass, std::vector<double>& cells) {
  const double end = static_cast<double>(cells.size());
  const double from = std::min((low + kMaxRoot) * kSteps + 0.5, end - 1),
               to = std::max((high + kMaxRoot) * kSteps + 0.5, from + 1e-6);
  for (auto cell = static_cast<size_t>(from); cell < cells.size() && static_cast<double>(cell) < to; ++cell) {
    const double part = std::min(to, static_cast<double>(cell) + 1) - std::max(from, static_cast<double>(cell));
    cells[cell] += mass * part / (to - from);
  }
}

// Where a running sum passes q, in cells: 0 is the left edge of the first.
double quantile_cell(const std::vector<double>& cumulative, double q) {
  const double wanted = q * cumulative.back();
  const auto found = std::ranges::lower_bound(cumulative, wanted);
  const double before = found == cumulative.begin() ? 0 : *(found - 1);
  return static_cast<double>(found - cumulative.begin()) + (wanted - before) / (*found - before);
}

}  // namespace

double HandicapCurve::slope_near_root() const {
  constexpr double kAside = kTier / 2;
  return slope * (cost(root + kAside, share) - cost(root - kAside, share)) / kTier;
}

double HandicapCurve::win_rate(double x) const { return 1 / (1 + std::exp(-slope * (cost(root, share) - cost(x, share)))); }

RootPosterior::RootPosterior(std::span<const Observation> levels) : cumulative_(log_posterior(levels)), root_(kRoots) {
  const double most = *std::ranges::max_element(cumulative_);
  constexpr double kNothing = 30;  // e^-30
  double sum = 0;
  for (size_t share = 0; share < kShares.size(); ++share) {
    for (int root = 0; root < kRoots; ++root) {
      double of_root = 0;
      for (int slope = 0; slope < kSlopes; ++slope) {
        double& cell = cumulative_[cell_of(share, root, slope)];
        const double mass = cell < most - kNothing ? 0 : std::exp(cell - most);
        of_root += mass;
        cell = sum += mass;
      }
      const double* edge = &cell_edges()[share * (kRoots + 1) + static_cast<size_t>(root)];
      if (of_root > 0) spread(edge[0], edge[1], of_root, root_);
    }
  }
  std::partial_sum(root_.begin(), root_.end(), root_.begin());
}

double RootPosterior::root_quantile(double q) const { return value_at(quantile_cell(root_, q) - 0.5); }

HandicapCurve RootPosterior::draw(SmallRng& rng) const {
  const auto found = std::ranges::upper_bound(cumulative_, rng.uniform() * cumulative_.back()) - cumulative_.begin();
  const auto cell = static_cast<size_t>(found);  // spread evenly over it
  const size_t share = cell / kSlopes / kRoots, root = cell / kSlopes % kRoots;
  const double* edge = &cell_edges()[share * (kRoots + 1) + root];
  return {edge[0] + rng.uniform() * (edge[1] - edge[0]), slope_at(static_cast<double>(cell % kSlopes) + rng.uniform() - 0.5),
          kShares[share]};
}

}  // namespace archon
