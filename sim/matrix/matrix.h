#pragma once
// Every deck of a list against every other: the games, and what they say about each pair. matrix_run.h plays them,
// matrix_ledger.h keeps them, matrix_summary.h says what they mean for decks and for the whole.
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/deck/deck.h"
#include "sim/chains/chains.h"
#include "sim/play/match.h"

namespace archon {

// Deck `a` (player 0) against deck `b`, indices into the list. Of two decks, the one with the smaller hash is `a`: a cell and
// its games depend neither on the order of the list nor on the other decks.
struct MatrixCell {
  int a = 0, b = 0;
  std::array<uint64_t, 2> hashes{};  // deck_hash of a and b
  uint64_t seed = 0;                 // of the games: a match of a against b with this seed plays the same
  MatchResult result;

  // Further games, by the signed handicap (positive: chains on a) they were played at, numbered over all handicaps from 0.
  std::map<int, MatchResult> chained;
  std::optional<HandicapFit> handicap;  // from all games of the cell, when there are chained ones

  uint64_t chained_seed() const;  // of the further games
  int64_t chained_games() const;  // how many there are
};

struct Matrix {
  int decks = 0;
  std::vector<MatrixCell> cells;  // of the pairs (0, 1), (0, 2) ... (1, 2) ... of the list

  const MatrixCell* cell(int deck, int opponent) const;  // in either order; null for a deck and itself
  int64_t wins(int deck, int opponent) const;
  int64_t decided(int deck, int opponent) const;
  double win_rate(int deck, int opponent) const;                              // 1/2 without decided games
  Interval interval(int deck, int opponent, double confidence = 0.95) const;  // Wilson; [0, 1] without decided games

  // The handicap that makes the pair even, positive: chains on `deck`; and its interval. Nothing when there is none.
  std::optional<HandicapFit> handicap(int deck, int opponent) const;

  // The decided games of the pair by handicap (x), rising: wins of `deck`, positive: chains on it. Always one at 0.
  std::vector<Observation> levels(int deck, int opponent) const;
};

// The cells of these decks, without games. The seed of a cell follows from the run's seed and the two decks.
Matrix empty_matrix(std::span<const Deck> decks, uint64_t seed);

// Fills in `handicap` of the cells that have chained games (sim/chains/chains.h), on all threads. Some 10 ms a cell.
void fit_handicaps(Matrix& matrix, int threads = 0);

}  // namespace archon
