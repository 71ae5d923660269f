// archon matrix: every deck against every other.
#include <charconv>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/cli/matrix_options.h"
#include "sim/cli/report_options.h"
#include "sim/command/output.h"
#include "sim/documents/matrix_document.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/matrix/matrix_run.h"
#include "sim/matrix/matrix_summary.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace matrix_command {

struct Options {
  DeckArguments decks;
  std::string shard;
  MatrixOptions matrix;
  ReportOptions report;
};

// "2/8": the second of eight. False when it is not that.
bool read_shard(const std::string& text, MatrixSpec& spec) {
  const char* const end = text.data() + text.size();
  int number = 0;
  const auto [slash, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || slash == end || *slash != '/') return false;
  const auto [stop, second_error] = std::from_chars(slash + 1, end, spec.shards);
  spec.shard = number - 1;
  return second_error == std::errc() && stop == end && number >= 1 && number <= spec.shards && spec.shards <= 100'000;
}

MatrixSpec read_spec(const Options& options, Problems& problems) {
  MatrixSpec spec = options.matrix.spec(problems);
  if (!options.matrix.given("--shard")) return spec;
  problems.check(read_shard(options.shard, spec), "--shard: the second of eight is 2/8, not '" + options.shard + "'");
  problems.check(options.report.page.file.empty(),
                 "--report: a shard has no results of its own; 'archon matrix --from' has it");
  problems.check(options.matrix.second.agent.empty(), "--second: a shard is a part of one agent's games");
  problems.check(!options.matrix.out.empty(), "--shard: needs --out DIR, where its ledger goes");
  return spec;
}

// Shows the results and writes them to the folder; the exit code.
int deliver(const Options& options, MatrixReport report) {
  report.sum_up();
  const present::Document document = matrix_document(report);
  const std::string error =
      options.matrix.write_files(document, {{"matrix.csv", "cells"}, {"decks.csv", "decks"}}, "result.json");
  if (!error.empty()) return options.matrix.failed(error);
  if (const std::string problem = options.report.write(report, options.matrix.run.threads); !problem.empty())
    return options.matrix.failed(problem);
  if (options.matrix.presenting.format == "html") {  // the report says more than a page of the tables would
    std::cout << options.report.html(report, options.matrix.run.threads);
    return options.matrix.result_code(report.matrix);
  }
  const int shown = options.matrix.show(document, few_games_text(report.summary));
  return shown == kDone ? options.matrix.result_code(report.matrix) : shown;
}

int derive(const Options& options, const Invocation& invocation) {
  const MatrixOptions& given = options.matrix;
  Problems problems("matrix");
  given.check_nothing_played(problems);
  problems.check(!given.given("--shard"), "--shard: --from plays no games; what they were is in the ledger");
  options.report.check(problems);
  MatrixSource source = given.source(problems);
  DeckList decks = read_decks(options.decks, problems, DeckWarnings::Count, source.decks);
  check_different(decks, problems);
  check_count(decks, 2, kAnyNumber, problems);
  if (!problems.any() && !given.out.empty()) problems.make_folder("--out", given.out);
  if (problems.any()) return problems.print();

  sort_decks(decks);
  std::optional<MatrixReport> report = given.read_report(source, source.provenance(std::move(decks), invocation), {});
  return report ? deliver(options, std::move(*report)) : kUsage;
}

std::string ledger_path(const Options& options, const MatrixSpec& spec) {
  if (options.matrix.out.empty()) return "";
  const std::string name = spec.shards == 1
                               ? "ledger.sqlite"
                               : "ledger-" + std::to_string(spec.shard + 1) + "-of-" + std::to_string(spec.shards) + ".sqlite";
  return std::filesystem::path(options.matrix.out) / name;
}

int play(const Options& options, const Invocation& invocation) {
  const MatrixOptions& given = options.matrix;
  Problems problems("matrix");
  given.run.check(problems);
  given.long_run.check(problems);
  problems.check_agent("--agent", given.agent);
  given.second.check(given.command, given.agent, problems);
  options.report.check(problems);
  const MatrixSpec spec = read_spec(options, problems);
  DeckList decks = read_decks(options.decks, problems);
  check_different(decks, problems);
  check_count(decks, 2, kAnyNumber, problems);
  if (!problems.any()) check_known(decks, spec.options.rules, problems);
  if (!problems.any() && !given.out.empty()) problems.make_folder("--out", given.out);
  if (problems.any()) return problems.print();

  sort_decks(decks);
  MatrixOptions::Played played = given.play(decks, spec, ledger_path(options, spec));
  if (!played.good) return played.code;
  int delivered;
  if (spec.shards > 1) {
    int64_t games = 0;
    for (const MatrixCell& cell : played.run.matrix.cells) games += cell.result.total().games + cell.chained_games();
    std::cout << thousands(games) << " games in " << ledger_path(options, spec) << ", " << thousands(played.run.played)
              << " of them played now\n";
    delivered = given.strict_code(played.run.matrix);
  } else {
    delivered = deliver(options, given.report(std::move(played), std::move(decks), invocation));
  }
  return delivered == kDone ? played.code : delivered;
}

}  // namespace matrix_command

void add_matrix(Command program) {
  using namespace matrix_command;
  Command command = program.add("matrix", "Every deck against every other: win rates, ratings, cycles, chains");
  auto options = std::make_shared<Options>();
  options->decks.add_to(command, "DECKS", "At least two decks; with --from all of the ledger unless named");
  options->matrix.add_to(
      command, "matrix",
      "Folder for ledger.sqlite, matrix.csv, decks.csv, result.json; games that its ledger has are not played again");
  options->report.add_to(command);
  command.option("--from", options->matrix.from, "A ledger: derive everything from it again and play nothing");
  command.option("--shard", options->shard,
                 "2/8: play the second of eight parts, into DIR/ledger-2-of-8.sqlite; see 'archon merge'");
  command.flag("--strict", options->matrix.strict, "Exit with 1 when a game is undecided, a fault or forfeited");
  options->matrix.run.add_to(command);
  command.footer(
      "Decks are sorted by their ratings. In each round every deck plays once, so that an ended run has seen all about "
      "equally\n"
      "often; against opponents it has not met, a deck's win rate is the one that the ratings predict.\n"
      "Ctrl-C ends the run between games; with --out the same command goes on from there. Exit codes: 0 done, 2 bad input,\n"
      "3 stopped before the goal was reached, 4 the ledger has other settings.");
  command.calls([options](const Invocation& invocation) {
    return options->matrix.from.empty() ? play(*options, invocation) : derive(*options, invocation);
  });
}

}  // namespace archon::cli
