#include "sim/matrix/matrix_posterior.h"

#include <algorithm>
#include <array>

namespace archon {

double simultaneous_confidence(int64_t count, double confidence) {
  return 1 - (1 - confidence) / static_cast<double>(std::max<int64_t>(1, count));
}

Eigen::MatrixXd count_wins(const Matrix& matrix) {
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(matrix.decks, matrix.decks);
  for (const MatrixCell& cell : matrix.cells) {
    const Tally total = cell.result.total();
    wins(cell.a, cell.b) = static_cast<double>(total.wins[0]);
    wins(cell.b, cell.a) = static_cast<double>(total.wins[1]);
  }
  return wins;
}

MatrixPosterior::MatrixPosterior(const Matrix& matrix, std::span<const double> known)
    : meet_(matrix.pairs),
      at_once_(simultaneous_confidence(std::ssize(matrix.cells))),
      played_(static_cast<size_t>(matrix.decks)),
      pairs_(count_wins(matrix), Eigen::Map<const Eigen::VectorXd>(known.data(), std::ssize(known))) {
  for (const MatrixCell& cell : matrix.cells)
    if (cell.result.total().decided() > 0) played_[static_cast<size_t>(cell.a)] = played_[static_cast<size_t>(cell.b)] = true;
}

bool MatrixPosterior::says(int deck, int opponent) const {
  return meet_.meet(deck, opponent) && played(deck) && played(opponent);
}

std::optional<PairRate> MatrixPosterior::rate(int deck, int opponent) const {
  if (!says(deck, opponent)) return std::nullopt;
  const std::vector<WinRate> found = pairs_.rates(deck, opponent, std::array{kConfidence, at_once_});
  return PairRate{found[0], found[1]};
}

std::optional<double> MatrixPosterior::value(int deck, int opponent) const {
  return says(deck, opponent) ? std::optional(pairs_.mean(deck, opponent)) : std::nullopt;
}

std::optional<WinRate> MatrixPosterior::mean(int deck) const {
  if (!played(deck)) return std::nullopt;
  std::vector<Eigen::Index> field;
  for (int other = meet_.field; other < std::ssize(played_); ++other)
    if (other != deck) field.push_back(other);
  return pairs_.mean_rate(deck, field);
}

}  // namespace archon
