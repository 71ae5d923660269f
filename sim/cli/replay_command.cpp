// archon replay: a recorded game as people read it, as positions, or what its decisions were worth.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "agents/agent_registry.h"
#include "engine/log/log_json.h"
#include "engine/notation.h"
#include "engine/position/position_json.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/command/record_input.h"
#include "sim/documents/analysis_document.h"
#include "sim/documents/game_log.h"
#include "sim/pages/game_page.h"

namespace archon::cli {
namespace replay_command {

struct Options {
  std::string file, games, html;
  int64_t game = -1;
  bool analyse = false;
  AnalysisOptions analysis;
  Presenting presenting;

  bool asks_for_table() const { return presenting.format != "text" && presenting.format != "json"; }
};

// A line for each decision, with what happened since the one before and the position before it; the last line has no action.
std::string print_json(const Matchup& m, const RecordFile& file, const RecordedGame& game) {
  std::vector<int> numbers(static_cast<size_t>(m.card_count));
  std::iota(numbers.begin(), numbers.end(), 0);
  int number = 0;
  nlohmann::ordered_json happened = nlohmann::ordered_json::array();
  const auto print = [&](const State& s, nlohmann::ordered_json action) {
    nlohmann::ordered_json json;
    json["game"] = game.game;
    json["decision"] = number++;
    json["player"] = s.over() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(s.choice.player);
    json["action"] = std::move(action);
    const auto forecast = forecast_of(m, s);
    json["forecast"] = forecast ? nlohmann::ordered_json(*forecast) : nullptr;
    json["happened"] = std::exchange(happened, nlohmann::ordered_json::array());
    json["position"] = write_position(m, s, numbers);
    std::cout << json.dump() << '\n';
  };
  State end;
  const std::string problem = replay_told(
      m, file.head.seed, game, end,
      [&](const State& before, const State& after, const Passage& passage) {
        if (auto json = passage_json(m, before, after, passage, numbers); !json.is_null()) happened.push_back(std::move(json));
      },
      [&](const State& s, Action action) { print(s, action_text(m, s, action)); });
  if (problem.empty()) print(end, nullptr);
  return problem;
}

void check(const Options& options, Problems& problems) {
  problems.check(options.game < 0 || options.games.empty(), "--game and --games: one of them");
  problems.check(game_numbers(options.games).has_value(), "--games: FIRST-LAST, such as 0-99, not " + options.games);
  problems.check(options.analyse || options.games.empty(), "--games: for --analyse; --game shows a game");
  problems.check(options.html.empty() || options.games.empty(), "--html: a page of one game; --game says which");
  problems.check(options.analyse || !options.asks_for_table(), "--format " + options.presenting.format + ": for --analyse");
  const AnalysisOptions& analysis = options.analysis;
  problems.check(analysis.worlds >= 2 && analysis.worlds <= 100'000,
                 "--worlds: from 2 to 100,000, not " + std::to_string(analysis.worlds));
  problems.check(analysis.judged_worlds >= 2 && analysis.judged_worlds <= 100'000,
                 "--judged: from 2 to 100,000, not " + std::to_string(analysis.judged_worlds));
  problems.check_threads(analysis.threads);
  problems.check_own_agent("--continuation", analysis.continuation);
}

int failed_game(const RecordedGame& game, const std::string& problem) {
  std::cerr << "archon replay: game " << game.game << ": " << problem << '\n';
  return kFailed;
}

// A page of the game; with --analyse its decisions are judged.
int write_page(const Options& options, const RecordInput& input, const Invocation& invocation) {
  const RecordHead& head = input.file.head;
  const RecordedGame& game = input.file.games.front();
  const Provenance provenance{.seed = head.seed,
                              .agents = {head.agents[0], head.agents[1]},
                              .decks = DeckList{{head.decks[0], options.file}, {head.decks[1], options.file}},
                              .rules = std::string(input.matchup.rules.name),
                              .command_line = invocation.command_line};
  std::string problem;
  std::optional<AnalysedGame> analysis;
  if (options.analyse) analysis = analyse_game(input.matchup, head.seed, game, options.analysis, problem);
  if (!problem.empty()) return failed_game(game, problem);
  const std::string page = game_page(input.matchup, head, game, analysis ? &*analysis : nullptr, provenance, problem);
  if (!problem.empty()) return failed_game(game, problem);
  if (problem = write_file(options.html, page); !problem.empty()) return failed("replay", problem);
  std::cout << options.html << " has game " << game.game << ": open it in a browser\n";
  return kDone;
}

int analyse(const Options& options, const RecordInput& input, const Invocation& invocation) {
  const RecordHead& head = input.file.head;
  AnalysisFindings findings{.provenance = {.seed = options.analysis.seed,
                                           .agents = {full_spec(options.analysis.continuation)},
                                           .decks = DeckList{{head.decks[0], options.file}, {head.decks[1], options.file}},
                                           .rules = std::string(input.matchup.rules.name),
                                           .command_line = invocation.command_line},
                            .agents = head.agents,
                            .games = {},
                            .options = options.analysis};
  for (const RecordedGame& game : input.file.games) {
    std::string problem;
    findings.games.push_back(analyse_game(input.matchup, head.seed, game, options.analysis, problem));
    if (!problem.empty()) return failed_game(game, problem);
  }
  Presenting presenting = options.presenting;
  if (presenting.format == "text") presenting.format = "table";
  return presenting.show(analysis_document(findings));
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("replay");
  check(options, problems);
  if (problems.any()) return problems.print();
  const GameNumbers wanted = options.game >= 0 ? GameNumbers{options.game, options.game} : *game_numbers(options.games);
  const std::optional<RecordInput> input = read_record_input(options.file, wanted, 1, problems);
  if (problems.any()) return problems.print();
  if (!options.html.empty()) return write_page(options, *input, invocation);
  if (options.analyse) return analyse(options, *input, invocation);
  const RecordedGame& game = input->file.games.front();
  const std::string problem = options.presenting.format == "json" ? print_json(input->matchup, input->file, game)
                                                                  : write_game(std::cout, input->matchup, input->file, game);
  return problem.empty() ? kDone : failed_game(game, problem);
}

}  // namespace replay_command

void add_replay(Command program) {
  using namespace replay_command;
  Command command = program.add("replay", "Show a game that 'archon match --record' wrote");
  auto options = std::make_shared<Options>();
  command.option("FILE", options->file, "File of records").required();
  command.option("--game", options->game, "Number of the game; the first one of the file otherwise").hide_default();
  command.option("--games", options->games, "With --analyse: games FIRST-LAST together").hide_default();
  command
      .option("--html", options->html,
              "Write a page that shows the table at each decision; with --analyse what each of them lost")
      .hide_default();
  command.flag("--analyse", options->analyse, "What each decision lost, turn by turn, and what was luck");
  command.option("--worlds", options->analysis.worlds,
                 "Deals of the hidden cards in which all answers of a decision are tried");
  command.option("--judged", options->analysis.judged_worlds, "Other deals that compare the best of them with the one taken");
  command.option("--continuation", options->analysis.continuation, "Who plays on for both sides");
  options->presenting.add_to(
      command, "text",
      "the game, turn by turn; with --analyse the table; json without it: a line for each decision with its position");
  command.option("--seed", options->analysis.seed, "Fixes the deals of --analyse");
  command.option("-j,--threads", options->analysis.threads,
                 "Number of threads, 0 for one a core; the results do not depend on it");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
