#pragma once
// Positions that the user gives: as JSON or as a line.
#include <optional>
#include <string>

#include "engine/position/position_json.h"
#include "sim/command/command.h"

namespace archon::cli {

// The position of a file, "-" for standard input; nothing when there are problems.
std::optional<PositionGame> read_position_file(const std::string& file, Problems& problems);

}  // namespace archon::cli
