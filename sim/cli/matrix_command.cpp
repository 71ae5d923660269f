// archon matrix: every deck against every other.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/cli/command.h"
#include "sim/cli/matrix_text.h"
#include "sim/cli/output.h"
#include "sim/cli/terminal_text.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/matrix/matrix_run.h"
#include "sim/matrix/matrix_summary.h"

namespace archon::cli {
namespace {

struct Options {
  std::vector<std::string> decks;
  int64_t games = 0;
  double precision = 0;  // points
  std::string time, shard;
  std::string agent{kStandardAgent}, format = "table", out, from, report;
  bool chains = false, strict = false;
  ChainGoal chain_goal;
  RunOptions run;
  Command command;

  bool given(const std::string& option) const { return command.given(option); }
};

constexpr int64_t kDefaultGames = 200;

// "90", "90s", "15m", "2h" in seconds; 0 when it is none of these.
double seconds_of(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number > 0) || number > 1e9) return 0;
  const std::string unit(end, text.data() + text.size());
  return unit.empty() || unit == "s" ? number : unit == "m" ? 60 * number : unit == "h" ? 3600 * number : 0;
}

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
  MatrixSpec spec{.agent = options.agent, .seed = options.run.seed, .options = {}};
  if (options.chains) spec.chains = options.chain_goal;
  spec.options = options.run.matchup_options();
  spec.goal = {.games = options.games, .precision = options.precision / 100};
  if (options.given("--games") && options.given("--precision")) problems.add("--games and --precision: give one of them");
  if (options.given("--games"))
    problems.check(options.games >= 1 && options.games <= 100'000'000,
                   "--games: from 1 to 100,000,000, not " + std::to_string(options.games));
  if (options.given("--precision"))
    problems.check(options.precision >= 0.1 && options.precision <= 50,
                   "--precision: from 0.1 to 50 points, not " + fixed(options.precision, 2));
  if (options.given("--time")) {
    spec.goal.seconds = seconds_of(options.time);
    problems.check(spec.goal.seconds > 0, "--time: a time such as 90s, 15m or 2h, not '" + options.time + "'");
    problems.check(!options.chains || options.given("--games") || options.given("--precision"),
                   "--chains: needs --games or --precision as well, because it follows when they are reached");
  }
  problems.check(options.chain_goal.width >= 0.1 && options.chain_goal.width <= 48,
                 "--chain-width: from 0.1 to 48 chains, not " + fixed(options.chain_goal.width, 2));
  problems.check(options.chain_goal.games >= 40 && options.chain_goal.games <= 1'000'000,
                 "--chain-games: from 40 to 1,000,000, not " + std::to_string(options.chain_goal.games));
  if (!options.given("--time") && !options.given("--games") && !options.given("--precision")) {
    spec.goal.games = kDefaultGames;
  }
  if (options.given("--shard")) {
    problems.check(read_shard(options.shard, spec), "--shard: the second of eight is 2/8, not '" + options.shard + "'");
    problems.check(options.report.empty(), "--report: a shard has no results of its own; 'archon matrix --from' has it");
    problems.check(!options.out.empty(), "--shard: needs --out DIR, where its ledger goes");
  }
  return spec;
}

nlohmann::json settings_of(const Options& options) {
  return {{"agent", full_spec(options.agent)},
          {"rules", options.run.rules},
          {"seed", options.run.seed},
          {"batch_games", kBatchGames}};
}

int failed(const std::string& error, int code = kFailed) {
  std::cerr << "archon matrix: " << visible_line(error) << '\n';
  return code;
}

// With --strict: a game that is missing is a failure, and said where no result is shown.
int strict_code(const Matrix& matrix) {
  const std::string missing = missing_text(matrix.missing());
  return missing.empty() ? kDone : failed("--strict: " + missing);
}

