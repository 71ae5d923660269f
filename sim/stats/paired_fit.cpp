#include "sim/stats/paired_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

constexpr double kWeakPrior = 1e-3;  // precision: keeps effects finite that are not shrunk
constexpr double kLeastVariance = 1e-6;

using Row = std::vector<std::pair<int, double>>;

// What the first item has more than the second, and 1 in the last column: for going first.
void differences(const std::vector<Feature>& first, const std::vector<Feature>& second, int columns, Row& row) {
  row.clear();
  auto a = first.begin(), b = second.begin();
  while (a != first.end() || b != second.end()) {
    const int column = std::min(a != first.end() ? a->column : columns, b != second.end() ? b->column : columns);
    double amount = 0;
    if (a != first.end() && a->column == column) amount += a++->amount;
    if (b != second.end() && b->column == column) amount -= b++->amount;
    if (amount != 0) row.emplace_back(column, amount);
  }
  row.emplace_back(columns, 1);
}

class Fitter {
 public:
  Fitter(const PairedModel& model, std::span<const PairedGame> games)
      : model_(model), games_(games), size_(model.columns + 1), effects_(Eigen::VectorXd::Zero(size_)) {}

  PairedFit fit() {
    constexpr int kMaxSteps = 30;
    constexpr double kPrecise = 1e-7;
    PairedFit result;
    for (int step = 0; step < kMaxSteps && !result.converged; ++step) {
      const Eigen::VectorXd before = effects_;
      look_at_games();
      solve();
      const double length = (effects_ - before).norm() / (1 + effects_.norm());
      if (length > 5) effects_ = before + (effects_ - before) * (5 / length);  // nearly separated outcomes: no leaps
      result.converged = length < kPrecise;
    }
    const Eigen::VectorXd errors = covariance_.diagonal().cwiseMax(0).cwiseSqrt();
    result.effects.assign(effects_.data(), effects_.data() + model_.columns);
    result.errors.assign(errors.data(), errors.data() + model_.columns);
    result.first = effects_(model_.columns);
    result.first_error = errors(model_.columns);
    result.spread = shrunk() > 0 ? std::sqrt(variance_) : 0;
    result.dispersion = dispersion_;
    return result;
  }

 private:
  int shrunk() const { return model_.columns - model_.shrunk_from; }

  // Score and information of the likelihood, and the dispersion, at the effects.
  void look_at_games() {
    information_ = Eigen::MatrixXd::Zero(size_, size_);
    score_ = Eigen::VectorXd::Zero(size_);
    std::vector<double> residuals(model_.items.size());
    double expected = 0;
    Row row;
    for (const PairedGame& game : games_) {
      differences(model_.items[game.first], model_.items[game.second], model_.columns, row);
      double sum = 0;
      for (const auto& [column, amount] : row) sum += effects_(column) * amount;
      const double p = logistic(sum), residual = (game.first_won ? 1 : 0) - p;
      for (size_t i = 0; i < row.size(); ++i) {
        const auto& [column, amount] = row[i];
        score_(column) += residual * amount;
        for (size_t j = 0; j <= i; ++j) information_(row[j].first, column) += p * (1 - p) * amount * row[j].second;
      }
      residuals[game.first] += residual;
      residuals[game.second] -= residual;
      expected += 2 * p * (1 - p);
    }
    information_ = Eigen::MatrixXd(information_.selfadjointView<Eigen::Upper>());
    double seen = 0;
    for (const double residual : residuals) seen += residual * residual;
    // Of the residuals as many are used up as effects were fitted.
    const double items = static_cast<double>(residuals.size()), left = std::max(items / 2, items - fitted_);
    dispersion_ = expected > 0 ? std::max(1.0, seen / expected * items / left) : 1;
  }

  // The effects that maximise the likelihood, approximated by a parabola around those at hand, and the spread, to which these
  // effects lead again.
  void solve() {
    constexpr int kMaxRounds = 100;
    const Eigen::VectorXd target = (information_ * effects_ + score_) / dispersion_;
    for (int round = 0; round < kMaxRounds; ++round) {
      Eigen::MatrixXd precision = information_ / dispersion_;
      precision.diagonal().head(model_.shrunk_from).array() += kWeakPrior;
      precision.diagonal().segment(model_.shrunk_from, shrunk()).array() += 1 / variance_;
      precision(model_.columns, model_.columns) += kWeakPrior;
      // To give them all the same changes no forecast: a stiff spring holds their sum.
      precision.topLeftCorner(model_.share, model_.share).array() += 1 + precision.diagonal().sum();
      covariance_ = precision.ldlt().solve(Eigen::MatrixXd::Identity(size_, size_));
      effects_ = covariance_ * target;
      const double known = shrunk() - covariance_.diagonal().segment(model_.shrunk_from, shrunk()).sum() / variance_;
      fitted_ = model_.shrunk_from + std::max(0.0, known);
      if (shrunk() == 0) return;
      const double squares = effects_.segment(model_.shrunk_from, shrunk()).squaredNorm();
      const double next = known > 0 ? std::max(kLeastVariance, squares / known) : kLeastVariance;
      const double change = std::abs(std::log(next / variance_));
      variance_ = next;
      if (change < 1e-4) return;
    }
  }

  const PairedModel& model_;
  const std::span<const PairedGame> games_;
  const int size_;  // the columns, and going first
  Eigen::VectorXd effects_, score_;
  Eigen::MatrixXd information_, covariance_;
  double variance_ = 0.01;  // of the shrunk effects
  double dispersion_ = 1;
  double fitted_ = 0;  // number of effects, a shrunk one counted as far as the games determine it
};

}  // namespace

PairedFit fit_paired(const PairedModel& model, std::span<const PairedGame> games) { return Fitter(model, games).fit(); }

}  // namespace archon
