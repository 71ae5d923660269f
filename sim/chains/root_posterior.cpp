#include "sim/chains/root_posterior.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

#include "engine/core/random.h"
#include "sim/chains/falling_curve.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

constexpr size_t kCells = 2 * kMaxRoot, kParts = 8;
constexpr double kPriorSlope = 0.12, kPriorSpread = 1.5;

constexpr std::array<CurveShape, 7> kShapes{{{Evenness::Even, 0, 0.35},
                                             {Evenness::Even, 0.25, 0.1},
                                             {Evenness::Even, 0.5, 0.06},
                                             {Evenness::Even, 0.75, 0.04},
                                             {Evenness::Uneven, 0.95, 0.25},
                                             {Evenness::Rough, 0, 0.1},
                                             {Evenness::Rough, 0.5, 0.1}}};

// A place in the grid.
struct Place {
  size_t shape = 0, cell = 0, part = 0, slope = 0;

  size_t index() const { return ((shape * kCells + cell) * kParts + part) * kSlopes + slope; }
  static Place at(size_t index) {
    return {index / kSlopes / kParts / kCells, index / kSlopes / kParts % kCells, index / kSlopes % kParts, index % kSlopes};
  }
  int level() const { return static_cast<int>(cell) - kMaxRoot; }  // the left end of the cell
};

double log_prior(const Place& place) {
  const double z = std::log(slope_of(place.slope) / kPriorSlope) / kPriorSpread;
  return std::log(kShapes[place.shape].prior) - z * z / 2;
}

// The share of a cell that lies left of a place in it, with parts as likely as each other: the arcsine distribution.
double share_left(double part) {
  const double root = std::sin(std::numbers::pi / 2 * part / kParts);
  return root * root;
}

// Of the steps of the grid of a cell, those on the left of the root in the middle of a part.
size_t steps_left(size_t steps, size_t part) {
  static const std::vector<size_t> table = [] {
    std::vector<size_t> values;
    for (size_t p = 0; p < kParts; ++p)
      for (size_t step = 0; step < kStates; ++step)
        values.push_back(
            static_cast<size_t>(std::lround(static_cast<double>(step) * share_left(static_cast<double>(p) + 0.5))));
    return values;
  }();
  return table[part * kStates + steps];
}

std::vector<Observation> mirrored(std::span<const Observation> levels) {
  std::vector<Observation> result;
  for (const Observation& each : levels) result.push_back({-each.x, each.games - each.wins, each.games});
  return result;
}

// The index of a running sum, as likely as its growth there.
template <class Sums>
size_t drawn(const Sums& sums, SmallRng& rng) {
  const auto found = std::ranges::upper_bound(sums, rng.uniform() * sums.back());
  return static_cast<size_t>(std::min(found - sums.begin(), std::ssize(sums) - 1));
}

// Where a running sum passes q, in cells: 0 is the left edge of the first.
double quantile_cell(const std::vector<double>& cumulative, double q) {
  const double wanted = q * cumulative.back();
  const auto found = std::ranges::lower_bound(cumulative, wanted);
  const double before = found == cumulative.begin() ? 0 : *(found - 1);
  return static_cast<double>(found - cumulative.begin()) + (wanted - before) / (*found - before);
}

// The curves of one shape at a time. The right side of the root is the left side of the mirrored games.
class ShapeCurves {
 public:
  explicit ShapeCurves(std::span<const Observation> levels) : left_(levels), right_(mirrored(levels)), costs_(kShapes[0]) {}

  void take(size_t shape) {
    costs_ = ChainCosts(kShapes[shape]);
    left_.run(kShapes[shape]);
    right_.run(kShapes[shape]);
  }

  // Of a root in a part of a cell, by slope.
  std::array<double, kSlopes> log_likelihood(const Place& place) const {
    constexpr float kNever = 1e-7F;
    const SlopeRow *left = left_.at(place.level()), *right = right_.at(-place.level() - 1);
    const StepProbabilities& steps = costs_.after(place.level());
    SlopeRow sum{};
    for (size_t cost = 0; cost < kStates; ++cost) {
      const auto p = static_cast<float>(steps[cost]);
      if (p < kNever) continue;
      const size_t on_left = steps_left(cost, place.part);
      for (size_t s = 0; s < kSlopes; ++s) sum[s] += p * left[on_left][s] * right[cost - on_left][s];
    }
    constexpr double kLeast = 1e-37;  // of floats: left and right may exclude each other
    std::array<double, kSlopes> logs;
    for (size_t s = 0; s < kSlopes; ++s)
      logs[s] = std::log(std::max(kLeast, static_cast<double>(sum[s]))) + left_.log_scale(place.level())[s] +
                right_.log_scale(-place.level() - 1)[s];
    return logs;
  }

