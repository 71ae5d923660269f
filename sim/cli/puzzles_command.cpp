// archon puzzles: positions of recorded games in which exactly one line reaches a goal in the turn.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "agents/agent_registry.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/command/record_input.h"
#include "sim/documents/puzzles_document.h"
#include "sim/pages/puzzle_page.h"
#include "sim/puzzles/puzzle_file.h"
#include "sim/report/document_page.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace puzzles_command {

struct Options {
  std::vector<std::string> records, goals;
  std::string out;
  int64_t count = 50;
  PuzzleOptions search;
  Presenting presenting;
  LongRunOptions long_run{.time = "", .ledger = "", .keeper = "", .command = {}};
};

std::vector<std::string> goal_words() {
  std::vector<std::string> words;
  for (const GoalKind kind : kGoals) words.emplace_back(goal_word(kind));
  return words;
}

void check(const Options& options, Problems& problems) {
  const PuzzleOptions& search = options.search;
  options.long_run.check(problems);
  problems.check(options.count >= 1 && options.count <= 10'000,
                 "--count: from 1 to 10,000, not " + std::to_string(options.count));
  problems.check(search.least >= 1 && search.least <= 100, "--least: from 1 to 100, not " + std::to_string(search.least));
  problems.check(search.limit >= 100 && search.limit <= 10'000'000,
                 "--limit: from 100 to 10,000,000, not " + std::to_string(search.limit));
  problems.check(search.attempts >= 0 && search.attempts <= 100'000,
                 "--attempts: from 0 to 100,000, not " + std::to_string(search.attempts));
  problems.check_threads(options.search.threads);
}

std::vector<PuzzleSource> read_sources(const Options& options, Problems& problems) {
  std::vector<PuzzleSource> sources;
  for (const std::string& path : options.records)
    if (std::optional<RecordInput> input = read_record_input(path, {}, SIZE_MAX, problems))
      sources.push_back({std::move(input->file), input->matchup});
  return sources;
}

std::string hard_text(const Puzzle& puzzle, int attempts) {
  if (attempts == 0) return "";
  std::string text;
  for (size_t i = 0; i < kSolvers.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::string(kSolvers[i]) + " " + thousands(puzzle.solved[i]);
  return "Reached in " + thousands(attempts) + " attempts of agents who play to win the game: " + text + ".";
}

// The files of a puzzle; what went wrong, or nothing.
std::string write_puzzle(const Options& options, const PuzzlesReport& report, size_t number) {
  const Puzzle& puzzle = report.puzzles[number];
  const std::string of = of_game(report, puzzle), base = (std::filesystem::path(options.out) / puzzle_name(number)).string();
  if (std::string problem = write_file(base + ".json", json_text(puzzle_json(puzzle, of)) + "\n"); !problem.empty())
    return problem;
  return write_file(base + ".html", puzzle_page(puzzle,
                                                {.title = "Puzzle " + std::to_string(number + 1),
                                                 .of = of,
                                                 .decks = report.decks[puzzle.record],
                                                 .hard = hard_text(puzzle, report.options.attempts)},
                                                report.provenance));
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("puzzles");
  check(options, problems);
  const std::vector<PuzzleSource> sources = read_sources(options, problems);
  if (!problems.any()) problems.make_folder("--out", options.out);
  if (problems.any()) return problems.print();
  PuzzlesReport report{.provenance = {.seed = options.search.seed,
                                      .agents = {kSolvers.begin(), kSolvers.end()},
                                      .decks = {},
                                      .rules = std::string(sources.front().matchup.rules.name),
                                      .command_line = invocation.command_line},
                       .files = options.records,
                       .options = options.search};
  PuzzleOptions& search = report.options;
  if (!options.goals.empty()) search.goals.clear();
  for (const std::string& word : options.goals) search.goals.push_back(*goal_from_word(word));
  for (size_t i = 0; i < sources.size(); ++i) {
    const std::array<Deck, 2>& decks = sources[i].file.head.decks;
    report.decks.push_back({decks[0].name, decks[1].name});
    for (const Deck& deck : decks) report.provenance.decks.push_back({deck, options.records[i]});
  }
  LongRun long_run("puzzles", options.long_run);
  report.found = find_puzzles(sources, search, long_run.control(search.threads, "games"));
  report.outcome = {.asked = games_of(sources), .played = report.found.games, .unfinished = {}};
  long_run.finish(report.found.games == report.outcome.asked, report.outcome);
  report.puzzles = std::move(report.found.puzzles);
  report.all = std::ssize(report.puzzles);
  std::ranges::sort(report.puzzles, harder);
  if (report.all > options.count) report.puzzles.resize(static_cast<size_t>(options.count));
  for (size_t i = 0; i < report.puzzles.size(); ++i)
    if (const std::string problem = write_puzzle(options, report, i); !problem.empty()) return failed("puzzles", problem);
  const present::Document document = puzzles_document(report);
  const std::string index = (std::filesystem::path(options.out) / "index.html").string();
  if (const std::string problem = write_file(index, document_page_html(document)); !problem.empty())
    return failed("puzzles", problem);
  if (const int code = options.presenting.show(document); code != kDone) return code;
  return report.found.problems.empty() ? report.outcome.code() : kFailed;
}

}  // namespace puzzles_command

void add_puzzles(Command program) {
  using namespace puzzles_command;
  Command command = program.add("puzzles", "Positions of recorded games in which one line reaches a goal this turn");
  auto options = std::make_shared<Options>();
  command.option("RECORDS", options->records, "Files of games that 'archon match --record' wrote").required();
  command.option("--out", options->out, "Folder for the puzzles: a position and a page of each, and index.html").required();
  command.option("--count", options->count, "Write so many of the puzzles that are found, the hardest");
  command
      .option(
          "--goal", options->goals,
          "Only this goal: win (the game), forge (a key), check (aember for the last key at the end of the turn), stop (the "
          "opponent's last key); may be given again")
      .one_of(goal_words());
  command.option("--least", options->search.least, "Decisions of a solution, at least");
  command.option("--limit", options->search.limit, "Give a turn up that has more different positions");
  command.option("--attempts", options->search.attempts, "Turns that the agents fast and standard play from each puzzle");
  options->long_run.add_time(command);
  options->presenting.add_to(command);
  command.option("--seed", options->search.seed, "Fixes the deals of hidden cards and the attempts");
  command.option("-j,--threads", options->search.threads,
                 "Number of threads, 0 for one a core; the results do not depend on it");
  command.footer(
      "Each turn is searched from the choice of its house, and from later decisions of its main step, by every sequence of\n"
      "legal actions. A puzzle has one set of decisions that reaches the goal, whatever is drawn and whatever the opponent\n"
      "chooses; in which order, and what is done besides, does not count. It is the same set in other deals of the cards that\n"
      "the player can't see. 'archon advise' and 'archon position' read the positions.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
