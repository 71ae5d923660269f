#pragma once
// The results of `archon gauntlet` as text: for people, for spreadsheets and for programs.
#include <iosfwd>

#include "sim/cli/matrix_text.h"

namespace archon::cli {

// The report's matrix has the pairs of a gauntlet (sim/matrix/gauntlet.h).
void write_gauntlet_table(std::ostream& out, const MatrixReport& report);
void write_gauntlet_json(std::ostream& out, const MatrixReport& report);
void write_matchups_csv(std::ostream& out, const MatrixReport& report);  // a line for each of my decks and each of the field
void write_my_decks_csv(std::ostream& out, const MatrixReport& report);  // a line for each of my decks, from the best down

}  // namespace archon::cli
