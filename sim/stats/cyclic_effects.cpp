#include "sim/stats/cyclic_effects.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/random.h"
#include "sim/stats/beta_draw.h"

namespace archon {
namespace {

using Eigen::Index;
using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kMostComponents = 4;
constexpr int kSweeps = 200, kPowerSteps = 80;
constexpr int kPatience = 10;           // sweeps before a component may be left out: they begin smaller than they are
constexpr int kFlips = 9;               // chance exceeds what is taken for a component in one of ten cases
constexpr double kSizesSettled = 1e-3;  // a relative change of sizes
constexpr double kCarried = 0.02;       // the least share of a component's size that is means, not what is unknown of them

Map<const MatrixXd> square(const MatrixXd& columns, Index column, Index width) {
  return {columns.col(column).data(), width, width};
}

// size * (x y' - y x'), x and y of length 1.
struct Plane {
  double size;
  VectorXd x, y;
};

// Of a skew-symmetric matrix, by the power method.
Plane largest(const MatrixXd& matrix, SmallRng& rng) {
  VectorXd x(matrix.rows());
  for (double& each : x) each = draw_normal(rng);
  x.normalize();
  for (int i = 0; i < kPowerSteps; ++i) {
    x = -(matrix * (matrix * x));
    if (!(x.norm() > 0)) return {0, {}, {}};
    x.normalize();
  }
  const VectorXd y = -(matrix * x);
  return {y.norm(), x, y.normalized()};
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
  const Index width = 2 * std::min(kMostComponents, (items - 1) / 2);
  if (width < 2 || seen.empty() || scatter_square_ <= 0) return;
  MatrixXd values = MatrixXd::Zero(items, items), weights = values;
  for (const auto& [i, j, value, variance] : seen) {  // as much of each as is not noise
    values(i, j) = value * scatter_square_ / (scatter_square_ + variance);
    values(j, i) = -values(i, j);
  }
  effects_ = turned_ = MatrixXd::Zero(width, items);
  start(values);
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
void CyclicEffects::start(const MatrixXd& values) {
  const Index items = values.rows();
  MatrixXd rest = values;
  SmallRng rng{stream_seed(1, 0, Stream::Setup)};
  for (Index k = 0; k < effects_.rows(); k += 2) {
    const Plane plane = largest(rest, rng);
    double by_chance = 0;
    for (int i = 0; i < kFlips; ++i) by_chance = std::max(by_chance, largest(flipped(rest, rng), rng).size);
    if (plane.size <= by_chance) break;
    rest -= plane.size * (plane.x * plane.y.transpose() - plane.y * plane.x.transpose());
    effects_.row(k) = std::sqrt(plane.size) * plane.x.transpose();
    effects_.row(k + 1) = std::sqrt(plane.size) * plane.y.transpose();
    sizes_.push_back(plane.size / static_cast<double>(items));
  }
  const Index width = 2 * std::ssize(sizes_);
  effects_.conservativeResize(width, items);
  turned_.conservativeResize(width, items);
  covariances_ = turned_too_ = MatrixXd::Zero(width * width, items);
  for (Index i = 0; i < items; ++i) turn(i);
}

void CyclicEffects::turn(Index item) {
  const Index width = effects_.rows();
  Map<const MatrixXd> covariance = square(covariances_, item, width);
  Map<MatrixXd> turned(turned_too_.col(item).data(), width, width);
  for (Index k = 0; k < width; ++k) {
    const double sign = k % 2 ? -1 : 1;
    turned_(k, item) = sign * effects_(k ^ 1, item);
    for (Index l = 0; l < width; ++l) turned(k, l) = sign * (l % 2 ? -1 : 1) * covariance(k ^ 1, l ^ 1);
  }
}

void CyclicEffects::sweep(const MatrixXd& values, const MatrixXd& weights) {
  const Index width = effects_.rows();
  for (Index i = 0; i < effects_.cols(); ++i) {
    const VectorXd of_item = weights.col(i), unknown = turned_too_ * of_item;
    MatrixXd precision = turned_ * of_item.asDiagonal() * turned_.transpose() + square(unknown, 0, width);
    for (Index k = 0; k < width; ++k) precision(k, k) += 1 / sizes_[static_cast<size_t>(k / 2)];
    Map<MatrixXd> covariance(covariances_.col(i).data(), width, width);
    covariance = precision.inverse();
    effects_.col(i) = covariance * (turned_ * of_item.cwiseProduct(values.row(i).transpose()));
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
    for (const Index row : {k, k + 1}) {
      means += effects_.row(row).squaredNorm();
      all += covariances_.row(row * width + row).sum();
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
  const MatrixXd covariances = covariances_;
  effects_ = MatrixXd(effects_(kept, Eigen::all));
  turned_ = MatrixXd::Zero(effects_.rows(), items);
  covariances_ = turned_too_ = MatrixXd::Zero(effects_.rows() * effects_.rows(), items);
  for (Index i = 0; i < items; ++i) {
    Map<MatrixXd>(covariances_.col(i).data(), effects_.rows(), effects_.rows()) = square(covariances, i, width)(kept, kept);
    turn(i);
  }
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
  const auto side = [&](Index unknown, Index known) {
    return turned_.col(known).dot(square(covariances_, unknown, width) * turned_.col(known));
  };
  return {side(i, j), side(j, i), covariances_.col(i).dot(turned_too_.col(j))};
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
