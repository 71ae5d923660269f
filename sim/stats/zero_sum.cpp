#include "sim/stats/zero_sum.h"

#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <optional>
#include <utility>

namespace archon {
namespace {

constexpr double kTolerance = 1e-9;

using Mixture = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::DontAlign, kMostChoices, 1>;
using Bordered = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostChoices + 1, kMostChoices + 1>;
using BorderedVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostChoices + 1, 1>;

struct Optimum {
  double value = 0;
  Mixture row, column;
};

// The mixtures that make the rows and columns of a part (sets of bits, of the same size) equal, when they are optimal.
std::optional<Optimum> optimum_of(const SmallGame& payoff, unsigned rows, unsigned columns) {
  const int size = std::popcount(rows);
  Bordered system(size + 1, size + 1);
  for (int i = 0, r = 0; i < payoff.rows(); ++i) {
    if (!(rows >> i & 1)) continue;
    for (int j = 0, c = 0; j < payoff.cols(); ++j)
      if (columns >> j & 1) system(r, c++) = payoff(i, j);
    ++r;
  }
  system.col(size).setConstant(-1);
  system.row(size).setConstant(1);
  system(size, size) = 0;
  const Eigen::FullPivLU<Bordered> factors(system);
  if (!factors.isInvertible()) return {};
  BorderedVector right = BorderedVector::Zero(size + 1);
  right(size) = 1;
  const BorderedVector column = factors.solve(right);
  // The transposed system in the same form: columns of the part equal, shares of the rows with sum 1.
  Bordered transposed = system.topLeftCorner(size, size).transpose().eval();
  transposed.conservativeResize(size + 1, size + 1);
  transposed.col(size).setConstant(-1);
  transposed.row(size).setConstant(1);
  transposed(size, size) = 0;
  const BorderedVector row = Eigen::FullPivLU<Bordered>(transposed).solve(right);

  Optimum optimum{.value = column(size), .row = Mixture::Zero(payoff.rows()), .column = Mixture::Zero(payoff.cols())};
  for (int i = 0, r = 0; i < payoff.rows(); ++i)
    if (rows >> i & 1) optimum.row(i) = row(r++);
  for (int j = 0, c = 0; j < payoff.cols(); ++j)
    if (columns >> j & 1) optimum.column(j) = column(c++);
  const Mixture gains = payoff.transpose() * optimum.row, losses = payoff * optimum.column;
  const bool good = optimum.row.minCoeff() >= -kTolerance && optimum.column.minCoeff() >= -kTolerance &&
                    gains.minCoeff() >= optimum.value - kTolerance && losses.maxCoeff() <= optimum.value + kTolerance;
  return good ? std::optional(optimum) : std::nullopt;
}

// Calls `use` with the optimum of each part, small parts first, until it returns false.
template <class Use>
void each_optimum(const SmallGame& payoff, const Use& use) {
  assert(payoff.size() >= 1);
  for (int size = 1; size <= std::min(payoff.rows(), payoff.cols()); ++size)
    for (unsigned rows = 1; rows < 1u << payoff.rows(); ++rows)
      for (unsigned columns = 1; columns < 1u << payoff.cols(); ++columns)
        if (std::popcount(rows) == size && std::popcount(columns) == size)
          if (const std::optional<Optimum> optimum = optimum_of(payoff, rows, columns); optimum && !use(*optimum)) return;
}

// The mean of the different mixtures.
std::vector<double> mean_of(const std::vector<Mixture>& all) {
  constexpr double kSame = 1e-9;
  std::vector<Mixture> different;
  for (const Mixture& each : all)
    if (std::ranges::none_of(different, [&](const Mixture& other) { return (each - other).isZero(kSame); }))
      different.push_back(each);
  std::vector<double> shares(static_cast<size_t>(all.front().size()), 0.0);
  for (const Mixture& each : different)
    for (size_t i = 0; i < shares.size(); ++i)
      shares[i] += std::max(0.0, each(static_cast<Eigen::Index>(i))) / static_cast<double>(different.size());
  return shares;
}

}  // namespace

ZeroSumSolution solve_zero_sum(const SmallGame& payoff) {
  std::vector<Mixture> rows, columns;
  double value = 0;
  each_optimum(payoff, [&](const Optimum& optimum) {
    value = optimum.value;
    rows.push_back(optimum.row);
    columns.push_back(optimum.column);
    return true;
  });
  assert(!rows.empty());
  return {value, mean_of(rows), mean_of(columns)};
}

double zero_sum_value(const SmallGame& payoff) {
  const double sure = payoff.rowwise().minCoeff().maxCoeff();  // of the row player, by a single choice
  if (payoff.colwise().maxCoeff().minCoeff() <= sure) return sure;
  double value = 0;
  each_optimum(payoff, [&](const Optimum& optimum) {
    value = optimum.value;
    return false;
  });
  return value;
}

}  // namespace archon
