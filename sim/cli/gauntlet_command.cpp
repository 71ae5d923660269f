// archon gauntlet: my decks against each deck of a field.
#include <memory>
#include <optional>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/cli/matrix_options.h"
#include "sim/command/output.h"
#include "sim/documents/gauntlet_document.h"
#include "sim/matrix/gauntlet.h"

namespace archon::cli {
namespace gauntlet_command {

struct Options {
  SideArguments sides;
  MatrixOptions matrix;
};

// Shows the results and writes them to the folder; the exit code.
int deliver(const Options& options, MatrixReport report) {
  report.sum_up();
  const present::Document document = gauntlet_document(report);
  const std::string error =
      options.matrix.write_files(document, {{"gauntlet.csv", "matchups"}, {"gauntlet-decks.csv", "decks"}}, "gauntlet.json");
  if (!error.empty()) return options.matrix.failed(error);
  const int shown = options.matrix.show(document, few_games_text(report.summary));
  return shown == kDone ? options.matrix.result_code(report) : shown;
}

// My decks and the field, each deck named once in its list; the folder is made when all is well.
Gauntlet read_gauntlet(const Options& options, const std::vector<DeckFile>& of_ledger, Problems& problems) {
  const auto [mine, field] = options.sides.read(problems, of_ledger);
  check_different(mine, problems);
  check_different(field, problems);
  if (problems.any()) return {};
  problems.check(of_ledger.empty() || !options.sides.decks.empty() || !options.sides.mine.empty(),
                 "which decks of the ledger are mine? name them, or --mine NAME");
  problems.check(!mine.empty(), "no decks: name your decks, and those of the field after --field");
  problems.check(!field.empty(), "no field: name the decks to play against after --field, or yours among all with --mine");
  Gauntlet gauntlet = arrange_gauntlet(mine, field);
  for (const DeckList* part : {&mine, &field}) gauntlet.decks.add_notes(*part);
  problems.check(mine.empty() || field.empty() || gauntlet.decks.size() > 1, "the field is my deck itself");
  if (!problems.any() && !options.matrix.out.empty()) problems.make_folder("--out", options.matrix.out);
  return gauntlet;
}

int derive(const Options& options, const Invocation& invocation) {
  Problems problems("gauntlet");
  options.matrix.presenting.check(problems);
  options.matrix.check_nothing_played(problems);
  MatrixSource source = options.matrix.source(problems);
  Gauntlet gauntlet = read_gauntlet(options, source.decks, problems);
  if (problems.any()) return problems.print();
  Provenance provenance = source.provenance(std::move(gauntlet.decks), invocation);
  std::optional<MatrixReport> report = options.matrix.read_report(source, std::move(provenance), gauntlet.pairs);
  return report ? deliver(options, std::move(*report)) : kUsage;
}

int play(const Options& options, const Invocation& invocation) {
  const MatrixOptions& given = options.matrix;
  Problems problems("gauntlet");
  options.matrix.presenting.check(problems);
  given.run.check(problems);
  given.long_run.check(problems);
  problems.check_agent("--agent", given.agent);
  given.second.check(given.command, given.agent, problems);
  MatrixSpec spec = given.spec(invocation, problems);
  Gauntlet gauntlet = read_gauntlet(options, {}, problems);
  if (!problems.any()) check_known(gauntlet.decks, spec.options.rules, problems);
  if (problems.any()) return problems.print();

  spec.pairs = gauntlet.pairs;
  MatrixOptions::Played played = given.play(gauntlet.decks, spec, given.ledger_path(spec));
  if (!played.good) return played.code;
  if (!spec.shard.whole()) return given.tell_shard(spec, played);
  const int delivered = deliver(options, given.report(std::move(played), std::move(gauntlet.decks), invocation));
  return delivered == kDone ? played.code : delivered;
}

}  // namespace gauntlet_command

void add_gauntlet(Command program) {
  using namespace gauntlet_command;
  Command command =
      program.add("gauntlet", "My decks against each deck of a field: win rates, ratings, best and worst match-ups");
  auto options = std::make_shared<Options>();
  options->sides.add_to(command, "My decks; with --from names of decks of the ledger will do",
                        "The decks to play against; with --from the others of the ledger unless named");
  options->matrix.add_to(command, "gauntlet",
                         "Folder for ledger.sqlite, gauntlet.csv, gauntlet-decks.csv, gauntlet.json; games that its ledger has "
                         "are not played again");
  options->matrix.presenting.add_page("heat map of my decks and the field, and all tables");
  command.option("--from", options->matrix.from, "A ledger, of a matrix too: derive everything from it and play nothing");
  command.flag("--strict", options->matrix.strict, "Exit with 1 when a game is undecided, a fault or forfeited");
  options->matrix.run.add_to(command);
  command.footer(
      "The decks of the field do not play each other. A pair plays the games that it plays in 'archon matrix', and the two\n"
      "share their ledgers: name the folder of a matrix with --out, and only what is missing is played.\n"
      "Ctrl-C ends the run between games; with --out the same command goes on from there. Exit codes: 0 done, 2 bad input,\n"
      "3 stopped before the goal was reached, 4 the ledger has other settings.\n\n"
      "  archon gauntlet mine.deck --field decks/*.deck --games 400 --out run\n"
      "  archon gauntlet a.deck b.deck --field decks/*.deck --precision 5 --format csv");
  command.calls([options](const Invocation& invocation) {
    return options->matrix.from.empty() ? play(*options, invocation) : derive(*options, invocation);
  });
}

}  // namespace archon::cli
