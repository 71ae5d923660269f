// archon matrix: every deck against every other.
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
  MatrixOptions matrix;
  ReportOptions report;
};

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
    return options.matrix.result_code(report);
  }
  const int shown = options.matrix.show(document, few_games_text(report.summary));
  return shown == kDone ? options.matrix.result_code(report) : shown;
}

int derive(const Options& options, const Invocation& invocation) {
  const MatrixOptions& given = options.matrix;
  Problems problems("matrix");
  given.check_nothing_played(problems);
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

int play(const Options& options, const Invocation& invocation) {
  const MatrixOptions& given = options.matrix;
  Problems problems("matrix");
  given.run.check(problems);
  given.long_run.check(problems);
  problems.check_agent("--agent", given.agent);
  given.second.check(given.command, given.agent, problems);
  options.report.check(problems);
  const MatrixSpec spec = given.spec(invocation, problems);
  DeckList decks = read_decks(options.decks, problems);
  check_different(decks, problems);
  check_count(decks, 2, kAnyNumber, problems);
  if (!problems.any()) check_known(decks, spec.options.rules, problems);
  if (!problems.any() && !given.out.empty()) problems.make_folder("--out", given.out);
  if (problems.any()) return problems.print();

  sort_decks(decks);
  MatrixOptions::Played played = given.play(decks, spec, given.ledger_path(spec));
  if (!played.good) return played.code;
  if (!spec.shard.whole()) return given.tell_shard(spec, played);
  const int delivered = deliver(options, given.report(std::move(played), std::move(decks), invocation));
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
  command.flag("--strict", options->matrix.strict, "Exit with 1 when a game is undecided, a fault or forfeited");
  options->matrix.run.add_to(command);
  command.footer(
      "Decks are sorted by their mean win rates. In each round every deck plays once, so that an ended run has seen all about "
      "equally\n"
      "often. The win rate of a pair is what the games of all decks, and their ratings before any game, make likely, whether "
      "it\n"
      "has met or not; counted_win_rate (csv, json) is what its own games say.\n"
      "Ctrl-C ends the run between games; with --out the same command goes on from there. Exit codes: 0 done, 2 bad input,\n"
      "3 stopped before the goal was reached, 4 the ledger has other settings.");
  command.calls([options](const Invocation& invocation) {
    return options->matrix.from.empty() ? play(*options, invocation) : derive(*options, invocation);
  });
}

}  // namespace archon::cli
