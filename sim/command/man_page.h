#pragma once
// Manual pages of the commands.
#include <string>
#include <string_view>

#include "sim/command/command_tree.h"

namespace archon::cli {

std::string man_page_name(const CommandInfo& command);  // "archon-deck-list"; the file is that and ".1"

// The page of a command in the macros of man(7). `release`: "1.0.0".
std::string man_page(const CommandInfo& command, std::string_view release);

}  // namespace archon::cli
