#include "sim/stats/pilot_shift.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

constexpr double kStretchError = 0.25;  // of the stretch before any game
constexpr double kPriorDecks = 4;       // that kPilotLogit counts as

double inner_logit(double p) { return logit(std::clamp(p, 1e-9, 1 - 1e-9)); }  // an end may be 0 or 1

double half_width(double error) { return normal_quantile(0.975) * error; }

// What the games say when the spread of shifts is known. Unknowns: what each deck differs by, then the stretch minus 1.
class KnownSpread {
 public:
  KnownSpread(double spread, std::span<const double> errors, std::span<const PilotPair> pairs)
      : pairs_(pairs), decks_(std::ssize(errors)), prior_(decks_ + 1) {
    for (Eigen::Index i = 0; i < decks_; ++i) {
      const double error = errors[static_cast<size_t>(i)];
      prior_[i] = 1 / (spread * spread + error * error);
    }
    prior_[decks_] = 1 / (kStretchError * kStretchError);
  }

  // Moves the unknowns to their posterior mode by Newton's method; the posterior is log-concave.
  void fit(Eigen::VectorXd& at) {
    constexpr int kMost = 50;
    constexpr double kSmall = 1e-9, kLongest = 2;
    for (int i = 0; i < kMost; ++i) {
      look(at);
      Eigen::VectorXd step = factor_.solve(gradient_);
      const double longest = step.cwiseAbs().maxCoeff();
      if (longest > kLongest) step *= kLongest / longest;
      at += step;
      if (longest < kSmall) break;
    }
    look(at);
  }

  // Log of the probability of the games, by Laplace's approximation, but for what is the same of all spreads.
  double log_evidence() const {
    const double determinant = 2 * factor_.matrixLLT().diagonal().array().log().sum();
    return log_density_ + (prior_.array().log().sum() - determinant) / 2;
  }

  Eigen::MatrixXd covariance() const { return factor_.solve(Eigen::MatrixXd::Identity(decks_ + 1, decks_ + 1)); }

 private:
  void look(const Eigen::VectorXd& at) {
    Eigen::MatrixXd information = prior_.asDiagonal();
    gradient_ = -prior_.cwiseProduct(at);
    log_density_ = -prior_.dot(at.cwiseAbs2()) / 2;
    for (const PilotPair& pair : pairs_) {
      if (pair.games == 0) continue;
      const double x = pair.expected * (1 + at[decks_]) + at[pair.a] - at[pair.b], p = logistic(x);
      const auto games = static_cast<double>(pair.games), wins = static_cast<double>(pair.wins);
      log_density_ += wins * x + games * std::log1p(-p);
      add(information, pair, games * p * (1 - p));
      const double more = wins - games * p;
      gradient_[pair.a] += more;
      gradient_[pair.b] -= more;
      gradient_[decks_] += more * pair.expected;
    }
    factor_.compute(information);
  }

  // The lower half alone, which is what the factor reads.
  void add(Eigen::MatrixXd& information, const PilotPair& pair, double weight) const {
    information(pair.a, pair.a) += weight;
    information(pair.b, pair.b) += weight;
    information(std::max(pair.a, pair.b), std::min(pair.a, pair.b)) -= weight;
    information(decks_, pair.a) += weight * pair.expected;
    information(decks_, pair.b) -= weight * pair.expected;
    information(decks_, decks_) += weight * pair.expected * pair.expected;
  }

  const std::span<const PilotPair> pairs_;
  const Eigen::Index decks_;
  Eigen::VectorXd prior_, gradient_;  // precisions; of the log density
  Eigen::LLT<Eigen::MatrixXd> factor_;
  double log_density_ = 0;
};

// Rows: of each deck, 1 for itself, and less 1 over their number for each of its opponents.
Eigen::MatrixXd against_opponents(Eigen::Index decks, std::span<const PilotPair> pairs) {
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(decks, decks);
  for (const PilotPair& pair : pairs) rows(pair.a, pair.b) = rows(pair.b, pair.a) = -1;
  for (Eigen::Index i = 0; i < decks; ++i) {
    const double opponents = -rows.row(i).sum();
    if (opponents > 0) rows.row(i) /= opponents;
    rows(i, i) = 1;
  }
  return rows;
}

// Mean and mean square of some numbers, added up with weights.
struct ShiftMoments {
  Eigen::ArrayXd mean, square;

  explicit ShiftMoments(Eigen::Index count) : mean(Eigen::ArrayXd::Zero(count)), square(Eigen::ArrayXd::Zero(count)) {}
  void add(double weight, const Eigen::ArrayXd& at, const Eigen::ArrayXd& variance) {
    mean += weight * at;
    square += weight * (at.square() + variance);
  }
  double error(Eigen::Index i) const { return std::sqrt(std::max(0.0, square[i] - mean[i] * mean[i])); }
};

// Log of the density of the logarithm of the spread: its square is scaled inverse chi-square with kPriorDecks degrees of
// freedom, as after so many shifts whose mean square is kPilotLogit^2.
double log_prior(double spread) {
  const double ratio = kPilotLogit / spread;
  return -kPriorDecks * (std::log(spread) + ratio * ratio / 2);
}

