#pragma once
// The commands and their arguments as data: what help, completion and manual pages are made of.
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace archon::cli {

struct ArgumentInfo {
  std::vector<std::string> names;  // "-n", "--games"; of a positional argument "DECKS"
  std::string type;                // what it takes: "NUMBER", "AGENT"; of a positional argument its name; empty: a flag
  std::vector<std::string> choices;
  std::string default_value;  // empty: none, or one that says nothing
  std::string help;
  bool positional = false, required = false;
  bool many = false;  // values may follow each other
};

struct CommandInfo {
  std::string name;  // all its words: "archon deck list"
  std::string description;
  std::string heading;  // under which the command above lists it
  std::string footer;   // explanations and examples, lines as --help shows them
  std::vector<ArgumentInfo> arguments;
  std::vector<CommandInfo> commands;
  bool needs_command = false;  // one of these
};

// Types of arguments in words, and the examples: done once, before anything else is asked.
void complete_commands(CLI::App& root);

CommandInfo describe_commands(const CLI::App& root);

}  // namespace archon::cli
