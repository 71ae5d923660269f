#include "sim/command/position_input.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/deck/text_input.h"
#include "engine/position/position_pending.h"

namespace archon::cli {
namespace {

constexpr size_t kMaxBytes = 1 << 20;  // a position has some 50 KB

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

}  // namespace

std::optional<PositionGame> read_position_file(const std::string& file, Problems& problems) {
  const TextInput input = file == "-" ? read_text_input(std::cin, kMaxBytes) : read_text_input(file, kMaxBytes);
  problems.check(input.problem.empty(), file + ": " + input.problem);
  return input.problem.empty() ? read_game(input.text, file, problems) : std::nullopt;
}

}  // namespace archon::cli
