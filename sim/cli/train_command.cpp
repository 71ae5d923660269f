// archon train: fits the evaluation to games.
#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "agents/agent_registry.h"
#include "agents/reading/model_file.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/documents/train_document.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace train_command {

struct Options {
  DeckArguments decks;
  int64_t games = 20000;
  std::string agent{kStandardAgent}, out;
  Presenting presenting;
  int validation = 20;  // percent of the deck pairs
  double ridge = 10;
  RunOptions run;
  LongRunOptions long_run;
  Command command;

  bool only_time() const { return command.given("--time") && !command.given("--games"); }
};

std::vector<std::string> comments(const EvaluationReport& report) {
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

// Spreads `percent` of a hundred evenly over the numbers.
bool for_validation(size_t pair, int percent) {
  return (pair + 1) * static_cast<size_t>(percent) / 100 > pair * static_cast<size_t>(percent) / 100;
}

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  options.long_run.check(problems);
  options.long_run.check_shard(options.only_time(), {"--out"}, problems);
  problems.check_own_agent("--agent", options.agent);
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

// The exit code where there are no samples to fit to.
std::optional<int> play(const Options& options, const Invocation& invocation, const std::vector<Matchup>& pairs,
                        EvaluationReport& report, TrainSamples& samples) {
  LongRun long_run("train", options.long_run, invocation.words);
  if (const int code = long_run.open("train evaluation", settings_of(options, report.provenance.decks)); code != kDone)
    return code;
  TrainSpec spec{.pairs = {}, .agent = options.agent, .seed = options.run.seed, .games = options.games};
  if (options.only_time()) spec.games = std::numeric_limits<int64_t>::max();
  for (const Matchup& pair : pairs) spec.pairs.push_back(&pair);
  samples = play_samples(spec, long_run.control(options.run.threads, "games"));
  report.outcome = {.asked = options.only_time() ? 0 : options.games, .played = samples.end.games, .unfinished = {}};
  long_run.finish(samples.end.complete, report.outcome);
  if (!samples.end.error.empty()) return failed("train", samples.end.error);
  if (long_run.sharded()) return long_run.tell_shard(samples.end.games, samples.end.played, report.outcome);
  return {};
}

void fit(const Options& options, const std::vector<Matchup>& pairs, TrainSamples samples, EvaluationReport& report) {
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
  report.before = quality_of(known_model(kFittedModel), validation);
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("train");
  check(options, problems);
  EvaluationReport report{.ridge = options.ridge,
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
  if (const std::optional<int> code = play(options, invocation, pairs, report, samples)) return *code;
  fit(options, pairs, std::move(samples), report);
  if (!options.out.empty()) {
    const std::string problem = write_file(options.out, model_text(report.fit.model, comments(report)));
    if (!problem.empty()) return failed("train", problem);
    problems.tell("to play by it: --agent " + standard_with("model", options.out));
  }
  const int code = options.presenting.show(evaluation_document(report));
  return code == kDone ? report.outcome.code() : code;
}

}  // namespace train_command

std::string standard_with(std::string_view parameter, const std::string& file) {
  const auto standard = std::ranges::find(presets(), kStandardAgent, &Preset::name);
  return std::string(standard->spec) + "," + std::string(parameter) + "=" + file;
}

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
  options->long_run.add_shard(command);
  command.option("--agent", options->agent, "Who plays both sides");
  command.option("--validation", options->validation, "Percentage of the pairs that is kept apart to judge the fit");
  command.option("--ridge", options->ridge, "Strength of the pull of all weights towards 0, in samples");
  command.option("--out", options->out, "File for the weights, as in agents/models");
  options->presenting.add_to(command);
  options->run.add_to(command);
  command.footer(
      "A logistic model of who wins, seen whenever a house is chosen. Log-loss: 0.693 knows nothing; Brier: 0.25 knows\n"
      "nothing; AUC: 0.5 knows nothing. Validation pairs share decks with training pairs, but no games.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
