#pragma once
// A matrix in a ledger (sim/ledger.h): which games belong to which cell, decks, and reading it all back.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/ledger.h"
#include "sim/matrix.h"
#include "sim/provenance.h"

namespace archon {

inline constexpr std::string_view kMatrixLedger = "matrix";  // the kind of ledger

// The games of one cell at one handicap, numbered from 0.
struct MatrixSeries {
  std::string key;  // cell of the ledger: "HASH_A HASH_B CHAINS_A CHAINS_B"
  uint64_t seed = 0;
  std::array<int, 2> chains{};
};

// With `chains` on side `on` of the cell, 0 or 1.
MatrixSeries matrix_series(const MatrixCell& cell, size_t on = 0, int chains = 0);

// A batch as it stands in the ledger: {"by_first": [[games, wins of a, wins of b, undecided, faults, forfeits of a, forfeits of
// b],
// ...], "fallbacks": [of a, of b], "turns", "decisions", "fingerprint"}, and "fault_games" where there are any. The index of
// by_first is the player who went first. A text that is not such a batch gives nothing.
std::string batch_text(const MatchResult& result);
std::optional<MatchResult> parse_batch(const std::string& text);

// The sum of a series' games 0, 1, 2 ... as far as they are there; "" or an error (a hole, or a batch that can't be read).
std::string read_series(const Ledger& ledger, const std::string& key, MatchResult& sum);

// A deck is a batch without games: cell "deck HASH", data {"name", "file", "text"}.
LedgerBatch deck_record(const DeckFile& deck);

// All decks of a ledger, sorted; a problem for each one that can't be read.
std::vector<DeckFile> ledger_decks(const Ledger& ledger, std::vector<std::string>& problems);

// By name, then by hash: results don't depend on the order in which decks are named.
void sort_decks(std::vector<DeckFile>& decks);

// Adds the games that the ledger has to an empty matrix and estimates chains where every level has games; "" or an error.
std::string read_matrix(const Ledger& ledger, Matrix& matrix);

}  // namespace archon
