#pragma once
// What a line from a stranger may do to the program: nothing but be refused, or be played on.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon::test {

// The line of the State with one field changed, mostly to another value of its range.
std::string with_other_field(const Matchup& m, const State& s, SmallRng& rng);
// The line with up to three other bytes, and their true sum.
std::string with_other_bytes(const std::string& line, SmallRng& rng);

// Reads a line and, when it is accepted, shows it and plays 200 random decisions. Returns whether it was accepted.
bool survive_line(std::string_view line, uint64_t seed);
// The same of a game that was accepted already.
void play_on(const Matchup& m, State& s, const std::vector<int>& numbers, uint64_t seed);

}  // namespace archon::test
