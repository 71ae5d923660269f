#pragma once
// What a matrix says of each pair of its decks and of each deck, from the games of all (sim/stats/pair_posterior.h).
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/stats/pair_posterior.h"
#include "sim/stats/statistics.h"

namespace archon {

inline constexpr double kConfidence = 0.95;

// The confidence of each of `count` intervals that hold together with `confidence`: 1 - (1 - confidence) / count (Bonferroni).
double simultaneous_confidence(int64_t count, double confidence = kConfidence);

// The win rate of a deck against another one, with the interval of this pair alone and that of all pairs at once.
struct PairRate {
  WinRate alone, at_once;

  PairRate turned() const { return {alone.turned(), at_once.turned()}; }
};

// The games that each deck (row) won against each other.
Eigen::MatrixXd count_wins(const Matrix& matrix);

// Nothing is said of a deck without decided games.
class MatrixPosterior {
 public:
  // `known`: what was known of the decks before, in logits, such as ratings without games; empty: nothing.
  MatrixPosterior(const Matrix& matrix, std::span<const double> known);

  // The win rate of `deck`, of a pair that is to meet, whether it has or not. Wherever the win rate of a pair is shown it is
  // from here.
  std::optional<PairRate> rate(int deck, int opponent) const;
  std::optional<double> value(int deck, int opponent) const;  // the same without intervals

  bool played(int deck) const { return played_[static_cast<size_t>(deck)]; }  // it has decided games

  // Against the field, every opponent counting the same.
  std::optional<WinRate> mean(int deck) const;

 private:
  bool says(int deck, int opponent) const;

  MatrixPairs meet_;
  double at_once_;  // confidence
  std::vector<bool> played_;
  PairPosterior pairs_;
};

}  // namespace archon
