#pragma once
// Tries a program that plays at positions of all sets.
#include <cstdint>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "sim/bots/bot_command.h"

namespace archon {

struct BotCheck {
  int positions = 0, sets = 0;        // asked about; of so many sets
  std::vector<std::string> problems;  // "position 17 (CotA, turn 5, target, seed 17): illegal: ... (hint)", in their order
  bool given_up = false;              // one that does not answer takes its time at each position: three such are enough
};

// Asks the agent at `positions` decisions, one a game, in which random players stand with generated decks of one set after the
// other; each is a game of its own for the program, with its beginning and its end. The command must have no error.
BotCheck check_bot(const BotCommand& command, int positions, uint64_t seed);

// What to do about a failure; for people.
std::string forfeit_hint(Forfeit cause);

}  // namespace archon
