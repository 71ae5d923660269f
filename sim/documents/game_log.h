#pragma once
// A recorded game as people read it, turn by turn.
#include <iosfwd>
#include <optional>
#include <string>

#include "engine/view/view.h"
#include "sim/play/record.h"

namespace archon::cli {

// How likely A is to win when a turn begins; nothing at other decisions.
std::optional<double> forecast_of(const Matchup& m, const State& s);

// "A wins after 20 turns and 190 decisions."
std::string ending_text(const Matchup& m, const State& end, Forfeit forfeit);

// Plays the game again and writes it; "" or what does not fit.
std::string write_game(std::ostream& out, const Matchup& m, const RecordFile& file, const RecordedGame& game);

}  // namespace archon::cli
