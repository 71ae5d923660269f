#pragma once
// How a program that plays is named: "exec:./bot --fast,move_ms=2000". Behind the colon stand a command and, from the first
// comma on that is not in quotes, its clocks. README.md says what the program reads and writes.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent_registry.h"

namespace archon {

inline constexpr int kBotProtocol = 1;  // its version; a program is told it at the start of each game

// Limits in milliseconds; 0: none. Time on the wall, and processor time of the process.
struct BotClocks {
  int move_ms = 0, game_ms = 0, move_cpu_ms = 0, game_cpu_ms = 0;
};

struct BotCommand {
  std::string text;                // the command as it was given
  std::vector<std::string> words;  // without its quotes
  std::string program;             // path of what the first word names
  BotClocks clocks;
  std::string files;  // hash of the files that the words name: another program, another hash
  std::string full;   // with all clocks and the hash, as it belongs into records
  std::string brief;  // with the clocks that are not as usual
  std::string error;  // what is wrong with it, with a hint; else empty
};

// What `spec_words`, all behind "exec:", stands for. Looks at the files once in the life of the program. Thread safe.
const BotCommand& bot_command(std::string_view spec_words);

// The words of a command, as shells take them apart: blanks, 'quotes', "quotes", \ before a sign. False: a quote has no end.
bool split_words(std::string_view text, std::vector<std::string>& words);

// The kind of agents, for add_outside_agents.
OutsideAgents bot_agents();

// A program is run only after this was called for its agent: when its user named it. Specs come from ledgers, too, which others
// may have written. Specs of other agents are left alone.
void allow_bot(std::string_view spec);

}  // namespace archon
