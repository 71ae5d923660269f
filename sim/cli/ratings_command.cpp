// archon train ratings: fits the model behind 'archon rate' and says how well it does on other decks.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "sim/cli/commands.h"
#include "sim/cli/rate_command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/documents/train_document.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/stats/number_text.h"
#include "sim/values/value_ledger.h"

namespace archon::cli {
namespace ratings_command {

struct Options {
  std::vector<std::string> ledgers, test;
  std::string out, model, known;
  bool rescale = false;
  Presenting presenting;
  HierarchicalSpec spec;
  RunOptions run;
};

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  problems.check(options.spec.steps >= 1 && options.spec.steps <= 1000,
                 "--steps: from 1 to 1,000, not " + std::to_string(options.spec.steps));
  problems.check(options.spec.samples >= 1 && options.spec.samples <= 1000,
                 "--samples: from 1 to 1,000, not " + std::to_string(options.spec.samples));
  problems.check(!options.ledgers.empty() || !options.test.empty() || options.rescale,
                 "no ledgers: name those to fit to, or --test some");
  problems.check(options.known.empty() || !options.ledgers.empty(), "--known: of a fit, and there are no ledgers to fit to");
  problems.check(!options.rescale || options.ledgers.empty(), "--rescale: a fit does so anyway");
  problems.check(options.ledgers.empty() || options.model.empty(), "--model: a fit begins with no model");
  problems.check_output("--out", options.out);
}

RatedGames read_ledger(const std::string& path, const Options& options, std::string& agent, Problems& problems) {
  std::string error;
  std::optional<LedgerGames> read = read_value_games(path, options.run.threads, error);
  if (!read) {
    problems.add(error);
    return {};
  }
  problems.check(agent.empty() || agent == read->spec.agent, path + ": games of another agent than those before it");
  agent = read->spec.agent;
  return {std::move(read->games.decks), std::move(read->games.games)};
}

// The games of a matrix without chains, as if each won by one had been played on its own.
RatedGames read_matrix_games(const std::string& path, const Ledger& ledger, Problems& problems) {
  std::vector<std::string> unreadable;
  RatedGames result;
  for (DeckFile& each : ledger_decks(ledger, unreadable)) result.decks.push_back(std::move(each.deck));
  Matrix matrix = empty_matrix(result.decks, ledger.settings().value("seed", uint64_t{0}));
  if (const std::string error = read_matrix(ledger, matrix); !error.empty()) unreadable.push_back(error);
  for (const std::string& each : unreadable) problems.add(path + ": " + each);
  for (const MatrixCell& cell : matrix.cells)
    for (const size_t first : {size_t{0}, size_t{1}}) {
      const Tally& tally = cell.result.by_first[first];
      const auto a = static_cast<uint32_t>(cell.a), b = static_cast<uint32_t>(cell.b);
      const PairedGame game = first == 0 ? PairedGame{a, b} : PairedGame{b, a};
      for (const bool won : {true, false})
        result.games.insert(result.games.end(), static_cast<size_t>(tally.wins[won ? first : 1 - first]),
                            {game.first, game.second, won});
    }
  return result;
}

RatedField read_field(const std::string& path, const Options& options, std::string& agent, Problems& problems) {
  RatedField field;
  if (const LedgerResult matrix = Ledger::read(path, kMatrixLedger); matrix.ledger) {
    field.name = std::string(kMatrixField);
    field.games = read_matrix_games(path, *matrix.ledger, problems);
  } else {
    field.games = read_ledger(path, options, agent, problems);
    const auto& decks = field.games.decks;
    const bool one_set = std::ranges::all_of(decks, [&](const Deck& deck) { return deck.set == decks.front().set; });
    field.name = decks.empty() ? "" : one_set ? decks.front().set : "all";
  }
  problems.check(field.games.decks.size() >= 3, path + ": fewer than three decks");
  return field;
}

std::vector<std::string> comments(const RatingsReport& report) {
  std::vector<std::string> lines = provenance_lines(report.provenance);
  lines.push_back("fitted to " + thousands(report.games) + " games between " + thousands(report.decks) + " generated decks");
  const auto add = [&](const std::string& name, const RatingAgreement& each) {
    lines.push_back(name + ": " + thousands(each.decks) + " decks with " + thousands(each.games) +
                    " games, variance explained " + percent(each.raw) + ", without the noise of simulated ratings " +
                    percent(each.corrected) + ", slope " + fixed(each.slope, 2) + ", 95 % intervals cover " +
                    percent(each.covered));
  };
  if (report.all.decks > 0) add("other generated decks", report.all);
  for (const RatedField& field : report.fields)
    if (field.name == kMatrixField) add("decks of a matrix", field.agreement);
  return lines;
}

void judge(RatingsReport& report) {
  std::vector<RatingAgreement> agreements;
  std::vector<RatedGames> games;
  for (RatedField& field : report.fields) {
    field.agreement = compare_ratings(report.fit.model, field.games);
    if (field.name == kMatrixField) continue;
    agreements.push_back(field.agreement);
    games.push_back(field.games);
  }
  if (agreements.empty()) return;
  report.all = pooled(agreements);
  report.deciles = rating_deciles(report.fit.model, games);
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("train ratings");
  check(options, problems);
  if (problems.any()) return problems.print();
  RatingsReport report;
  RatedGames games;
  for (const std::string& path : options.ledgers) append(games, read_ledger(path, options, report.agent, problems));
  for (const std::string& path : options.test) report.fields.push_back(read_field(path, options, report.agent, problems));
  if (options.ledgers.empty()) report.fit.model = built_in_ratings();
  std::vector<std::string> made;
  if (!options.model.empty()) report.fit.model = read_rating_model(options.model, made, problems).value_or(RatingModel{});
  std::optional<RatingModel> known;
  if (!options.known.empty()) known = read_rating_model(options.known, made, problems, "--known");
  if (problems.any()) return problems.print();
  if (!report.agent.empty()) report.provenance.agents = {report.agent};
  report.provenance.seed = options.run.seed;
  report.provenance.rules = options.run.rules;
  report.provenance.command_line = invocation.command_line;
  report.decks = std::ssize(games.decks);
  report.games = std::ssize(games.games);
  HierarchicalSpec spec = options.spec;
  spec.threads = options.run.threads;
  spec.seed = options.run.seed;
  if (!options.ledgers.empty()) report.fit = fit_ratings(games, spec, known ? &*known : nullptr);
  if (options.rescale) {
    pool_houses(report.fit.model);
    scale_pooled_sets(report.fit.model, spec.threads);
  }
  judge(report);
  if (!options.out.empty()) {
    if (options.ledgers.empty() && options.model.empty()) made = built_in_rating_comments();
    const std::string problem =
        write_file(options.out, rating_text(report.fit.model, options.ledgers.empty() ? made : comments(report)));
    if (!problem.empty()) return failed("train ratings", problem);
    problems.tell("to rate by it: " + shell_line({"rate", "DECKS", "--model", options.out}));
  }
  return options.presenting.show(ratings_document(report));
}

}  // namespace ratings_command

