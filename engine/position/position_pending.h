#pragma once
// What a readable position can't say: frames, queues, the pending choice, and all that has a place only in this program. It is
// written as the difference between the true State and the one that the readable fields alone would give, so that both together
// are exact by construction. Both are written field by field (engine/position/field_codec.h): all builds of one commit
// understand them, and what is read is refused unless every field is in its range and all invariants hold.
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

// Text (base64url) of what makes `base` into `s`. Only the same commit of the program with these cards understands it.
std::string write_pending(const Matchup& m, const State& base, const State& s);

// Makes the State that was written out of `s`, which was laid out from readable fields. Fields that have been edited meanwhile
// keep their new value where `pending` does not speak of them; cards may not have been moved. Problems, or nothing.
std::vector<std::string> restore_pending(std::string_view pending, const Matchup& m, State& s);

// One line that holds a whole game, for bug reports: cards, rules and State. Read by the same commit of the program only.
std::string write_line(const Matchup& m, const State& s);
struct PositionGame;
// Fills `game`, which may be played on when there are no problems.
std::vector<std::string> read_line(std::string_view line, PositionGame& game);

}  // namespace archon
