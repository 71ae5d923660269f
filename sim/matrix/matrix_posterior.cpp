#include "sim/matrix/matrix_posterior.h"

namespace archon {
namespace {

Eigen::MatrixXd wins_of(const Matrix& matrix) {
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(matrix.decks, matrix.decks);
  for (const MatrixCell& cell : matrix.cells) {
    const Tally total = cell.result.total();
    wins(cell.a, cell.b) = static_cast<double>(total.wins[0]);
    wins(cell.b, cell.a) = static_cast<double>(total.wins[1]);
  }
  return wins;
}

}  // namespace

MatrixPosterior::MatrixPosterior(const Matrix& matrix, std::span<const double> known)
    : meet_(matrix.pairs),
      played_(static_cast<size_t>(matrix.decks)),
      pairs_(wins_of(matrix), Eigen::Map<const Eigen::VectorXd>(known.data(), std::ssize(known))) {
  for (const MatrixCell& cell : matrix.cells)
    if (cell.result.total().decided() > 0) played_[static_cast<size_t>(cell.a)] = played_[static_cast<size_t>(cell.b)] = true;
}

bool MatrixPosterior::says(int deck, int opponent) const {
  return meet_.meet(deck, opponent) && played_[static_cast<size_t>(deck)] && played_[static_cast<size_t>(opponent)];
}

std::optional<WinRate> MatrixPosterior::rate(int deck, int opponent, double confidence) const {
  return says(deck, opponent) ? std::optional(pairs_.rate(deck, opponent, confidence)) : std::nullopt;
}

std::optional<double> MatrixPosterior::value(int deck, int opponent) const {
  return says(deck, opponent) ? std::optional(pairs_.mean(deck, opponent)) : std::nullopt;
}

std::optional<WinRate> MatrixPosterior::mean(int deck) const {
  if (!played_[static_cast<size_t>(deck)]) return std::nullopt;
  std::vector<Eigen::Index> field;
  for (int other = meet_.field; other < std::ssize(played_); ++other)
    if (other != deck) field.push_back(other);
  return pairs_.mean_rate(deck, field);
}

}  // namespace archon
