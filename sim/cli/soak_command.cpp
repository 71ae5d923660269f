// archon soak: plays until something breaks, and says what was played.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "agents/agent_registry.h"
#include "engine/core/card_program.h"
#include "engine/make_matchup.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/deck_options.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/documents/soak_document.h"

namespace archon::cli {
namespace soak_command {

struct Options {
  DeckOptions decks;
  std::string save_decks, out;
  Presenting presenting;
  int64_t decisions = 1'000'000, games_per_deck = 0;
  std::string agent = "random";
  int chains_a = 0, chains_b = 0;
  bool strict = false, check = false;
  RunOptions run;
  LongRunOptions long_run;
  Command command;

  bool only_time() const { return command.given("--time") && !command.given("--decisions") && games_per_deck == 0; }
};

// So that each deck has that many games, one more when the number is odd. Two games a pair, more when there are too few pairs.
std::vector<DeckPair> pairs_for_games(size_t decks, int64_t games_per_deck) {
  if (decks == 1) return {{0, 0, games_per_deck}};
  const int64_t as_first = (games_per_deck + 1) / 2;  // games of a deck that are listed as its own
  std::vector<DeckPair> pairs = ring(decks, static_cast<size_t>(as_first / 2));
  const auto distances = static_cast<int64_t>(pairs.size() / decks);
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto distance = static_cast<int64_t>(i / decks);
    pairs[i].games = as_first * (distance + 1) / distances - as_first * distance / distances;
  }
  return pairs;
}

std::vector<DeckPair> choose_pairs(const Options& options, size_t decks) {
  if (options.games_per_deck > 0) return pairs_for_games(decks, options.games_per_deck);
  return options.decks.pairs(decks);
}

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  options.long_run.check(problems);
  problems.check(options.decisions >= 1, "--decisions: at least 1, not " + std::to_string(options.decisions));
  problems.check(options.games_per_deck >= 0, "--games-per-deck: at least 1, not " + std::to_string(options.games_per_deck));
  options.decks.check(problems);
  problems.check_output("--out", options.out);
  problems.check(options.save_decks.empty() || std::filesystem::is_directory(options.save_decks),
                 "--save-decks: there is no folder " + options.save_decks);
  problems.check_agent("--agent", options.agent);
  for (const auto& [option, chains] : {std::pair("--chains-a", options.chains_a), std::pair("--chains-b", options.chains_b)})
    problems.check(
        chains >= 0 && chains <= kMaxStartingChains,
        std::string(option) + ": from 0 to " + std::to_string(kMaxStartingChains) + " chains, not " + std::to_string(chains));
}

// The generated decks, into their folder; empty when all went well, else what went wrong.
std::string save_decks(const Options& options, std::vector<DeckFile>& decks) {
  std::string problem;
  const auto generated = std::min(decks.size(), static_cast<size_t>(options.decks.generate));
  for (size_t i = decks.size() - generated; i < decks.size() && !options.save_decks.empty() && problem.empty(); ++i) {
    decks[i].file = (std::filesystem::path(options.save_decks) / decks[i].file).string();
    problem = write_file(decks[i].file, write_deck(decks[i].deck));
  }
  return problem;
}

