// archon position: between the forms of a position.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/deck/text_input.h"
#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"
#include "sim/cli/command.h"

namespace archon::cli {
namespace {

struct Options {
  std::string file;
  bool line = false;
};

constexpr size_t kMaxBytes = 1 << 20;  // a position has some 50 KB

std::string read_text(const std::string& file, Problems& problems) {
  const TextInput input = file == "-" ? read_text_input(std::cin, kMaxBytes) : read_text_input(file, kMaxBytes);
  problems.check(input.problem.empty(), file + ": " + input.problem);
  return input.text;
}

std::optional<PositionGame> read_game(const std::string& text, const std::string& file, Problems& problems) {
  if (text.starts_with("archon-")) {
    PositionGame game;
    for (const std::string& problem : read_line(text.substr(0, text.find_last_not_of(" \r\n") + 1), game))
      problems.add(problem);
    return game;
  }
  if (json_depth(text) > kMaxJsonDepth) {
    problems.add(file + ": nested deeper than " + std::to_string(kMaxJsonDepth) + " brackets");
    return std::nullopt;
  }
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    problems.add(file + ": neither JSON nor a position line");
    return std::nullopt;
  }
  LoadedPosition loaded = load_position(json);
  for (const JsonProblem& problem : loaded.problems)
    problems.add(file + ": " + (problem.at.empty() ? "" : problem.at + ": ") + problem.message);
  return std::move(loaded.game);
}

int run(const Options& options) {
  Problems problems("position");
  const std::string text = read_text(options.file, problems);
  if (problems.any()) return problems.print();
  const std::optional<PositionGame> game = read_game(text, options.file, problems);
  if (problems.any()) return problems.print();
  if (options.line)
    std::cout << write_line(game->matchup, game->state) << '\n';
  else
    print(write_position(game->matchup, game->state, game->numbers));
  return kDone;
}

}  // namespace

void add_position(Command program) {
  Command command = program.add("position", "Complete a hand-written position, or turn it into one line and back");
  auto options = std::make_shared<Options>();
  command.option("FILE", options->file, "A position as JSON or as a line; '-' is standard input").required();
  command.flag("--line", options->line, "Write one line, for bug reports; only the same version of the program reads it");
  command.calls([options](const Invocation&) { return run(*options); });
}

}  // namespace archon::cli
