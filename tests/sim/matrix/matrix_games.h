#pragma once
// Decks with and without their files, and the games of a matrix, for its tests.
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/results/provenance.h"
#include "tests/shipped_decks.h"

namespace archon::test {

inline std::vector<DeckFile> four_decks() {
  return {shipped_deck("radiant-argus-the-supreme"), shipped_deck("miss-onyx-censorius"), shipped_deck("sahl-the-aegian"),
          shipped_deck("guide-achea")};
}

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
