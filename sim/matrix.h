#pragma once
// Every deck of a list against every other: the games, and what they say about each pair. matrix_run.h plays them,
// matrix_ledger.h keeps them, matrix_summary.h says what they mean for decks and for the whole.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/deck/deck.h"
#include "sim/match.h"

namespace archon {

inline constexpr int kChainLevels[] = {4, 8, 12};
inline constexpr int kMaxChains = 24;  // rulebook 18.4, CHAINS

// Chains on the stronger deck of a pair that would make it even: a first estimate from a few levels.
struct EvenChains {
  int on = -1;  // the deck that would take them; -1: not estimated
  double chains = 0;
  Interval interval;
  bool beyond = false;  // more than kMaxChains, or no number of chains seems to help
};

// The logistic fit over the games without chains and those at each level.
EvenChains estimate_even_chains(int stronger, std::span<const Observation> levels);

// Deck `a` (player 0) against deck `b`, indices into the list. Of two decks, the one with the smaller hash is `a`: a cell and
// its games depend neither on the order of the list nor on the other decks.
struct MatrixCell {
  int a = 0, b = 0;
  std::array<uint64_t, 2> hashes{};  // deck_hash of a and b
  uint64_t seed = 0;                 // of the games: a match of a against b with this seed plays the same
  MatchResult result;
  std::vector<MatchResult> levels;  // at each of kChainLevels on the stronger deck; empty when there are no such games
  EvenChains even;

  // The side, 0 or 1, that would take the chains; of equal sides the first.
  size_t stronger() const { return result.win_rate() >= 0.5 ? 0 : 1; }
};

struct Matrix {
  int decks = 0;
  std::vector<MatrixCell> cells;  // of the pairs (0, 1), (0, 2) ... (1, 2) ... of the list

  const MatrixCell* cell(int deck, int opponent) const;  // in either order; null for a deck and itself
  int64_t wins(int deck, int opponent) const;
  int64_t decided(int deck, int opponent) const;
  double win_rate(int deck, int opponent) const;                              // 1/2 without decided games
  Interval interval(int deck, int opponent, double confidence = 0.95) const;  // Wilson; [0, 1] without decided games
};

// The cells of these decks, without games. The seed of a cell follows from the run's seed and the two decks.
Matrix empty_matrix(std::span<const Deck> decks, uint64_t seed);

// Fills in `even` from the games of the cell; not estimated unless every level has decided games.
void estimate_chains(MatrixCell& cell);

}  // namespace archon