// Shows the results and writes them to the folder; the exit code.
int deliver(const Options& options, Provenance provenance, Matrix matrix) {
  MatrixReport report{std::move(matrix), {}, std::move(provenance)};
  report.summary = summarize(report.matrix);
  const std::filesystem::path folder = options.out;
  const std::pair<const char*, void (*)(std::ostream&, const MatrixReport&)> files[] = {
      {"matrix.csv", write_cells_csv}, {"decks.csv", write_decks_csv}, {"result.json", write_matrix_json}};
  for (const auto& [name, write] : files) {
    if (options.out.empty()) break;
    const auto write_report = [&, write = write](std::ostream& out) { write(out, report); };
    if (const std::string error = write_file(folder / name, write_report); !error.empty()) return failed(error);
  }
  if (!options.report.empty())
    if (const std::string error = write_file(options.report, matrix_page(report)); !error.empty()) return failed(error);
  const auto write = options.format == "json"  ? write_matrix_json
                     : options.format == "csv" ? write_cells_csv
                                               : write_matrix_table;
  write(std::cout, report);
  return options.strict ? strict_code(report.matrix) : kDone;
}

int derive(const Options& options, const Invocation& invocation) {
  Problems problems("matrix");
  for (const char* option : {"--games", "--precision", "--time", "--shard", "--agent", "--chains", "--chain-width",
                             "--chain-games", "--seed", "--rules"})
    problems.check(!options.given(option), std::string(option) + ": --from plays no games; what they were is in the ledger");
  problems.check_output("--report", options.report);
  const LedgerResult opened = Ledger::read(options.from, kMatrixLedger);
  if (!opened.ledger) problems.add("--from: " + opened.error);
  if (opened.ledger)
    for (const auto& [word, value] : opened.ledger->settings().items())
      problems.check(settings_of(options).contains(word), "--from: unknown setting `" + excerpt(word) + "` in " + options.from);
  Provenance provenance;
  if (!options.decks.empty())
    provenance.decks = read_decks(options.decks, problems);
  else if (opened.ledger) {
    std::vector<std::string> unreadable;
    provenance.decks = ledger_decks(*opened.ledger, unreadable);
    for (const std::string& problem : unreadable) problems.add(problem);
  }
  check_different(provenance.decks, problems);
  if (!problems.any()) problems.check(provenance.decks.size() >= 2, "at least two decks are needed");
  if (!problems.any() && !options.out.empty()) problems.make_folder("--out", options.out);
  if (problems.any()) return problems.print();

  sort_decks(provenance.decks);
  const nlohmann::json& settings = opened.ledger->settings();
  provenance.seed = settings.value("seed", uint64_t{0});
  provenance.agents = {settings.value("agent", std::string())};
  provenance.rules = settings.value("rules", std::string());
  provenance.command_line = invocation.command_line;
  std::vector<Deck> decks;
  for (const DeckFile& each : provenance.decks) decks.push_back(each.deck);
  Matrix matrix = empty_matrix(decks, provenance.seed);
  if (const std::string error = read_matrix(*opened.ledger, matrix); !error.empty()) return failed(options.from + ": " + error);
  fit_handicaps(matrix, options.run.threads);
  return deliver(options, std::move(provenance), std::move(matrix));
}

std::string ledger_path(const Options& options, const MatrixSpec& spec) {
  const std::string name = spec.shards == 1
                               ? "ledger.sqlite"
                               : "ledger-" + std::to_string(spec.shard + 1) + "-of-" + std::to_string(spec.shards) + ".sqlite";
  return std::filesystem::path(options.out) / name;
}

// What the run did not do, on stderr; the exit code.
int conclude(const MatrixRun& run, bool saved) {
  if (run.imprecise > 0) {
    std::cerr << "archon matrix: " << run.imprecise
              << " cells did not get as precise as asked: too many of their games are undecided\n";
    return kInconclusive;
  }
  if (run.wide_handicaps > 0)
    std::cerr << "archon matrix: " << run.wide_handicaps
              << " handicaps stay less certain than asked: all games of their search are played (--chain-games)\n";
  if (run.complete) return kDone;
  std::cerr << "archon matrix: stopped after " << thousands(run.played) << " games of this run, before the goal was reached"
            << (saved ? " (the same command goes on from there)" : "") << '\n';
  return kInconclusive;
}

