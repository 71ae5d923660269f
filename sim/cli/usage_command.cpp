// archon usage: what every card does in the hands of an agent.
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/deck_options.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/documents/usage_document.h"

namespace archon::cli {
namespace usage_command {

struct Options {
  DeckOptions decks;
  std::string agent{kStandardAgent}, out;
  Presenting presenting;
  int64_t games = 1000;
  int worst = 20;
  RunOptions run;
  LongRunOptions long_run;
  Command command;

  bool only_time() const { return command.given("--time") && !command.given("--games"); }
};

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  options.long_run.check(problems);
  options.long_run.check_shard(options.only_time(), {"--out"}, problems);
  options.decks.check(problems);
  problems.check_agent("--agent", options.agent);
  problems.check(options.games >= 1 && options.games <= 1'000'000'000,
                 "--games: from 1 to 1,000,000,000, not " + std::to_string(options.games));
  problems.check(options.worst >= 0, "--worst: at least 0, not " + std::to_string(options.worst));
  problems.check_output("--out", options.out);
}

UsageResult play(const Options& options, const std::vector<DeckFile>& decks, const RunControl& control) {
  std::vector<Matchup> matchups;
  for (const DeckPair& pair : options.decks.pairs(decks.size()))
    matchups.push_back(make_matchup(decks[pair.a].deck, decks[pair.b].deck, options.run.matchup_options()).matchup.value());
  UsageSpec spec{.pairs = {}, .agent = options.agent, .seed = options.run.seed, .games = options.games};
  if (options.only_time()) spec.games = std::numeric_limits<int64_t>::max();
  for (const Matchup& matchup : matchups) spec.pairs.push_back(&matchup);
  return play_usage(spec, control);
}

// What every game in the ledger shares.
nlohmann::json settings_of(const Options& options, const std::vector<DeckFile>& decks) {
  return {{"decks", decks_hash(decks)},
          {"generated", options.decks.generate},
          {"agent", full_spec(options.agent)},
          {"rules", options.run.rules},
          {"seed", options.run.seed}};
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("usage");
  check(options, problems);
  if (problems.any()) return problems.print();
  UsageReport report{.provenance = {.seed = options.run.seed,
                                    .agents = {full_spec(options.agent)},
                                    .decks = options.decks.find(options.run, problems),
                                    .rules = options.run.rules,
                                    .command_line = invocation.command_line},
                     .result = {},
                     .worst = options.worst};
  if (options.decks.generate == 0) problems.check_every_pair(report.provenance.decks.size());
  check_known(report.provenance.decks, options.run.matchup_options().rules, problems);
  if (problems.any()) return problems.print();
  const std::vector<DeckFile>& decks = report.provenance.decks;
  LongRun long_run("usage", options.long_run, invocation.words);
  if (const int code = long_run.open("usage", settings_of(options, decks)); code != kDone) return code;
  report.result = play(options, decks, long_run.control(options.run.threads, "games"));
  const SeriesEnd& end = report.result.end;
  report.outcome = {.asked = options.only_time() ? 0 : options.games, .played = end.games, .unfinished = {}};
  long_run.finish(end.complete, report.outcome);
  if (!end.error.empty()) return failed("usage", end.error);
  if (long_run.sharded()) return long_run.tell_shard(end.games, end.played, report.outcome);
  const present::Document document = usage_document(report);
  if (const int code = options.presenting.show(document); code != kDone) return code;
  const std::string problem = options.out.empty() ? "" : options.presenting.save(options.out, document);
  return problem.empty() ? report.outcome.code() : failed("usage", problem);
}

}  // namespace usage_command

void add_usage(Command program) {
  using namespace usage_command;
  Command command = program.add("usage", "What every card does in the hands of an agent, so that its faults show");
  auto options = std::make_shared<Options>();
  options->command = command;
  options->decks.add_to(command, "The set of --generate, or all");
  command.option("-n,--games", options->games, "Number of games, spread over the pairs");
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  options->long_run.add_shard(command);
  command.option("--agent", options->agent, "Who plays both sides");
  command.option("--worst", options->worst, "How many cards to list first for each fault");
  command.option("--out", options->out, "File for the counts of all cards: NAME.json, NAME.md, NAME.html or CSV");
  options->presenting.add_to(command);
  options->run.add_to(command);
  command.footer(
      "Deck files: every pair is played. With --generate: each deck plays the next four.\n"
      "  archon usage sim/decks/*.deck --games 2000\n"
      "  archon usage --generate 60 --set all --games 6000 --agent heuristic --out cards.csv\n"
      "A card that is held was not played in a turn in which it could have been. A play without effect changed nothing but "
      "the\n"
      "card itself and the aember of its bonus icons; cards with other icons, and plays that end the main step, are not "
      "judged.\n"
      "Each of --worst was seen in at least 20 turns, plays or uses, and has its fault in more than 30 % of them.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
