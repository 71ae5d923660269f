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

// What the second agent's games say beside those of the first, as summed up. Of a pair the first agent expects what the ratings
// predict, moved towards its own games as far as ratings are known to miss pairs. Decks that the first did not play have no
// shift. O(decks^3).
PilotShifts pilot_shifts(const Matrix& first, const MatrixSummary& summary, const Matrix& second);

}  // namespace archon
