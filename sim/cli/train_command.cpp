// archon train: fits the evaluation to games.
#include <iostream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "agents/reading/model_file.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/present/terminal_text.h"
#include "sim/train/train.h"

namespace archon::cli {
namespace train_command {

struct Options {
  DeckArguments decks;
  int64_t games = 20000;
  std::string agent{kStandardAgent}, out, format = "table";
  int validation = 20;  // percent of the deck pairs
  double ridge = 10;
  RunOptions run;
  LongRunOptions long_run;
  Command command;

  bool only_time() const { return command.given("--time") && !command.given("--games"); }
};

struct Report {
  const Options& options;
  Provenance provenance;
  ModelFit fit{};
  int64_t without_winner = 0;  // games
  Outcome outcome{};
  int training_pairs = 0, validation_pairs = 0;
  ModelQuality training{}, validation{}, before{};  // before: of the model in use, on the validation pairs
};

std::vector<std::string> comments(const Report& report) {
  const auto loss = [](const ModelQuality& q) {
    return "log-loss " + fixed(q.log_loss, 4) + ", Brier " + fixed(q.brier, 4) + ", AUC " + fixed(q.auc, 4) + ", " +
           thousands(q.samples) + " samples";
  };
  std::vector<std::string> lines = provenance_lines(report.provenance);
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("deck"); });
  lines.push_back("games " + thousands(report.outcome.played) + " (" + thousands(report.without_winner) +
                  " without a winner), deck pairs " + std::to_string(report.training_pairs) + " for training, " +
                  std::to_string(report.validation_pairs) + " for validation");
  if (!report.outcome.unfinished.empty()) lines.push_back("UNFINISHED: " + report.outcome.unfinished);
  lines.push_back("training: " + loss(report.training));
  lines.push_back("validation: " + loss(report.validation));
  return lines;
}

nlohmann::ordered_json quality_json(const ModelQuality& quality) {
  nlohmann::ordered_json json = {
      {"samples", quality.samples}, {"log_loss", quality.log_loss}, {"brier", quality.brier}, {"auc", quality.auc}};
  json["deciles"] = nlohmann::ordered_json::array();
  for (const CalibrationBin& bin : quality.deciles)
    json["deciles"].push_back({{"samples", bin.samples}, {"predicted", bin.predicted}, {"won", bin.won}});
  return json;
}

void print_json(const Report& report) {
  nlohmann::ordered_json json;
  report.outcome.add_to(json);
  json["games"] = report.outcome.played;
  json["games_without_winner"] = report.without_winner;
  json["training_pairs"] = report.training_pairs;
  json["validation_pairs"] = report.validation_pairs;
  json["ridge"] = report.options.ridge;
  json["iterations"] = report.fit.iterations;
  json["converged"] = report.fit.converged;
  json["training"] = quality_json(report.training);
  json["validation"] = quality_json(report.validation);
  json["validation_before"] = quality_json(report.before);
  json["weights"] = nlohmann::ordered_json::array();
  for (int f = 0; f < kFeatures; ++f) {
    json["weights"].push_back({{"feature", feature_name(f)},
                               {"weight", report.fit.model.weights[static_cast<size_t>(f)]},
                               {"standard_error", report.fit.errors[static_cast<size_t>(f)]}});
  }
  json["provenance"] = provenance_json(report.provenance);
  print(json);
}

void print_quality(const std::string& label, const ModelQuality& quality) {
  std::cout << left(label, 26) << right(thousands(quality.samples), 10) << right(fixed(quality.log_loss, 4), 10)
            << right(fixed(quality.brier, 4), 10) << right(fixed(quality.auc, 4), 10) << '\n';
}

void print_table(const Report& report) {
  std::cout << report.outcome.header();
  std::cout << left("", 26) << right("samples", 10) << right("log-loss", 10) << right("Brier", 10) << right("AUC", 10) << '\n';
  print_quality("training, " + std::to_string(report.training_pairs) + " pairs", report.training);
  print_quality("validation, " + std::to_string(report.validation_pairs) + " pairs", report.validation);
  print_quality("  the model in use", report.before);
  std::cout << "\nCalibration on the validation pairs, by tenths of the samples\n\n"
            << right("samples", 10) << right("predicted", 12) << right("won", 10) << '\n';
  for (const CalibrationBin& bin : report.validation.deciles)
    std::cout << right(thousands(bin.samples), 10) << right(percent(bin.predicted), 12) << right(percent(bin.won), 10) << '\n';
  std::cout << '\n'
            << left("feature", 16) << right("own", 9) << right("error", 8) << right("enemy", 9) << right("error", 8) << '\n';
  const auto cell = [&](int f) {
    const auto i = static_cast<size_t>(f);
    return right(fixed(report.fit.model.weights[i], 3), 9) + right(fixed(report.fit.errors[i], 3), 8);
  };
  std::cout << left("Intercept", 16) << cell(0) << '\n';
  for (int f = 1; f <= kSideFeatures; ++f)
    std::cout << left(feature_name(f).substr(4), 16) << cell(f) << cell(f + kSideFeatures) << '\n';
  std::cout << "\ngames " << thousands(report.outcome.played) << ", without a winner " << thousands(report.without_winner)
            << "\n\n";
  if (!report.fit.converged) std::cout << "the fit did not converge\n";
  for (const std::string& line : provenance_lines(report.provenance)) std::cout << line << '\n';
}