// What every game in the ledger shares.
nlohmann::json settings_of(const Options& options, const std::vector<DeckFile>& decks) {
  return {{"decks", decks_hash(decks)},
          {"generated", options.decks.generate},
          {"games_per_deck", options.games_per_deck},
          {"agent", full_spec(options.agent)},
          {"check", options.check},
          {"chains", {options.chains_a, options.chains_b}},
          {"rules", options.run.rules},
          {"seed", options.run.seed}};
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("soak");
  check(options, problems);
  if (problems.any()) return problems.print();
  SoakReport report;
  Provenance& provenance = report.provenance;
  provenance.decks = options.decks.find(options.run, problems);
  if (options.decks.generate == 0 && options.games_per_deck == 0) problems.check_every_pair(provenance.decks.size());
  check_known(provenance.decks, options.run.matchup_options().rules, problems);
  if (problems.any()) return problems.print();

  std::vector<Matchup> matchups;
  std::vector<DeckPair>& pairs = report.pairs;
  MatchupOptions matchup_options = options.run.matchup_options();
  matchup_options.starting_chains = {options.chains_a, options.chains_b};
  for (const DeckPair& pair : choose_pairs(options, provenance.decks.size())) {
    const MatchupResult made = make_matchup(provenance.decks[pair.a].deck, provenance.decks[pair.b].deck, matchup_options);
    matchups.push_back(made.matchup.value());
    pairs.push_back(pair);
  }
  provenance.seed = options.run.seed;
  provenance.agents = {options.agent};
  provenance.rules = options.run.rules;
  provenance.command_line = invocation.command_line;
  std::string problem = save_decks(options, provenance.decks);
  SoakSpec spec{
      .agent = options.agent, .decisions = options.decisions, .seed = options.run.seed, .games = {}, .check = options.check};
  if (options.games_per_deck > 0)
    for (const DeckPair& pair : pairs) spec.games.push_back(pair.games);
  if (options.only_time()) spec.decisions = std::numeric_limits<int64_t>::max();
  LongRun long_run("soak", options.long_run);
  if (const int code = long_run.open("soak", settings_of(options, provenance.decks)); code != kDone) return code;
  Outcome& outcome = report.outcome;
  outcome.unit = options.games_per_deck > 0 ? "games" : "decisions";
  const SoakResult& result = report.result = soak(matchups, spec, long_run.control(options.run.threads, outcome.unit));
  report.seconds = long_run.seconds();
  const Tally total = result.sum.total();
  outcome.played = options.games_per_deck > 0 ? total.games : result.sum.decisions;
  if (!options.only_time())
    outcome.asked = spec.games.empty() ? spec.decisions : std::accumulate(spec.games.begin(), spec.games.end(), int64_t{0});
  long_run.finish(result.end.complete, outcome);
  if (!result.end.error.empty()) return failed("soak", result.end.error);
  if (options.decks.generate > 0 || !options.out.empty()) {
    std::vector<int64_t> games;
    for (const SoakPair& pair : result.pairs) games.push_back(pair.games);
    report.cards = card_coverage(options.decks.set_code(), matchups, result.uses, games);
  }
  report.instructions = instruction_coverage(card_program());
  const present::Document document = soak_document(report);
  if (!options.out.empty() && problem.empty()) problem = options.presenting.save(options.out, document);
  if (const int code = options.presenting.show(document); code != kDone) return code;
  if (!problem.empty()) return failed("soak", problem);
  const bool wrong = total.faults + total.forfeits[0] + total.forfeits[1] > 0;
  return options.strict && wrong ? kFailed : outcome.code();
}

}  // namespace soak_command

void add_soak(Command program) {
  using namespace soak_command;
  Command command = program.add("soak", "Play all pairs of decks for a long time and count what goes wrong");
  auto options = std::make_shared<Options>();
  options->command = command;
  options->decks.add_to(command, "The set of --generate and --out, or all");
  command.option("--save-decks", options->save_decks, "Write the generated decks to files in this folder");
  command.option("--decisions", options->decisions, "Play until so many decisions were taken");
  command
      .option("--games-per-deck", options->games_per_deck,
              "Play so many games with each deck, against the decks that follow it, whatever --decisions says")
      .hide_default();
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  command.option("--agent", options->agent, "Who plays both sides");
  command.option("--chains-a", options->chains_a, "Chains that the first deck of each pair starts with, 0 to 24");
  command.option("--chains-b", options->chains_b, "Chains that the second deck of each pair starts with, 0 to 24");
  command.option("--out", options->out,
                 "File for how often each card of the set was played: NAME.json, NAME.md, NAME.html or CSV");
  options->presenting.add_to(command);
  command.flag("--check", options->check,
               "Check every decision: the state of the game, what players are shown, what no order may tell; much slower");
  command.flag("--strict", options->strict, "Exit with 1 when there was a fault or a forfeit");
  options->run.add_to(command);
  command.footer(
      "Deck files: every pair is played. With --generate: each deck plays the next four.\n"
      "A fault is a game that exceeded a bound of the program, or in which --check found something. The first of them, and of "
      "those that end undecided, are listed "
      "with seed and number:\n"
      "'archon match' with that seed plays the same games (of generated decks with the files of --save-decks).\n"
      "Checked builds also list how often each instruction of the card programs was carried out.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
