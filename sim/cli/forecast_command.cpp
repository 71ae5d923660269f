// archon train forecast: fits the forecast of who wins to games between generated decks.
#include <iostream>
#include <memory>

#include "agents/agent_registry.h"
#include "engine/facts/facts.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/forecast/forecast_fit.h"
#include "sim/present/terminal_text.h"
#include "sim/watch/coverage_decks.h"

namespace archon::cli {
namespace forecast_command {

struct Options {
  ForecastSpec spec;
  std::string out;
  RunOptions run;
  LongRunOptions long_run{.time = "", .ledger = "", .keeper = "", .command = {}};
};

std::string quality_text(const ModelQuality& q) {
  return "log-loss " + fixed(q.log_loss, 4) + ", Brier " + fixed(q.brier, 4) + ", AUC " + fixed(q.auc, 4);
}

void print_quality(const std::string& label, const ModelQuality& quality) {
  std::cout << left(label, 26) << right(thousands(quality.samples), 10) << right(fixed(quality.log_loss, 4), 10)
            << right(fixed(quality.brier, 4), 10) << right(fixed(quality.auc, 4), 10) << '\n';
}

void print(const ForecastQuality& training, const ForecastQuality& validation) {
  std::cout << left("", 26) << right("samples", 10) << right("log-loss", 10) << right("Brier", 10) << right("AUC", 10) << '\n';
  print_quality("training", training.forecast);
  print_quality("validation", validation.forecast);
  print_quality("  by the deck lists alone", validation.list);
  print_quality("  by the evaluation", validation.evaluation);
  std::cout << "\nCalibration on the games for validation, by tenths of the samples\n\n"
            << right("samples", 10) << right("predicted", 12) << right("won", 10) << '\n';
  for (const CalibrationBin& bin : validation.forecast.deciles)
    std::cout << right(thousands(bin.samples), 10) << right(percent(bin.predicted), 12) << right(percent(bin.won), 10) << '\n';
  std::cout << '\n';
}

void check(const Options& options, Problems& problems) {
  const ForecastSpec& spec = options.spec;
  options.run.check(problems);
  options.long_run.check(problems);
  problems.check_agent("--agent", spec.agent);
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
  const Provenance provenance{.seed = spec.seed,
                              .agents = {full_spec(spec.agent)},
                              .decks = {},
                              .rules = spec.rules,
                              .command_line = invocation.command_line};
  LongRun long_run("train forecast", options.long_run);
  const ForecastGames games = play_forecast_games(spec, long_run.control(options.run.threads, "games"));
  Outcome outcome{.asked = spec.games, .played = games.played, .unfinished = {}};
  long_run.finish(games.played == spec.games, outcome);
  std::cout << outcome.header();
  const Forecast forecast = fit_forecast(games.training, spec.list_ridge, spec.zone_ridge);
  const ForecastQuality training = quality_of(forecast, games.training), validation = quality_of(forecast, games.validation);
  print(training, validation);
  std::vector<std::string> lines = provenance_lines(provenance);
  lines.push_back("games " + thousands(std::ssize(games.training)) + " for training, " +
                  thousands(std::ssize(games.validation)) + " of other decks for validation, " +
                  thousands(games.without_winner) + " without a winner");
  for (const std::string& line : lines) std::cout << line << '\n';
  if (!outcome.unfinished.empty()) lines.push_back("UNFINISHED: " + outcome.unfinished);
  if (options.out.empty()) return outcome.code();
  lines.push_back("validation: " + quality_text(validation.forecast));
  lines.push_back("by the deck lists alone: " + quality_text(validation.list) +
                  "; by the evaluation: " + quality_text(validation.evaluation));
  const std::string problem = write_file(options.out, forecast_text(forecast, lines));
  if (!problem.empty()) std::cerr << "archon train forecast: " << problem << '\n';
  return problem.empty() ? outcome.code() : kFailed;
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
  options->long_run.add_time(command);
  options->run.add_to(command);
  command.footer(
      "A logistic model of who wins, seen whenever a turn begins. Log-loss: 0.693 knows nothing; Brier: 0.25 knows nothing;\n"
      "AUC: 0.5 knows nothing. The games for validation are between decks that play no others.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
