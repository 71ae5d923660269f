#include "sim/stats/nash.h"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace archon {
namespace {

// The equations of the logit equilibrium in u = ln w and a multiplier c: t u - payoff w + c = 0, sum of w = 1.
struct Point {
  Eigen::VectorXd u;
  double c = 0;

  Eigen::VectorXd weights() const { return u.array().exp(); }
};

Eigen::VectorXd residual(const Eigen::MatrixXd& payoff, const Point& at, double t) {
  const Eigen::Index n = payoff.rows();
  const Eigen::VectorXd w = at.weights();
  Eigen::VectorXd r(n + 1);
  r.head(n) = t * at.u - payoff * w + Eigen::VectorXd::Constant(n, at.c);
  r(n) = w.sum() - 1;
  return r;
}

// The Jacobian is (t D^-1 - payoff) D with a border, D = diag(w). Its symmetric part is positive, so a step always exists. The
// column of a row without weight is t times a unit vector, so only the `k` rows with some are equations to be solved together:
// the steps of the others follow from theirs.
Eigen::VectorXd newton_step(const Eigen::MatrixXd& payoff, const Point& at, double t, const Eigen::VectorXd& r) {
  constexpr double kNegligible = 1e-15;  // below the rounding of a sum of weights
  const Eigen::Index n = payoff.rows();
  const Eigen::VectorXd w = at.weights();
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < n; ++i)
    if (w(i) > kNegligible) rows.push_back(i);
  const auto k = static_cast<Eigen::Index>(rows.size());
  const Eigen::VectorXd weights = w(rows);
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(k + 1, k + 1);
  jacobian.topLeftCorner(k, k) = -payoff(rows, rows) * weights.asDiagonal();
  jacobian.topLeftCorner(k, k).diagonal().array() += t;
  jacobian.topRightCorner(k, 1).setOnes();
  jacobian.bottomLeftCorner(1, k) = weights.transpose();
  Eigen::VectorXd right(k + 1);
  right << -r(rows), -r(n);
  const Eigen::VectorXd solved = jacobian.partialPivLu().solve(right);
  Eigen::VectorXd step(n + 1);
  const Eigen::VectorXd moved = weights.cwiseProduct(solved.head(k));
  step.head(n) = (payoff(Eigen::all, rows) * moved - r.head(n) - Eigen::VectorXd::Constant(n, solved(k))) / t;
  step(rows) = solved.head(k);
  step(n) = solved(k);
  return step;
}

// Newton's method with halved steps; false when it does not get there.
bool solve(const Eigen::MatrixXd& payoff, double t, Point& at) {
  constexpr int kMaxSteps = 60;
  constexpr double kSmallest = 1e-9;  // of a step
  const double precise = 1e-4 * t;    // error of t u: that of u, and so of ln w, is 1e-4
  const Eigen::Index n = payoff.rows();
  Eigen::VectorXd r = residual(payoff, at, t);
  for (int i = 0; i < kMaxSteps; ++i) {
    if (r.lpNorm<Eigen::Infinity>() <= precise) return true;
    const Eigen::VectorXd step = newton_step(payoff, at, t, r);
    if (!step.allFinite()) return false;
    for (double length = 1;; length /= 2) {
      if (length < kSmallest) return false;
      const Point next{at.u + length * step.head(n), at.c + length * step(n)};
      const Eigen::VectorXd next_r = residual(payoff, next, t);
      if (!next_r.allFinite() || next_r.norm() >= r.norm()) continue;
      at = next;
      r = next_r;
      break;
    }
  }
  return false;
}

}  // namespace

NashMixture nash_mixture(const Eigen::MatrixXd& payoff) {
  const Eigen::Index n = payoff.rows();
  assert(n >= 1 && payoff.cols() == n && (payoff + payoff.transpose()).isZero(1e-9));
  const double last = 0.5 * kNashTolerance / std::max(1.0, std::log(static_cast<double>(n)));
  Point at{Eigen::VectorXd::Constant(n, -std::log(static_cast<double>(n))), 0};
  double t = 1, factor = 0.5;
  bool good = solve(payoff, t, at);
  while (good && t > last && factor < 0.999) {
    Point next = at;
    const double next_t = std::max(last, t * factor);
    if (!solve(payoff, next_t, next)) {
      factor = std::sqrt(factor);  // a shorter way
      continue;
    }
    at = next;
    t = next_t;
    factor = std::max(0.5, factor * factor);
  }
  NashMixture mixture;
  Eigen::VectorXd w = at.weights();
  w = (w.array() < 1e-12).select(0.0, w);
  w /= w.sum();
  mixture.exploitability = std::max(0.0, (payoff * w).maxCoeff());
  mixture.weights.assign(w.data(), w.data() + n);
  return mixture;
}

}  // namespace archon