int play(const Options& options, const Invocation& invocation) {
  Problems problems("matrix");
  options.run.check(problems);
  problems.check(options.decks.size() >= 2, "at least two decks are needed");
  problems.check_agent("--agent", options.agent);
  problems.check_output("--report", options.report);
  const MatrixSpec spec = read_spec(options, problems);
  Provenance provenance;
  provenance.decks = read_decks(options.decks, problems);
  check_different(provenance.decks, problems);
  if (!problems.any()) check_known(provenance.decks, spec.options.rules, problems);
  if (!problems.any() && !options.out.empty()) problems.make_folder("--out", options.out);
  if (problems.any()) return problems.print();

  catch_interrupts();
  LedgerResult opened;
  if (!options.out.empty()) {
    opened = Ledger::open(ledger_path(options, spec), kMatrixLedger, settings_of(options));
    if (!opened.ledger) return failed(opened.error, ledger_code(opened));
  }
  sort_decks(provenance.decks);
  provenance.seed = options.run.seed;
  provenance.agents = {options.agent};
  provenance.rules = options.run.rules;
  provenance.command_line = invocation.command_line;
  MatrixRun run =
      play_matrix(provenance.decks, spec, opened.ledger.get(), options.run.threads, progress_line("games"), interrupted);
  end_progress_line();
  if (!run.error.empty()) return failed(run.error);
  const int code = conclude(run, opened.ledger != nullptr);
  opened.ledger.reset();
  if (spec.shards > 1) {
    std::cout << thousands(run.played) << " games in " << ledger_path(options, spec) << '\n';
    const int strict = options.strict ? strict_code(run.matrix) : kDone;
    return strict == kDone ? code : strict;
  }
  const int delivered = deliver(options, std::move(provenance), std::move(run.matrix));
  return delivered == kDone ? code : delivered;
}

}  // namespace

void add_matrix(Command program) {
  Command command = program.add("matrix", "Every deck against every other: win rates, ratings, cycles, chains");
  auto options = std::make_shared<Options>();
  options->command = command;
  command.option("DECKS", options->decks, "Deck files, at least two; with --from all of the ledger unless named");
  command.option("-n,--games", options->games, "Games for each pair of decks (200, unless there is another goal)")
      .hide_default();
  command
      .option("--precision", options->precision,
              "Instead: until each pair's 95 % interval is at most so many points to either side")
      .hide_default();
  command.option("--time", options->time, "End after 90s, 15m, 2h ...; alone, or before the other goals are reached");
  command.option("--agent", options->agent, "Who plays both sides ('archon agents' lists them)");
  command.flag("--chains", options->chains, "Then search for the chains that make each pair even (see 'archon chains')");
  command.option("--chain-width", options->chain_goal.width, "Chains: how wide the 95 % interval may be in the end");
  command.option("--chain-games", options->chain_goal.games, "Chains: at most so many games more for a pair");
  command.option(
      "-o,--out", options->out,
      "Folder for ledger.sqlite, matrix.csv, decks.csv, result.json; games that its ledger has are not played again");
  command.option("--report", options->report, "HTML file to write: a page with heat map, ratings and chains");
  command.option("--from", options->from, "A ledger: derive everything from it again and play nothing");
  command.option("--shard", options->shard,
                 "2/8: play the second of eight parts, into DIR/ledger-2-of-8.sqlite; see 'archon merge'");
  command.option("--format", options->format, "table, csv or json, on standard output").one_of({"table", "csv", "json"});
  command.flag("--strict", options->strict, "Exit with 1 when a game is undecided, a fault or forfeited");
  options->run.add_to(command);
  command.footer(
      "Decks are sorted by their mean win rate against the others. Games are played and saved in batches of 50 a pair.\n"
      "Ctrl-C finishes and saves what is in hand; the same command goes on from there. Exit codes: 0 done, 2 bad input,\n"
      "3 stopped before the goal was reached, 4 the ledger has other settings.");
  command.calls([options](const Invocation& invocation) {
    return options->from.empty() ? play(*options, invocation) : derive(*options, invocation);
  });
}

}  // namespace archon::cli
