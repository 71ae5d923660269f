#pragma once
// The results of `archon matrix` as text: for people, for spreadsheets and for programs.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/matrix/matrix.h"
#include "sim/matrix/matrix_summary.h"
#include "sim/results/provenance.h"

namespace archon::cli {

struct MatrixReport {
  Matrix matrix;
  MatrixSummary summary;
  Provenance provenance;  // its decks are those of the matrix

  const std::string& name(int deck) const { return provenance.decks[static_cast<size_t>(deck)].deck.name; }
  bool has_chains() const;
};

std::string matrix_table(const MatrixReport& report);
std::string matrix_page(const MatrixReport& report);  // HTML
std::string matrix_json(const MatrixReport& report);
std::string cells_csv(const MatrixReport& report);  // a line a cell; the provenance in lines that begin with #
std::string decks_csv(const MatrixReport& report);  // a line a deck, from the best down

}  // namespace archon::cli
