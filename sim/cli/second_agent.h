#pragma once
// The options of a second agent, which plays a sample of the same games: how far decks shift with who plays them.
#include <cstdint>
#include <string>

#include "sim/command/command.h"

namespace archon::cli {

inline constexpr int64_t kSecondGames = 1000;  // of all decks, unless it is said

struct SecondAgent {
  std::string agent;  // empty: none
  int64_t games = 0;  // 0: not said

  // What it plays, as in "a sample of the same pairs", and what its games are by default.
  void add_to(Command command, const std::string& sample, const std::string& games_help);
  void check(const Command& command, const std::string& first, Problems& problems) const;
};

}  // namespace archon::cli
