#pragma once
// A matrix in a ledger (sim/results/ledger.h): which games belong to which cell, decks, and reading it all back.
#include <string>
#include <string_view>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/matrix/matrix_records.h"
#include "sim/results/ledger.h"
#include "sim/results/provenance.h"

namespace archon {

// All decks of a ledger, sorted; a problem for each one that can't be read.
std::vector<DeckFile> ledger_decks(const Ledger& ledger, std::vector<std::string>& problems);

// The decks of a cell by their hashes, and the handicap of its games; none: plain ones. Nothing where ledger_cell names none
// so.
struct CellName {
  uint64_t a, b;
  std::optional<int> handicap;
};
std::optional<CellName> parse_cell(const std::string& key);

// Which batch of a ledger can't be read, whatever decks are asked for; empty: all can.
std::string unreadable_batch(const Ledger& ledger);

// Adds the games that the ledger has to an empty matrix; "" or an error (a missing batch, or one that can't be read).
// O(size of the ledger), of which one cell at a time is in memory. `part`: those of the matrix whose cells begin with it
// (MatrixSpec::part).
std::string read_matrix(const Ledger& ledger, Matrix& matrix, std::string_view part = "");

}  // namespace archon
