// archon values: what the cards and houses of a set are worth.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/deck/generate.h"
#include "engine/deck/known_sets.h"
#include "sim/cli/command.h"
#include "sim/cli/long_run.h"
#include "sim/cli/output.h"
#include "sim/cli/terminal_text.h"
#include "sim/cli/values_text.h"
#include "sim/play/coverage_decks.h"
#include "sim/play/missing.h"
#include "sim/values/value_ledger.h"

namespace archon::cli {
namespace {

struct Options {
  std::string set = "CotA", agent{kStandardAgent}, format = "table", out, ledger, from;
  int decks = 20'000;
  int64_t games = 100'000;
  bool strict = false;
  RunOptions run;
};

constexpr int kMaxDecks = 200'000;
constexpr int64_t kMaxGames = 100'000'000;

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  problems.check_agent("--agent", options.agent);
  problems.check(options.decks >= 2 && options.decks <= kMaxDecks,
                 "--decks: from 2 to " + thousands(kMaxDecks) + " decks, not " + std::to_string(options.decks));
  problems.check(options.games >= 1 && options.games <= kMaxGames,
                 "--games: from 1 to " + thousands(kMaxGames) + ", not " + std::to_string(options.games));
  problems.check_output("--out", options.out);
  problems.check(options.from.empty() || options.ledger.empty(), "--from: plays no games for --ledger");
  const RulesProfile rules = options.run.matchup_options().rules;
  if (options.set == kAllSets)
    return problems.check(knows_set(rules, card_sets().back().code),
                          "--set: rulebook " + std::string(rules.name) + " does not know all sets");
  const Expansion* set = find_set(options.set);
  problems.check(set != nullptr, "--set: there is no set '" + options.set + "' (CotA, AoA ..., or all)");
  if (set == nullptr || problems.any()) return;
  problems.check(generated_houses(set->code).size() >= kDeckHouses,
                 "--set: " + std::string(set->code) + " has fewer than three houses with enough cards");
  problems.check(knows_set(rules, set->code), "--set: rulebook " + std::string(rules.name) + " does not know " +
                                                  std::string(set->name) + " (--rules 18.4 does)");
}

// Plays the games, or reads them; the exit code when that did not work.
int find_games(const Options& options, ValueSpec& spec, ValueGames& games) {
  std::string error;
  if (!options.from.empty()) {
    std::optional<LedgerGames> read = read_value_games(options.from, options.run.threads, error);
    if (!read) {
      std::cerr << "archon values: --from: " << error << '\n';
      return kUsage;
    }
    spec = read->spec;
    games = std::move(read->games);
    return kDone;
  }
  std::vector<Deck> decks = value_decks(spec, options.run.threads);
  if (options.ledger.empty()) {
    games = play_value_games(spec, std::move(decks), options.run.threads, progress_line("games"));
  } else {
    const LedgerResult opened = Ledger::open(options.ledger, kValueLedger, value_settings(spec));
    error = opened.error;
    if (opened.ledger)
      games = play_ledger_games(spec, std::move(decks), *opened.ledger, options.run.threads, progress_line("games"), error);
    if (!error.empty()) {
      std::cerr << "archon values: " << error << '\n';
      return opened.ledger ? kFailed : ledger_code(opened);
    }
  }
  end_progress_line();
  return kDone;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("values");
  check(options, problems);
  if (problems.any()) return problems.print();
  ValueSpec spec{.set = std::string(options.set == kAllSets ? kAllSets : find_set(options.set)->code),
                 .decks = options.decks,
                 .games = options.games,
                 .agent = options.agent,
                 .seed = options.run.seed,
                 .rules = options.run.matchup_options().rules};
  const Stopwatch play_watch;
  ValueGames games;
  if (const int code = find_games(options, spec, games); code != kDone) return code;
  ValuesReport report{.set = spec.set, .decks = spec.decks};
  report.provenance.seed = spec.seed;
  report.provenance.agents = {spec.agent};
  report.provenance.rules = options.run.rules;
  report.provenance.command_line = invocation.command_line;
  report.play_seconds = play_watch.seconds();
  report.counts = games.counts;
  const Stopwatch fit_watch;
  report.values = estimate_values(games);
  report.fit_seconds = fit_watch.seconds();
  if (!options.out.empty()) {
    const std::string problem = write_file(options.out, [&](std::ostream& out) { write_values_csv(out, report); });
    if (!problem.empty()) {
      std::cerr << "archon values: " << problem << '\n';
      return kFailed;
    }
  }
  if (options.format == "json")
    print(values_json(report));
  else if (options.format == "csv")
    write_values_csv(std::cout, report);
  else
    write_values_table(std::cout, report);
  return options.strict && missing_games(report.counts).missing() ? kFailed : kDone;
}

}  // namespace

void add_values(Command program) {
  Command command =
      program.add("values", "What the cards and houses of a set are worth, by games between many generated decks");
  auto options = std::make_shared<Options>();
  command.option("--set", options->set, "The set of the decks; all: each set in turn (without effects of copies)");
  command.option("--decks", options->decks, "Number of decks; those of 'archon deck generate' with the same seed");
  command.option("-n,--games", options->games, "Number of games, between pairs drawn by lot");
  command.option("--agent", options->agent, "Who plays both sides");
  command.option("--out", options->out, "CSV file for the values of all cards, houses and combinations of houses");
  command.option("--ledger", options->ledger,
                 "File for the games; those that it has are not played again, and all of them count");
  command.option("--from", options->from,
                 "A ledger: estimate the values from its games, whoever played them, and play nothing");
  command.option("--format", options->format, "table, csv or json, on standard output").one_of({"table", "csv", "json"});
  command.flag("--strict", options->strict, "Exit with 1 when a game is undecided, a fault or forfeited");
  options->run.add_to(command);
  command.footer(
      "Win rates are those of the decks that have the card or house, in percent of the decided games; in house: less the mean\n"
      "of all cards of the house. Effects are points of win rate in an even match: of having a house instead of a mean one, "
      "of\n"
      "one more creature instead of another card, of one more copy instead of a mean card of the house, the other cards of "
      "both\n"
      "decks being equal (logistic regression; copies are pulled towards 0 as much as their noise asks for). Errors are\n"
      "standard errors. The table shows the best and the worst cards, --out and the other formats all.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
