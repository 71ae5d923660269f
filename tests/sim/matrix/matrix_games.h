#pragma once
// Decks without their files, and the games of a matrix, for its tests.
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/results/provenance.h"

namespace archon::test {

inline std::vector<Deck> plain_decks(const std::vector<DeckFile>& files) {
  std::vector<Deck> decks;
  for (const DeckFile& each : files) decks.push_back(each.deck);
  return decks;
}

inline int64_t games_of(const Matrix& matrix) {
  int64_t games = 0;
  for (const MatrixCell& cell : matrix.cells) games += cell.result.total().games;
  return games;
}

}  // namespace archon::test
