#pragma once
// What a matrix says of each pair of its decks and of each deck, from the games of all (sim/stats/pair_posterior.h).
#include <optional>
#include <span>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/stats/pair_posterior.h"
#include "sim/stats/statistics.h"

namespace archon {

inline constexpr double kConfidence = 0.95;

// Nothing is said of a deck without decided games.
class MatrixPosterior {
 public:
  // `known`: what was known of the decks before, in logits, such as ratings without games; empty: nothing.
  MatrixPosterior(const Matrix& matrix, std::span<const double> known);

  // The win rate of `deck`, of a pair that is to meet, whether it has or not. Wherever the win rate of a pair is shown it is
  // from here.
  std::optional<WinRate> rate(int deck, int opponent, double confidence = kConfidence) const;
  std::optional<double> value(int deck, int opponent) const;  // the same without an interval

  // Against the field, every opponent counting the same.
  std::optional<WinRate> mean(int deck) const;

 private:
  bool says(int deck, int opponent) const;

  MatrixPairs meet_;
  std::vector<bool> played_;
  PairPosterior pairs_;
};

}  // namespace archon
