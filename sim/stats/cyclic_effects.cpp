#include "sim/stats/cyclic_effects.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/random.h"
#include "sim/stats/beta_draw.h"

namespace archon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kMostComponents = 4;
constexpr int kSweeps = 200, kPowerSteps = 80;
constexpr int kPatience = 10;           // sweeps before a component may be left out: they begin smaller than they are
constexpr int kFlips = 9;               // chance exceeds what is taken for a component in one of ten cases
constexpr double kSizesSettled = 1e-3;  // a relative change of sizes
constexpr double kCarried = 0.02;       // the least share of a component's size that is means, not what is unknown of them

// size * (x y' - y x'), x and y of length 1.
struct Plane {
  double size;
  VectorXd x, y;
};

// The length of a vector, which has 1 then.
double normalize(VectorXd& x) {
  const double length = std::sqrt(x.dot(x));
  if (length > 0) x /= length;
  return length;
}

VectorXd minus_product(const MatrixXd& matrix, const VectorXd& x) {
  VectorXd product = VectorXd::Zero(x.size());
  for (Index j = 0; j < x.size(); ++j)
    for (Index i = 0; i < x.size(); ++i) product(i) -= matrix(i, j) * x(j);
  return product;
}

// Of a skew-symmetric matrix, by the power method.
Plane largest(const MatrixXd& matrix, SmallRng& rng) {
  Plane plane{0, VectorXd(matrix.rows()), {}};
  for (double& each : plane.x) each = draw_normal(rng);
  for (int i = 0; i <= kPowerSteps && normalize(plane.x) > 0; ++i) {
    plane.y = minus_product(matrix, plane.x);
    plane.size = normalize(plane.y);
    if (i < kPowerSteps) plane.x = minus_product(matrix, plane.y);
  }
  return plane;
}

MatrixXd flipped(MatrixXd matrix, SmallRng& rng) {
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < i; ++j)
      if (rng.next() & 1) std::swap(matrix(i, j), matrix(j, i));
  return matrix;
}

}  // namespace

CyclicEffects::CyclicEffects(Index items, std::span<const Observation> seen, double scatter)
    : scatter_square_(scatter * scatter) {
  const Index most = std::min(kMostComponents, (items - 1) / 2);
  if (most < 1 || seen.empty() || scatter_square_ <= 0) return;
  MatrixXd values = MatrixXd::Zero(items, items), weights = values;
  for (const auto& [i, j, value, variance] : seen) {  // as much of each as is not noise
    values(i, j) = value * scatter_square_ / (scatter_square_ + variance);
    values(j, i) = -values(i, j);
  }
  start(values, most);
  for (const auto& [i, j, value, variance] : seen) values(i, j) = value, values(j, i) = -value;
  for (int i = 0; i < kSweeps && !sizes_.empty(); ++i) {
    for (const auto& [row, column, value, variance] : seen)
      weights(row, column) = weights(column, row) = 1 / (variance + scatter_square_);
    sweep(values, weights);
    const double changed = resize(i >= kPatience);
    scatter_square_ = scatter_of(seen);
    if (changed < kSizesSettled && i >= kPatience) break;
  }
}

// The largest components of the values, as far as they are larger than chance makes them: than those of the same values with
// random signs.
void CyclicEffects::start(MatrixXd values, Index most) {
  const Index items = values.rows();
  SmallRng rng{stream_seed(1, 0, Stream::Setup)};
  effects_.setZero(2 * most, items);
  covariances_.setZero(4 * most * most, items);
  std::vector<Index> found;
  for (Index k = 0; k < 2 * most; k += 2) {
    const Plane plane = largest(values, rng);
    double by_chance = 0;
    for (int i = 0; i < kFlips; ++i) by_chance = std::max(by_chance, largest(flipped(values, rng), rng).size);
    if (plane.size <= by_chance) break;
    for (Index i = 0; i < items; ++i) {
      for (Index j = 0; j < items; ++j) values(i, j) -= plane.size * (plane.x(i) * plane.y(j) - plane.y(i) * plane.x(j));
      effects_(k, i) = std::sqrt(plane.size) * plane.x(i);
      effects_(k + 1, i) = std::sqrt(plane.size) * plane.y(i);
    }
    sizes_.push_back(plane.size / static_cast<double>(items));
    found.insert(found.end(), {k, k + 1});
  }
  keep(found);
}

void CyclicEffects::keep(const std::vector<Index>& rows) {
  const Index left = std::ssize(rows), width = effects_.rows(), items = effects_.cols();
  const MatrixXd effects = effects_, covariances = covariances_;
  effects_.resize(left, items);
  turned_.resize(left, items);
  covariances_.resize(left * left, items);
  turned_too_.resize(left * left, items);
  for (Index i = 0; i < items; ++i) {
    for (Index k = 0; k < left; ++k) {
      const Index row = rows[static_cast<size_t>(k)];
      effects_(k, i) = effects(row, i);
      for (Index l = 0; l < left; ++l)
        covariances_(k * left + l, i) = covariances(row * width + rows[static_cast<size_t>(l)], i);
    }
    turn(i);
  }
}

