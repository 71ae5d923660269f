#include "sim/chains/ladder.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cassert>
#include <cmath>

namespace archon {
namespace {

// A state is the number of chains and the games won (positive) or lost in a row since the last change, fewer than `run`.
class States {
 public:
  explicit States(int run) : run_(run) {}

  int size() const { return (kLadderTop + 1) * (2 * run_ - 1); }
  int of(int chains, int in_a_row) const { return chains * (2 * run_ - 1) + in_a_row + run_ - 1; }
  int chains(int state) const { return state / (2 * run_ - 1); }
  int in_a_row(int state) const { return state % (2 * run_ - 1) - run_ + 1; }

  int after(int state, bool won) const {
    const int before = in_a_row(state), row = won ? std::max(before, 0) + 1 : std::min(before, 0) - 1;
    if (std::abs(row) < run_) return of(chains(state), row);
    return of(std::clamp(chains(state) + (won ? 1 : -1), 0, kLadderTop), 0);
  }

 private:
  int run_;
};

Eigen::MatrixXd transitions(const States& states, std::span<const double> win_rate) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(states.size(), states.size());
  for (int state = 0; state < states.size(); ++state) {
    const double p = win_rate[static_cast<size_t>(states.chains(state))];
    matrix(state, states.after(state, true)) += p;
    matrix(state, states.after(state, false)) += 1 - p;
  }
  return matrix;
}

// Left eigenvector of eigenvalue 1, with sum 1.
Eigen::VectorXd stationary(const Eigen::MatrixXd& matrix) {
  const Eigen::Index n = matrix.rows();
  Eigen::MatrixXd equations = matrix.transpose() - Eigen::MatrixXd::Identity(n, n);
  equations.row(n - 1).setOnes();
  return equations.fullPivLu().solve(Eigen::VectorXd::Unit(n, n - 1));
}

double games_until(const States& states, const Eigen::MatrixXd& matrix, int chains) {
  const Eigen::Index n = matrix.rows();
  Eigen::MatrixXd equations = Eigen::MatrixXd::Identity(n, n) - matrix;
  Eigen::VectorXd one = Eigen::VectorXd::Ones(n);
  for (int state = 0; state < states.size(); ++state) {
    if (states.chains(state) != chains) continue;
    equations.row(state) = Eigen::VectorXd::Unit(n, state).transpose();
    one(state) = 0;
  }
  return equations.partialPivLu().solve(one)(states.of(kLadderStart, 0));
}

}  // namespace

int ladder_run(const RulesProfile& rules) { return rules.name == "18.4" ? 2 : 3; }

Ladder settle_ladder(std::span<const double> win_rate, int run) {
  assert(win_rate.size() == kLadderTop + 1);
  const States states(run);
  const Eigen::MatrixXd matrix = transitions(states, win_rate);
  const Eigen::VectorXd often = stationary(matrix);
  Ladder ladder;
  for (int state = 0; state < states.size(); ++state) {
    const int chains = states.chains(state);
    ladder.share[static_cast<size_t>(chains)] += std::max(0.0, often(state));  // rounding may leave -1e-17
    ladder.mean += often(state) * chains;
    ladder.win_rate += often(state) * win_rate[static_cast<size_t>(chains)];
  }
  double below = 0;
  while (below + ladder.share[static_cast<size_t>(ladder.low)] <= 0.05)
    below += ladder.share[static_cast<size_t>(ladder.low++)];
  double above = 0;
  ladder.high = kLadderTop;
  while (above + ladder.share[static_cast<size_t>(ladder.high)] <= 0.05)
    above += ladder.share[static_cast<size_t>(ladder.high--)];
  ladder.games_to_mean = games_until(states, matrix, static_cast<int>(std::lround(ladder.mean)));
  return ladder;
}

}  // namespace archon
