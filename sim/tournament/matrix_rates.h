#pragma once
// What the games of a matrix say about each pair: the win rates to expect, and draws as likely as the games say.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/stats/pair_posterior.h"
#include "sim/tournament/series.h"

namespace archon {

inline constexpr size_t kTournamentDraws = 1000;

// The mean of a pair is that of its posterior (sim/stats/pair_posterior.h), as wherever the win rate of a pair is shown; so are
// draws, in which pairs that share a deck share its strength. What going first adds would, from the few games of a pair, be
// mostly noise, and a player who may choose would seem to gain by it: so it is shrunk to the mean over all pairs, by their
// spread (empirical Bayes; normal, with prior games for a matrix of few pairs: kPriorAdvantage).
class MatrixRates {
 public:
  static constexpr double kPriorAdvantage = 0.04;  // spread between pairs, as PairRates::advantage

  // By the games of all pairs of `all`, in which deck i of `matrix` is places[i]. `known`: what was known of the decks of `all`
  // before, as for PairPosterior. `matrix` must live on.
  MatrixRates(const Matrix& matrix, const Matrix& all, std::vector<int> places, std::span<const double> known);
  explicit MatrixRates(const Matrix& matrix);  // by its games alone

  // Of two decks that are to meet in `matrix`, whether they have or not; others win half their games.
  PairRates expected(int deck, int opponent) const;
  // The same for the same number of the draw, below kTournamentDraws, whatever else is asked.
  PairRates drawn(int deck, int opponent, uint64_t draw) const;

  double mean_advantage() const { return mean_; }
  double advantage_spread() const { return spread_; }

 private:
  struct Normal {
    double mean, variance;
  };
  int place(int deck) const { return places_[static_cast<size_t>(deck)]; }
  Normal advantage(const MatrixCell& cell) const;

  const Matrix& matrix_;
  const std::vector<int> places_;
  const PairPosterior pairs_;
  std::vector<PairDraws> draws_;                  // of each cell: of its deck a
  const std::vector<Eigen::VectorXd> strengths_;  // of each draw
  double mean_ = 0, spread_ = kPriorAdvantage;
};

}  // namespace archon
