// archon position: between the forms of a position.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/position_input.h"

namespace archon::cli {
namespace position_command {

struct Options {
  std::string file;
  bool line = false;
};

int run(const Options& options) {
  Problems problems("position");
  const std::optional<PositionGame> game = read_position_file(options.file, problems);
  if (problems.any()) return problems.print();
  if (options.line)
    std::cout << write_line(game->matchup, game->state) << '\n';
  else
    print(write_position(game->matchup, game->state, game->numbers));
  return kDone;
}

}  // namespace position_command

void add_position(Command program) {
  using namespace position_command;
  Command command = program.add("position", "Complete a hand-written position, or turn it into one line and back");
  auto options = std::make_shared<Options>();
  command.option("FILE", options->file, "A position as JSON or as a line; '-' is standard input").required();
  command.flag("--line", options->line, "Write one line, for bug reports; only the same version of the program reads it");
  command.calls([options](const Invocation&) { return run(*options); });
}

}  // namespace archon::cli
