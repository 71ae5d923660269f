// archon replay: a recorded game as people read it, or as positions.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "engine/notation.h"
#include "engine/position/position_json.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/documents/game_log.h"

namespace archon::cli {
namespace replay_command {

struct Options {
  std::string file;
  int64_t game = -1;
  std::string format = "text";
};

// A line for each decision, with the position before it; the last line has no action.
std::string print_json(const Matchup& m, const RecordFile& file, const RecordedGame& game) {
  std::vector<int> numbers(static_cast<size_t>(m.card_count));
  std::iota(numbers.begin(), numbers.end(), 0);
  int number = 0;
  const auto print = [&](const State& s, nlohmann::ordered_json action) {
    nlohmann::ordered_json json;
    json["game"] = game.game;
    json["decision"] = number++;
    json["player"] = s.over() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(s.choice.player);
    json["action"] = std::move(action);
    const auto forecast = forecast_of(m, s);
    json["forecast"] = forecast ? nlohmann::ordered_json(*forecast) : nullptr;
    json["position"] = write_position(m, s, numbers);
    std::cout << json.dump() << '\n';
  };
  State end;
  const std::string problem =
      replay(m, file.head.seed, game, end, [&](const State& s, Action action) { print(s, action_text(m, s, action)); });
  if (problem.empty()) print(end, nullptr);
  return problem;
}

int run(const Options& options) {
  Problems problems("replay");
  const RecordResult read = read_records(options.file, options.game, 1);
  if (!read.file) problems.add(options.file + ": " + read.problem);
  if (read.file && read.file->games.empty())
    problems.add(options.file + ": there is no game" + (options.game < 0 ? "" : " " + std::to_string(options.game)));
  if (problems.any()) return problems.print();
  const RecordHead& head = read.file->head;
  const MatchupResult made = make_matchup(head.decks[0], head.decks[1], head.options);
  for (const std::string& unknown : made.unknown_decks) problems.add(options.file + ": " + unknown);
  if (problems.any()) return problems.print();
  const RecordedGame& game = read.file->games.front();
  const std::string problem = options.format == "json" ? print_json(*made.matchup, *read.file, game)
                                                       : write_game(std::cout, *made.matchup, *read.file, game);
  if (problem.empty()) return kDone;
  std::cerr << "archon replay: game " << game.game << ": " << problem << '\n';
  return kFailed;
}

}  // namespace replay_command

void add_replay(Command program) {
  using namespace replay_command;
  Command command = program.add("replay", "Show a game that 'archon match --record' wrote");
  auto options = std::make_shared<Options>();
  command.option("FILE", options->file, "File of records").required();
  command.option("--game", options->game, "Number of the game; the first one of the file otherwise").hide_default();
  command.option("--format", options->format, "text: turn by turn; json: a line for each decision with its position")
      .one_of({"text", "json"});
  command.calls([options](const Invocation&) { return run(*options); });
}

}  // namespace archon::cli
