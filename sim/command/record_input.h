#pragma once
// Files of recorded games, as commands take them.
#include <optional>
#include <string>

#include "engine/core/matchup.h"
#include "engine/core/state.h"
#include "sim/command/command.h"
#include "sim/play/record.h"

namespace archon::cli {

// "7", "0-99"; empty: all of a file. Nothing when it is none of these.
std::optional<GameNumbers> game_numbers(const std::string& text);

struct RecordInput {
  RecordFile file;  // with the wanted games alone, at least one
  Matchup matchup;
};

// Reads the wanted games, which must all be there, or the first `most` of a file. Nothing when a problem was added.
std::optional<RecordInput> read_record_input(const std::string& path, GameNumbers wanted, size_t most, Problems& problems);

// Plays the one game of the input up to a decision, counted from 0. Nothing when a problem was added.
std::optional<State> position_before(const RecordInput& input, int64_t decision, const std::string& path, Problems& problems);

}  // namespace archon::cli