void CyclicEffects::turn(Index item) {
  const Index width = effects_.rows();
  for (Index k = 0; k < width; ++k) {
    const double sign = k % 2 ? -1 : 1;
    turned_(k, item) = sign * effects_(k ^ 1, item);
    for (Index l = 0; l < width; ++l)
      turned_too_(k * width + l, item) = (l % 2 ? -sign : sign) * covariances_((k ^ 1) * width + (l ^ 1), item);
  }
}

// Sums by hand: matrices are at most 8 wide.
void CyclicEffects::sweep(const MatrixXd& values, const MatrixXd& weights) {
  const Index width = effects_.rows();
  MatrixXd precision(width, width);
  VectorXd right(width);
  for (Index i = 0; i < effects_.cols(); ++i) {
    precision.setZero();
    right.setZero();
    for (Index k = 0; k < width; ++k) precision(k, k) = 1 / sizes_[static_cast<size_t>(k / 2)];
    for (Index j = 0; j < effects_.cols(); ++j) {
      const double weight = weights(j, i), value = -values(j, i);
      for (Index k = 0; k < width && weight > 0; ++k) {
        const double other = weight * turned_(k, j);
        right(k) += other * value;
        for (Index l = 0; l < width; ++l) precision(k, l) += other * turned_(l, j) + weight * turned_too_(k * width + l, j);
      }
    }
    const Eigen::LLT<MatrixXd> solved(precision);
    const MatrixXd covariance = solved.solve(MatrixXd::Identity(width, width));
    const VectorXd mean = solved.solve(right);
    for (Index k = 0; k < width; ++k) {
      effects_(k, i) = mean(k);
      for (Index l = 0; l < width; ++l) covariances_(k * width + l, i) = covariance(k, l);
    }
    turn(i);
  }
}

double CyclicEffects::resize(bool leave_out) {
  const Index width = effects_.rows(), items = effects_.cols();
  double changed = 0;
  std::vector<Index> kept;
  std::vector<double> sizes;
  for (Index k = 0; k < width; k += 2) {
    double means = 0, all = 0;
    for (Index i = 0; i < items; ++i)
      for (const Index row : {k, k + 1}) {
        means += effects_(row, i) * effects_(row, i);
        all += covariances_(row * width + row, i);
      }
    all += means;
    const double size = all / (2 * static_cast<double>(items)), before = sizes_[static_cast<size_t>(k / 2)];
    changed = std::max(changed, std::abs(size / before - 1));
    if (leave_out && means < kCarried * all) continue;
    kept.insert(kept.end(), {k, k + 1});
    sizes.push_back(size);
  }
  sizes_ = sizes;
  if (std::ssize(kept) == width) return changed;
  keep(kept);
  return 1;
}

double CyclicEffects::scatter_of(std::span<const Observation> seen) const {
  double squares = 0;
  for (const Observation& each : seen) {
    const Normal known = of(each.i, each.j);
    const double noise = each.variance + known.variance, share = scatter_square_ / (scatter_square_ + noise);
    const double own = share * (each.value - known.mean);
    squares += own * own + share * noise;
  }
  return squares / static_cast<double>(seen.size());
}

CyclicEffects::Sides CyclicEffects::variances(Index i, Index j) const {
  const Index width = effects_.rows();
  Sides sides{};
  for (Index k = 0; k < width; ++k)
    for (Index l = 0; l < width; ++l) {
      const Index at = k * width + l;
      sides.first += turned_(k, j) * turned_(l, j) * covariances_(at, i);
      sides.second += turned_(k, i) * turned_(l, i) * covariances_(at, j);
      sides.both += covariances_(at, i) * turned_too_(at, j);
    }
  return sides;
}

CyclicEffects::Normal CyclicEffects::of(Index i, Index j) const {
  if (sizes_.empty()) return {};
  const auto [first, second, both] = variances(i, j);
  return {mean(i, j), first + second + both};
}

// As in a regression on what is known of the other item: an observation draws its own prediction by its leverage.
CyclicEffects::Normal CyclicEffects::without(const Observation& seen) const {
  if (sizes_.empty()) return {};
  const auto [first, second, both] = variances(seen.i, seen.j);
  const double weight = 1 / (seen.variance + scatter_square_), found = mean(seen.i, seen.j);
  Normal normal{found, both};
  for (const double of_side : {first, second}) {
    const double leverage = weight * of_side;  // < 1: it is a part of what the side is known by
    normal.mean -= (seen.value - found) * leverage / (1 - leverage);
    normal.variance += of_side / (1 - leverage);
  }
  return normal;
}

}  // namespace archon
