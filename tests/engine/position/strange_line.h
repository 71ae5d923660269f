#pragma once
// What a line from a stranger may do to the program: nothing but be refused, or be played on.
#include <cstdint>
#include <string_view>

namespace archon::test {

// Reads a line and, when it is accepted, shows it and plays 200 random decisions. Returns whether it was accepted.
bool survive_line(std::string_view line, uint64_t seed);

}  // namespace archon::test
