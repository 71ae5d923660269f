#pragma once
// The results of `archon matrix` as text: for people, for spreadsheets and for programs.
#include <iosfwd>
#include <string>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/matrix/matrix_summary.h"
#include "sim/report/report.h"
#include "sim/results/provenance.h"

namespace archon::cli {

struct MatrixReport {
  Matrix matrix;
  MatrixSummary summary;
  Provenance provenance;     // its decks are those of the matrix
  std::string unfinished{};  // a sentence about games that were asked for and not played; may be empty

  const std::string& name(int deck) const { return provenance.decks[static_cast<size_t>(deck)].deck.name; }
  bool has_chains() const;
};

// The number with a background from orange (0) to blue (1), on which black can be read; 1/2 is grey. Without colour as it is.
void write_heat(std::ostream& out, double win_rate, const std::string& text);

void write_matrix_table(std::ostream& out, const MatrixReport& report);
nlohmann::ordered_json totals_json(const MatrixReport& report);  // what the JSON of matrix and gauntlet begin with
void write_matrix_json(std::ostream& out, const MatrixReport& report);
void write_cells_csv(std::ostream& out,
                     const MatrixReport& report);  // a line a cell; the provenance in lines that begin with #
void write_decks_csv(std::ostream& out, const MatrixReport& report);  // a line a deck, from the best down

// What its page has besides.
struct MatrixPage {
  std::vector<DeckDetails> details{};  // of each deck; may be empty
  std::string address{}, picture{};    // URLs where page and picture will be found; may be empty
};
ReportInput report_input(const MatrixReport& report, const MatrixPage& page = {});

}  // namespace archon::cli
