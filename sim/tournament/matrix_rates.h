#pragma once
// What the games of a matrix say about each pair: the win rates to expect, and draws as likely as the games say.
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/tournament/series.h"

namespace archon {

// The mean of a pair has the posterior of its counts, Beta(wins + 1/2, losses + 1/2). What going first adds would, from the few
// games of a pair, be mostly noise, and a player who may choose would seem to gain by it: so it is shrunk to the mean over all
// pairs, by their spread (empirical Bayes; normal, with prior games for a matrix of few pairs: kPriorAdvantage).
class MatrixRates {
 public:
  static constexpr double kPriorAdvantage = 0.04;  // spread between pairs, as PairRates::advantage

  // The mean over all pairs of `all`, which may have more pairs than `matrix`; only asked here, while `matrix` must live on.
  MatrixRates(const Matrix& matrix, const Matrix& all);
  explicit MatrixRates(const Matrix& matrix) : MatrixRates(matrix, matrix) {}

  // A deck against itself wins half its games.
  PairRates expected(int deck, int opponent) const;
  // The same for the same number of the draw, whatever else is asked.
  PairRates drawn(int deck, int opponent, uint64_t draw) const;

  double mean_advantage() const { return mean_; }
  double advantage_spread() const { return spread_; }

 private:
  struct Normal {
    double mean, variance;
  };
  Normal advantage(const MatrixCell& cell) const;

  const Matrix& matrix_;
  double mean_ = 0, spread_ = kPriorAdvantage;
};

}  // namespace archon
