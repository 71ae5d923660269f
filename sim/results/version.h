#pragma once
// What this program was built from: printed with every measured result.
#include <string_view>

namespace archon {

std::string_view release();     // "1.0.0", for people; two builds of a release may play different games
std::string_view version();     // its commit, "-dirty" with uncommitted changes; "unknown" outside a repository
std::string_view compiler();    // "GNU 12.2.0"
std::string_view build_type();  // "Release" or "Debug"

// 16 hexadecimal digits over the sources that decide how a game goes: engine, agents (with their models) and sim/game. Programs
// with equal digests play equal games, so their results may be added up.
std::string_view program_digest();

}  // namespace archon
