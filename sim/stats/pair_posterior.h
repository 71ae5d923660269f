#pragma once
// What is known of the win rate of each pair of items, whether it played or not: from its own games, from the strengths that
// all games show, and from what was known of the items before any game.
//
// The logit of the win rate of i against j is theta = s_i - s_j + c_ij. Strengths are s_i = (1 + b) known_i + u_i, u_i ~ N(0,
// spread^2), and what they miss of a pair is c_ij, in part what pairs have in common (cyclic_effects.h), the rest N(0,
// scatter^2): a Bayesian Bradley-Terry model with random effects of
// items and of pairs (Bradley and Terry 1952; Davidson and Solomon, Biometrika 60, 1973; Boeckenholt, Psychometrika 66, 2001).
// Strengths are fitted by expectation propagation (Minka 2001; Rasmussen and Williams, Gaussian Processes, 2006, section 3.6):
// a pair's games count as a normal observation that has the moments of its exact posterior. Penalised quasi-likelihood, tried
// before, finds too little scatter where pairs have few games, as it is known to (Breslow and Lin, Biometrika 82, 1995).
// Scatter and spread are the most likely ones with a prior (empirical Bayes); what is not known of the scatter widens
// the intervals.
#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/stats/cyclic_effects.h"
#include "sim/stats/statistics.h"

namespace archon {

// Draws of the rate of a pair. Over draws of the strengths and of a standard normal variate they are as its posterior, and
// pairs with an item in common have its strength in common: a normal copula (Nelsen, An Introduction to Copulas, 2006, section
// 2.3) joins the strengths to the quantiles of the rate, with the correlation that both would have if they were normal.
class PairDraws {
 public:
  // Of item i against j. `strengths`: of all items; `normal`: what else there is of this pair.
  double rate(const Eigen::VectorXd& strengths, double normal) const;

 private:
  friend class PairPosterior;

  static constexpr double kReach = 4, kStep = 0.125;  // of the normal scale
  static constexpr size_t kPoints = 65;

  Eigen::Index i_, j_;                     // i < j
  bool turned_;                            // it is j against i that is asked for
  double mean_, deviation_, correlation_;  // of the difference of the strengths; of that and the logit
  std::array<double, kPoints> logits_;     // at these quantiles
};

class PairPosterior {
 public:
  // wins(i, j): games that i won against j; items x items, the diagonal is ignored. `known`: strengths in logits by what was
  // known before (only their differences count), empty where nothing was. Memory: about 40 bytes
  // a pair and 50 more for one that played. O(items^3) an iteration, some 10 to 30 iterations; then 5 microseconds a pair.
  explicit PairPosterior(const Eigen::MatrixXd& wins, const Eigen::VectorXd& known = {});

  // Of i against j, i != j: the mean of the posterior and an interval of equal tails. What rate(j, i) says is the same seen
  // from the other side. O(1), some 10 microseconds.
  WinRate rate(Eigen::Index i, Eigen::Index j, double confidence = 0.95) const;
  std::vector<WinRate> rates(Eigen::Index i, Eigen::Index j, std::span<const double> confidences) const;  // one for each
  double mean(Eigen::Index i, Eigen::Index j) const { return means_(i, j); }                              // its value alone

  // Of i against these on average, i not among them, at least one: the mean of the posterior and an interval that is normal on
  // the scale of logits (delta method). O(items^2).
  WinRate mean_rate(Eigen::Index i, std::span<const Eigen::Index> opponents, double confidence = 0.95) const;

  // Strengths of all items (rows) in logits, in draws (columns) as likely as all games say; the first draws are the same
  // whatever the count. O(items^2) a draw.
  Eigen::MatrixXd draw_strengths(int count, uint64_t seed) const;
  PairDraws draws_of(Eigen::Index i, Eigen::Index j) const;  // i != j; some 20 microseconds

  double scatter() const { return scatter_.deviation(); }  // logits: what strengths and components miss of pairs
  size_t components() const { return cyclic_.components(); }
  double spread() const { return spread_.deviation(); }  // logits: of strengths beside what was known
  double stretch() const { return 1 + b_; }              // what known differences count, times this
  bool settled() const { return settled_; }              // whether the fit has come to rest

 private:
  using Normal = CyclicEffects::Normal;
  class RatePosterior;

  // A standard deviation that is fitted: the logarithm of its square, with a normal prior.
  struct Deviation {
    double usual;  // the most likely one by the prior, and at first
    double log_square = 2 * std::log(usual);
    double log_error = 0;  // standard deviation of what is known of log_square
    double step = 0, longest_step = 1;

    double square() const { return std::exp(log_square); }
    double deviation() const { return std::sqrt(square()); }
    // A step of Fisher's scoring, given the expected squares of the effects, and what is known of them; how long it would
    // be, unless bound: where steps turn back, as they else do for ever around small deviations, they become half as long.
    double fit(double squares_sum, double effects, double information);
  };

  // A pair that played, and what its games say of the contrast of the strengths, as a normal observation.
  struct Pair {
    int i, j;
    double wins = 0, losses = 0;
    double precision = 0, precision_mean = 0;
    Normal common{};  // what it has in common with other pairs, by their games
  };

  double strength(Eigen::Index i) const;
  Normal contrast(Eigen::Index i, Eigen::Index j) const;                        // s_i - s_j by all games
  Normal without(const Pair& pair) const;                                       // the same by the games of other pairs
  Pair pair(Eigen::Index i, Eigen::Index j) const;                              // i < j; without games where it did not play
  RatePosterior posterior(size_t steps, Eigen::Index i, Eigen::Index j) const;  // of the logit, i < j
  double solve();                                                               // strengths; by how much they moved
  void settle();  // observes and solves until both have come to rest
  void find_cyclic_effects();
  Normal expected(const Pair& pair) const;  // the logit by the games of other pairs, but for the scatter
  double observe();                         // what each pair's games say; scatter and spread; by how much these changed

  std::vector<Pair> pairs_;  // those that played, i < j
  Eigen::MatrixXi place_;    // in pairs_, -1 for those that did not
  Eigen::VectorXd known_, u_;
  Eigen::MatrixXd covariance_;  // of u and b
  Eigen::MatrixXd means_;       // of rates
  double b_ = 0;
  bool settled_ = false;
  Deviation scatter_, spread_;
  CyclicEffects cyclic_{};
};

}  // namespace archon
