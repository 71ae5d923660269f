#pragma once
// A sample of a matrix's games in the hands of a second agent: how far its decks shift with who plays them.
#include <string>

#include "sim/matrix/matrix_summary.h"
#include "sim/stats/pilot_shift.h"

namespace archon {

struct SecondPilot {
  std::string agent;  // as the user named it
  Matrix matrix;      // of the same pairs
  PilotShifts shifts{};

  Tally games() const;               // of all pairs
  int64_t games_of(int deck) const;  // decided ones
};

// What the second agent's games say beside those of the first, as summed up: of a pair the first agent expects what all of its
// games make likely. Decks that the first did not play have no
// shift. O(decks^3).
PilotShifts pilot_shifts(const MatrixSummary& first, const Matrix& second);

}  // namespace archon