void add_train_ratings(Command train) {
  using namespace ratings_command;
  Command command = train.add("ratings", "Fit the values behind 'archon rate' to games between generated decks");
  auto options = std::make_shared<Options>();
  command.option("LEDGERS", options->ledgers,
                 "Games to fit to: ledgers of 'archon values'; without any a model is only judged");
  command.option("--test", options->test, "Games of other decks, to judge by: ledgers of 'archon values' or 'archon matrix'");
  command.option("--model", options->model, "The model to judge; without it the one that is part of the program");
  command.option("--known", options->known,
                 "Values that were fitted before, which stay: the fit adds those of sets and cards that they lack");
  command.flag("--rescale", options->rescale,
               "Make anew what pooled sets have, from other sets: values of houses, and the percentiles of their decks (a fit "
               "does so by "
               "itself)");
  command.option("--steps", options->spec.steps, "Steps of the fit");
  command.option("--samples", options->spec.samples, "Samples from the posterior distribution for the errors, times 8");
  command.option("--out", options->out, "File for the values, as sim/ratings/ratings.txt");
  options->presenting.add_to(command);
  options->run.add_to(command);
  command.footer(
      "spread: standard deviation of simulated ratings of the decks of a ledger in logits, without noise; noise: that of the\n"
      "ratings themselves. together: all but matrices. explained: share of the variance of simulated ratings that the model "
      "explains; corrected: of the\n"
      "variance without the noise. slope: 1 when rated differences are neither too large nor too small. covered: decks whose\n"
      "simulated rating lies in the 95 % interval.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