// Spreads `percent` of a hundred evenly over the numbers.
bool for_validation(size_t pair, int percent) {
  return (pair + 1) * static_cast<size_t>(percent) / 100 > pair * static_cast<size_t>(percent) / 100;
}

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  options.long_run.check(problems);
  problems.check_agent("--agent", options.agent);
  problems.check(options.games > 0 && options.games <= 1'000'000'000,
                 "--games: from 1 to 1,000,000,000, not " + std::to_string(options.games));
  problems.check(options.validation >= 1 && options.validation <= 90,
                 "--validation: from 1 to 90 percent, not " + std::to_string(options.validation));
  problems.check(options.ridge >= 0 && options.ridge <= 1e9, "--ridge: a number from 0 to 1e9");
  problems.check_output("--out", options.out);
}

// What every game in the ledger shares.
nlohmann::json settings_of(const Options& options, const std::vector<DeckFile>& decks) {
  return {{"decks", decks_hash(decks)},
          {"agent", full_spec(options.agent)},
          {"rules", options.run.rules},
          {"seed", options.run.seed}};
}

// An exit code, kDone when there are samples to fit to.
int play(const std::vector<Matchup>& pairs, Report& report, TrainSamples& samples) {
  const Options& options = report.options;
  LongRun long_run("train", options.long_run);
  if (const int code = long_run.open("train evaluation", settings_of(options, report.provenance.decks)); code != kDone)
    return code;
  TrainSpec spec{.pairs = {}, .agent = options.agent, .seed = options.run.seed, .games = options.games};
  if (options.only_time()) spec.games = std::numeric_limits<int64_t>::max();
  for (const Matchup& pair : pairs) spec.pairs.push_back(&pair);
  samples = play_samples(spec, long_run.control(options.run.threads, "games"));
  report.outcome = {.asked = options.only_time() ? 0 : options.games, .played = samples.end.games, .unfinished = {}};
  long_run.finish(samples.end.complete, report.outcome);
  return samples.end.error.empty() ? kDone : failed("train", samples.end.error);
}

void fit(const std::vector<Matchup>& pairs, TrainSamples samples, Report& report) {
  const Options& options = report.options;
  report.without_winner = samples.without_winner;
  std::vector<Sample> training, validation;
  for (size_t pair = 0; pair < pairs.size(); ++pair) {
    const bool validates = for_validation(pair, options.validation);
    std::vector<Sample>& to = validates ? validation : training;
    to.insert(to.end(), samples.pairs[pair].begin(), samples.pairs[pair].end());
    ++(validates ? report.validation_pairs : report.training_pairs);
    samples.pairs[pair] = {};
  }
  report.fit = fit_model(training, options.ridge);
  report.training = quality_of(report.fit.model, training);
  report.validation = quality_of(report.fit.model, validation);
  report.before = quality_of(built_in_model(kFittedModel), validation);
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("train");
  check(options, problems);
  Report report{.options = options,
                .provenance = {.seed = options.run.seed,
                               .agents = {full_spec(options.agent)},
                               .decks = read_decks(options.decks, problems),
                               .rules = options.run.rules,
                               .command_line = invocation.command_line}};
  check_count(report.provenance.decks, 4, kAnyNumber, problems);  // their pairs are split for training and validation
  problems.check_every_pair(report.provenance.decks.size());
  check_known(report.provenance.decks, options.run.matchup_options().rules, problems);
  if (problems.any()) return problems.print();
  const std::vector<Matchup> pairs = every_pair(report.provenance.decks, options.run.matchup_options());
  TrainSamples samples;
  if (const int code = play(pairs, report, samples); code != kDone) return code;
  fit(pairs, std::move(samples), report);
  if (!options.out.empty()) {
    const std::string problem = write_file(options.out, model_text(report.fit.model, comments(report)));
    if (!problem.empty()) return failed("train", problem);
  }
  options.format == "json" ? print_json(report) : print_table(report);
  return report.outcome.code();
}

}  // namespace train_command

void add_train(Command program) {
  using namespace train_command;
  Command train = program.add("train", "Fit what agents know to games");
  add_train_labels(train);
  add_train_policy(train);
  add_train_forecast(train);
  add_train_ratings(train);
  Command command = train.add("evaluation", "Fit the evaluation of positions to games");
  auto options = std::make_shared<Options>();
  options->command = command;
  options->decks.add_to(command, "DECKS", "At least 4 decks, of which every pair plays").required();
  command.option("-n,--games", options->games, "Number of games, spread over the pairs");
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  command.option("--agent", options->agent, "Who plays both sides");
  command.option("--validation", options->validation, "Percentage of the pairs that is kept apart to judge the fit");
  command.option("--ridge", options->ridge, "Strength of the pull of all weights towards 0, in samples");
  command.option("--out", options->out, "File for the weights, as in agents/models");
  add_format(command, options->format);
  options->run.add_to(command);
  command.footer(
      "A logistic model of who wins, seen whenever a house is chosen. Log-loss: 0.693 knows nothing; Brier: 0.25 knows\n"
      "nothing; AUC: 0.5 knows nothing. Validation pairs share decks with training pairs, but no games.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
