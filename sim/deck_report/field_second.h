#pragma once
// A sample of a deck's games against its field in the hands of a second agent: how far the deck shifts with who plays it.
#include <string>

#include "sim/deck_report/field_games.h"
#include "sim/stats/pilot_shift.h"

namespace archon {

struct FieldSecond {
  std::string agent;   // as the user named it
  MatchResult counts;  // of the deck
  PilotShifts shifts;  // of the deck first, then of its field
  SeriesEnd end;
};

// What the second agent's games with the same deck and field say beside those of the first. Against an opponent the first agent
// expects the deck's win rate against all, moved towards the games with this one as far as opponents are seen to differ. The
// deck has no shift without decided games of both.
PilotShifts field_shifts(const FieldGames& first, const FieldGames& second);

}  // namespace archon