  HandicapCurve draw(const Place& place, SmallRng& rng) const {
    const SlopeRow *left = left_.at(place.level()), *right = right_.at(-place.level() - 1);
    const StepProbabilities& steps = costs_.after(place.level());
    std::array<double, kStates> sums;
    double sum = 0;
    for (size_t cost = 0; cost < kStates; ++cost) {
      const size_t on_left = steps_left(cost, place.part);
      sums[cost] = sum += steps[cost] * static_cast<double>(left[on_left][place.slope]) *
                          static_cast<double>(right[cost - on_left][place.slope]);
    }
    const size_t cost = drawn(sums, rng), on_left = steps_left(cost, place.part);
    HandicapCurve curve;
    curve.root = place.level() + share_left(static_cast<double>(place.part) + rng.uniform());
    const double unit = slope_of(place.slope) / kStepsAChain;
    walk(left_, place.level(), place.slope, on_left, rng, [&](int level, size_t state) {
      curve.logit[static_cast<size_t>(kMaxLevel + level)] = unit * static_cast<double>(state);
    });
    walk(right_, -place.level() - 1, place.slope, cost - on_left, rng, [&](int level, size_t state) {
      curve.logit[static_cast<size_t>(kMaxLevel - level)] = -unit * static_cast<double>(state);
    });
    return curve;
  }

 private:
  // Outwards from a level and its state, each step as likely as the games say.
  template <class Visit>
  void walk(const SidePass& side, int level, size_t slope, size_t state, SmallRng& rng, const Visit& visit) const {
    for (;; --level) {
      if (std::abs(level) <= kMaxLevel) visit(level, state);
      if (level <= -kMaxLevel) return;
      const StepProbabilities& steps = costs_.after(level - 1);
      const SlopeRow* next = side.at(level - 1);
      std::array<double, kStates> sums;
      double sum = 0;
      for (size_t cost = 0; cost < kStates; ++cost)
        sums[cost] = sum += steps[cost] * static_cast<double>(next[std::min(state + cost, kTop)][slope]);
      state = std::min(state + drawn(sums, rng), kTop);
    }
  }

  SidePass left_, right_;
  ChainCosts costs_;
};

// The logarithms of likelihood and prior over the grid, of which only what matters is worked out.
std::vector<double> log_posterior(std::span<const Observation> levels, double nothing) {
  std::vector<double> weights(Place{.shape = kShapes.size()}.index(), -kInfinity);
  ShapeCurves curves(levels);
  double most = -kInfinity;
  const auto work_out = [&](Place place) {
    const std::array<double, kSlopes> logs = curves.log_likelihood(place);
    double best = -kInfinity;
    for (place.slope = 0; place.slope < kSlopes; ++place.slope)
      best = std::max(best, weights[place.index()] = logs[place.slope] + log_prior(place));
    most = std::max(most, best);
    return best;
  };
  for (size_t shape = 0; shape < kShapes.size(); ++shape) {
    curves.take(shape);
    constexpr size_t kMiddle = kParts / 2;
    std::array<double, kCells> best;
    for (size_t cell = 0; cell < kCells; ++cell) best[cell] = work_out({.shape = shape, .cell = cell, .part = kMiddle});
    for (size_t cell = 0; cell < kCells; ++cell) {
      if (best[cell] < most - nothing) continue;
      for (size_t part = 0; part < kParts; ++part)
        if (part != kMiddle) work_out({.shape = shape, .cell = cell, .part = part});
    }
  }
  return weights;
}

}  // namespace

double HandicapCurve::win_rate(int handicap) const { return logistic(logit[static_cast<size_t>(handicap + kMaxLevel)]); }

double HandicapCurve::slope_near_root() const {
  constexpr double kAside = 3;
  const auto at = [&](double x) {
    const double place = x + kMaxLevel;
    const auto i = std::min(static_cast<size_t>(place), logit.size() - 2);
    return logit[i] + (place - static_cast<double>(i)) * (logit[i + 1] - logit[i]);
  };
  const double middle = std::clamp(root, kAside - kMaxLevel, kMaxLevel - kAside);
  return (at(middle - kAside) - at(middle + kAside)) / (2 * kAside);
}

RootPosterior::RootPosterior(std::span<const Observation> levels)
    : levels_(levels.begin(), levels.end()), root_(kCells * kParts) {
  constexpr double kNothing = 25;  // e^-25
  cumulative_ = log_posterior(levels_, kNothing);
  const double most = *std::ranges::max_element(cumulative_);
  double sum = 0;
  for (size_t i = 0; i < cumulative_.size(); ++i) {
    const double mass = cumulative_[i] < most - kNothing ? 0 : std::exp(cumulative_[i] - most);
    root_[i / kSlopes % root_.size()] += mass;
    cumulative_[i] = sum += mass;
  }
  std::partial_sum(root_.begin(), root_.end(), root_.begin());
}

double RootPosterior::root_quantile(double q) const {
  const double at = quantile_cell(root_, q), cell = std::floor(at / kParts);
  return cell + share_left(at - cell * kParts) - kMaxRoot;
}

std::vector<HandicapCurve> RootPosterior::draw(int count, SmallRng& rng) const {
  std::vector<Place> places;
  for (int i = 0; i < count; ++i) places.push_back(Place::at(drawn(cumulative_, rng)));
  std::vector<HandicapCurve> result(places.size());
  ShapeCurves curves(levels_);
  for (size_t shape = 0; shape < kShapes.size(); ++shape) {
    if (std::ranges::find(places, shape, &Place::shape) == places.end()) continue;
    curves.take(shape);
    for (size_t i = 0; i < places.size(); ++i)
      if (places[i].shape == shape) result[i] = curves.draw(places[i], rng);
  }
  return result;
}

}  // namespace archon