// Shifts against opponents and the stretch for one spread; of what a deck differs by, the part that is no error of its rating.
class Share {
 public:
  Share(double spread, std::span<const double> errors, std::span<const PilotPair> pairs, Eigen::VectorXd& at)
      : spread_(spread) {
    KnownSpread known(spread, errors, pairs);
    known.fit(at);
    at_ = at;
    covariance_ = known.covariance();
    log_weight = known.log_evidence() + log_prior(spread);
  }

  void add_to(ShiftMoments& shifts, ShiftMoments& stretch, double weight, const Eigen::MatrixXd& rows,
              std::span<const double> errors) const {
    const Eigen::Index decks = rows.rows();
    Eigen::ArrayXd part(decks), rest(decks);
    for (Eigen::Index i = 0; i < decks; ++i) {
      const double own = spread_ * spread_, error = errors[static_cast<size_t>(i)] * errors[static_cast<size_t>(i)];
      part[i] = own / (own + error);
      rest[i] = own * error / (own + error);
    }
    const Eigen::MatrixXd scaled = rows * part.matrix().asDiagonal();
    const Eigen::MatrixXd of_decks = covariance_.topLeftCorner(decks, decks);
    const Eigen::ArrayXd variance =
        (scaled * of_decks).cwiseProduct(scaled).rowwise().sum().array() + (rows.cwiseAbs2() * rest.matrix()).array();
    shifts.add(weight, (scaled * at_.head(decks)).array(), variance);
    stretch.add(weight, 1 + at_.tail(1).array(), covariance_.diagonal().tail(1).array());
  }

  double log_weight = 0;

 private:
  const double spread_;
  Eigen::VectorXd at_;
  Eigen::MatrixXd covariance_;
};

}  // namespace

Interval any_pilot_interval(double win_rate, const Interval& interval, double shift) {
  const double middle = inner_logit(win_rate), aside = half_width(shift);
  return {logistic(middle - std::hypot(middle - inner_logit(interval.low), aside)),
          logistic(middle + std::hypot(inner_logit(interval.high) - middle, aside))};
}

bool PilotShift::sure() const { return std::abs(logit) > half_width(error); }

PilotShifts pilot_shifts(std::span<const double> errors, std::span<const PilotPair> pairs) {
  constexpr int kSpreads = 13;
  constexpr double kLeast = 0.02, kRatio = 1.4;  // up to 1.13
  const Eigen::Index decks = std::ssize(errors);
  std::vector<bool> played(errors.size());
  for (const PilotPair& pair : pairs) {
    assert(pair.a != pair.b && pair.wins >= 0 && pair.wins <= pair.games);
    if (pair.games > 0) played[static_cast<size_t>(pair.a)] = played[static_cast<size_t>(pair.b)] = true;
  }
  Eigen::VectorXd at = Eigen::VectorXd::Zero(decks + 1);
  std::vector<Share> shares;
  std::vector<double> spreads;
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < kSpreads; ++i) {
    spreads.push_back(kLeast * std::pow(kRatio, i));
    shares.emplace_back(spreads.back(), errors, pairs, at);
    most = std::max(most, shares.back().log_weight);
  }
  double total = 0;
  for (const Share& each : shares) total += std::exp(each.log_weight - most);

  const Eigen::MatrixXd rows = against_opponents(decks, pairs);
  ShiftMoments shifts(decks), stretch(1);
  double square = 0;
  for (size_t i = 0; i < shares.size(); ++i) {
    const double weight = std::exp(shares[i].log_weight - most) / total;
    shares[i].add_to(shifts, stretch, weight, rows, errors);
    square += weight * spreads[i] * spreads[i];
  }
  PilotShifts out;
  for (Eigen::Index i = 0; i < decks; ++i)
    out.decks.push_back(played[static_cast<size_t>(i)] ? std::optional(PilotShift{shifts.mean[i], shifts.error(i)})
                                                       : std::nullopt);
  out.stretch = stretch.mean[0];
  out.stretch_interval = {out.stretch - half_width(stretch.error(0)), out.stretch + half_width(stretch.error(0))};
  if (std::ranges::count(played, true) > 0) out.spread = std::sqrt(square);
  return out;
}

AnyPilotRate any_pilot_rate(double win_rate, const Interval& interval, const PilotShift& shift, double spread) {
  // Agents shift by s_1, s_2, s_3 of variance spread^2 / 2; s_3 - s_1, given s_2 - s_1, is half of that and has 3/4 spread^2.
  const double before = inner_logit(win_rate), middle = before + shift.logit / 2;
  const double aside = half_width(std::hypot(shift.error / 2, std::sqrt(0.75) * spread));
  return {logistic(middle),
          {logistic(middle - std::hypot(before - inner_logit(interval.low), aside)),
           logistic(middle + std::hypot(inner_logit(interval.high) - before, aside))}};
}

RateChange rate_change(double win_rate, const PilotShift& shift) {
  const auto change = [at = inner_logit(win_rate), win_rate](double by) { return logistic(at + by) - win_rate; };
  const double aside = half_width(shift.error);
  return {change(shift.logit), {change(shift.logit - aside), change(shift.logit + aside)}};
}

}  // namespace archon
