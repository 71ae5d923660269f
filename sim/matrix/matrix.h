#pragma once
// Every deck of a list against every other: the games, and what they say about each pair. matrix_run.h plays them,
// matrix_ledger.h keeps them, matrix_summary.h says what they mean for decks and for the whole.
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/deck/deck.h"
#include "sim/chains/chains.h"
#include "sim/play/missing.h"

namespace archon {

// The games of a pair at handicaps other than those of a plain match, and what they say.
struct CellChains {
  // By the signed handicap (positive: chains on a) they were played at, numbered over all handicaps from 0.
  std::map<int, MatchCounts> games;
  std::optional<HandicapFit> handicap;  // from all games of the cell
};

// Deck `a` (player 0) against deck `b`, indices into the list. Of two decks, the one with the smaller hash is `a`: a cell and
// its games depend neither on the order of the list nor on the other decks. Half a million cells are 1,000 decks, so a cell
// has 190 bytes.
struct MatrixCell {
  int a = 0, b = 0;
  std::array<uint64_t, 2> hashes{};  // deck_hash of a and b
  uint64_t seed = 0;                 // of the games: a match of a against b with this seed plays the same
  MatchCounts result;
  std::unique_ptr<CellChains> chains;  // null without further games

  uint64_t chained_seed() const;                      // of the further games
  int64_t chained_games() const;                      // how many there are
  const std::map<int, MatchCounts>& chained() const;  // none when there are no chains
  const HandicapFit* handicap() const;                // null when there is none
  CellChains& with_chains();                          // makes them
};

// Which pairs of a list meet: each of the decks 0 ... mine - 1 meets each of the decks field, field + 1 ... All pairs unless
// told otherwise; what lies in both ranges is mine and in the field.
struct MatrixPairs {
  int mine = std::numeric_limits<int>::max();
  int field = 0;

  bool meet(int deck, int opponent) const;
  bool every(int decks) const { return mine >= decks && field == 0; }
  int64_t before(int row, int decks) const;                 // pairs (i, j), i < j, with i < row
  int64_t number(int deck, int opponent, int decks) const;  // of a pair that meets, in the order of Matrix
};

// The pairs (0, 1), (0, 2) ... (1, 2) ... that meet are numbered from 0. A shard of a matrix has the cells of the pairs shard,
// shard + shards ... only.
struct Matrix {
  int decks = 0;
  MatrixPairs pairs{};
  int shard = 0, shards = 1;
  std::vector<MatrixCell> cells;
  FaultsByBound faults_by_bound;        // of all games, chained ones too
  ForfeitsByCause forfeits_by_cause{};  // likewise
  LeadCounts by_time{};                 // likewise: how those were decided that time ended

  // In either order; null for a deck and itself, for two that don't meet, and for a pair of another shard.
  const MatrixCell* cell(int deck, int opponent) const;
  MatrixCell* cell(int deck, int opponent);
  int64_t wins(int deck, int opponent) const;
  int64_t decided(int deck, int opponent) const;
  // Of `deck`, as its own games count it, with Wilson's interval; nothing without decided games. What is known of a pair beside
  // them: matrix_posterior.h.
  std::optional<WinRate> counted(int deck, int opponent, double confidence = 0.95) const;

  // The handicap that makes the pair even, positive: chains on `deck`; and its interval. Nothing when there is none.
  std::optional<HandicapFit> handicap(int deck, int opponent) const;

  // The decided games of the pair by handicap (x), rising: wins of `deck`, positive: chains on it. Always one at 0.
  std::vector<Observation> levels(int deck, int opponent) const;

  int64_t unmet() const;         // cells without decided games
  MissingGames missing() const;  // of all games, chained ones too
};

// The cells of these decks, without games. The seed of a cell follows from the run's seed and the two decks.
Matrix empty_matrix(std::span<const Deck> decks, uint64_t seed, int shard = 0, int shards = 1, const MatrixPairs& pairs = {});
// The same of decks of which only deck_hash is known.
Matrix empty_matrix(std::span<const uint64_t> hashes, uint64_t seed, int shard = 0, int shards = 1,
                    const MatrixPairs& pairs = {});

// Fills in `handicap` of the cells that have chained games (sim/chains/chains.h), on all threads. Some 10 ms a cell.
void fit_handicaps(Matrix& matrix, int threads = 0);

}  // namespace archon
