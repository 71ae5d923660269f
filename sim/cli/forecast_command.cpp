// archon train forecast: fits the forecast of who wins to games between generated decks.
#include <memory>

#include "agents/agent_registry.h"
#include "engine/facts/facts.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/documents/train_document.h"
#include "sim/stats/number_text.h"
#include "sim/watch/coverage_decks.h"

namespace archon::cli {
namespace forecast_command {

struct Options {
  ForecastSpec spec;
  std::string out;
  Presenting presenting;
  RunOptions run;
  LongRunOptions long_run{.time = "", .ledger = "", .keeper = "", .command = {}};
};

std::string quality_text(const ModelQuality& q) {
  return "log-loss " + fixed(q.log_loss, 4) + ", Brier " + fixed(q.brier, 4) + ", AUC " + fixed(q.auc, 4);
}

// Of the file of weights.
std::vector<std::string> comments(const ForecastReport& report) {
  std::vector<std::string> lines = provenance_lines(report.provenance);
  lines.push_back("games " + thousands(report.training_games) + " for training, " + thousands(report.validation_games) +
                  " of other decks for validation, " + thousands(report.without_winner) + " without a winner");
  if (!report.outcome.unfinished.empty()) lines.push_back("UNFINISHED: " + report.outcome.unfinished);
  lines.push_back("validation: " + quality_text(report.validation.forecast));
  lines.push_back("by the deck lists alone: " + quality_text(report.validation.list) +
                  "; by the evaluation: " + quality_text(report.validation.evaluation));
  return lines;
}

void check(const Options& options, Problems& problems) {
  const ForecastSpec& spec = options.spec;
  options.run.check(problems);
  options.long_run.check(problems);
  problems.check_own_agent("--agent", spec.agent);
  problems.check(spec.decks >= 20 && spec.decks <= 100'000, "--decks: from 20 to 100,000, not " + std::to_string(spec.decks));
  problems.check(spec.games >= 100 && spec.games <= 1'000'000,
                 "--games: from 100 to 1,000,000, not " + std::to_string(spec.games));
  problems.check(spec.list_ridge >= 0 && spec.list_ridge <= 1e9, "--list-ridge: a number from 0 to 1e9");
  problems.check(spec.zone_ridge >= 0 && spec.zone_ridge <= 1e9, "--zone-ridge: a number from 0 to 1e9");
  problems.check_output("--out", options.out);
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("train forecast");
  check(options, problems);
  if (problems.any()) return problems.print();
  ForecastSpec spec = options.spec;
  spec.seed = options.run.seed;
  spec.rules = options.run.rules;
  ForecastReport report{.provenance = {.seed = spec.seed,
                                       .agents = {full_spec(spec.agent)},
                                       .decks = {},
                                       .rules = spec.rules,
                                       .command_line = invocation.command_line}};
  LongRun long_run("train forecast", options.long_run);
  const ForecastGames games = play_forecast_games(spec, long_run.control(options.run.threads, "games"));
  report.outcome = {.asked = spec.games, .played = games.played, .unfinished = {}};
  long_run.finish(games.played == spec.games, report.outcome);
  const Forecast forecast = fit_forecast(games.training, spec.list_ridge, spec.zone_ridge);
  report.training = quality_of(forecast, games.training);
  report.validation = quality_of(forecast, games.validation);
  report.training_games = std::ssize(games.training);
  report.validation_games = std::ssize(games.validation);
  report.without_winner = games.without_winner;
  if (const int code = options.presenting.show(forecast_document(report)); code != kDone) return code;
  if (options.out.empty()) return report.outcome.code();
  const std::string problem = write_file(options.out, forecast_text(forecast, comments(report)));
  if (!problem.empty()) return failed("train forecast", problem);
  problems.tell("to forecast by it: build the program with it as sim/forecast/forecast.txt");
  return report.outcome.code();
}

}  // namespace forecast_command

void add_train_forecast(Command train) {
  using namespace forecast_command;
  Command command = train.add("forecast", "Fit the forecast of who wins to games between generated decks");
  auto options = std::make_shared<Options>();
  command.option("--set", options->spec.set, "Set of the decks, or all");
  command.option("--decks", options->spec.decks, "Number of decks; every fifth is kept apart to judge the fit");
  command.option("-n,--games", options->spec.games, "Number of games");
  command.option("--agent", options->spec.agent, "Who plays both sides");
  command.option("--list-ridge", options->spec.list_ridge, "Pull of the weights of deck lists towards 0, in samples");
  command.option("--zone-ridge", options->spec.zone_ridge, "The same of the weights of cards where they are");
  command.option("--out", options->out, "File for the weights, as sim/forecast/forecast.txt");
  options->presenting.add_to(command);
  options->long_run.add_time(command);
  options->run.add_to(command);
  command.footer(
      "A logistic model of who wins, seen whenever a turn begins. Log-loss: 0.693 knows nothing; Brier: 0.25 knows nothing;\n"
      "AUC: 0.5 knows nothing. The games for validation are between decks that play no others.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
