#pragma once
// A matrix in a ledger (sim/results/ledger.h): which games belong to which cell, decks, and reading it all back.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/results/ledger.h"
#include "sim/results/provenance.h"

namespace archon {

inline constexpr std::string_view kMatrixLedger = "matrix";  // the kind of ledger

// Cells of the ledger: "HASH_A HASH_B" has the games of a cell, "HASH_A HASH_B 4" those at a signed handicap of 4 chains. The
// games of all handicaps of a cell are numbered together. Batches are those of sim/play/batch_text.h. Decks and goals
// (matrix_goal.h) are batches without games.
std::string ledger_cell(const MatrixCell& cell, std::optional<int> handicap = {});

// A deck is a batch without games: cell "deck HASH", data {"name", "file", "text"}.
LedgerBatch deck_record(const DeckFile& deck);

// All decks of a ledger, sorted; a problem for each one that can't be read.
std::vector<DeckFile> ledger_decks(const Ledger& ledger, std::vector<std::string>& problems);

// By name, then by hash: results don't depend on the order in which decks are named.
void sort_decks(std::vector<DeckFile>& decks);

// Which batch of a ledger can't be read, whatever decks are asked for; empty: all can.
std::string unreadable_batch(const Ledger& ledger);

// Adds the games that the ledger has to an empty matrix; "" or an error (a missing batch, or one that can't be read).
// O(size of the ledger), of which one cell at a time is in memory. `part`: those of the matrix whose cells begin with it
// (MatrixSpec::part).
std::string read_matrix(const Ledger& ledger, Matrix& matrix, std::string_view part = "");

}  // namespace archon
