// archon turns: what an agent loses in whole turns beside a stronger one.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "agents/agent_registry.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/deck_options.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/documents/turns_document.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace turns_command {

struct Options {
  DeckOptions decks;
  std::string agent{kStandardAgent}, against = "strong", positions;
  TurnsSpec spec;
  Presenting presenting;
  RunOptions run;
  LongRunOptions long_run;
};

void check_range(const std::string& option, int64_t value, int64_t least, int64_t most, Problems& problems) {
  problems.check(value >= least && value <= most,
                 option + ": from " + std::to_string(least) + " to " + thousands(most) + ", not " + std::to_string(value));
}

void check(const Options& options, Problems& problems) {
  const TurnsSpec& spec = options.spec;
  options.run.check(problems);
  options.long_run.check(problems);
  options.long_run.check_shard(false, {"--positions"}, problems);
  options.decks.check(problems);
  problems.check_own_agent("--agent", options.agent);
  problems.check_own_agent("--against", options.against);
  problems.check_own_agent("--continuation", spec.continuation);
  check_range("--games", spec.games, 1, 10'000'000, problems);
  check_range("--every", spec.every, 1, 1000, problems);
  check_range("--deals", spec.deals, 2, 10'000, problems);
  check_range("--worst", spec.worst, 0, 1000, problems);
  problems.check(spec.turns == -1 || (spec.turns >= 1 && spec.turns <= 100),
                 "--turns: from 1 to 100, or -1, not " + std::to_string(spec.turns));
}

TurnsSpec spec_of(const Options& options, const DeckList& decks) {
  TurnsSpec spec = options.spec;
  spec.seed = options.run.seed;
  spec.options = options.run.matchup_options();
  for (const DeckFile& each : decks) spec.decks.push_back(each.deck);
  for (const DeckPair& pair : options.decks.pairs(decks.size())) spec.pairs.emplace_back(pair.a, pair.b);
  const auto agent = [](const std::string& name) { return TurnAgent{name, [name] { return make_agent(name).agent; }}; };
  spec.agents = {agent(options.agent), agent(options.against)};
  return spec;
}

// What every game in the ledger shares.
nlohmann::json settings_of(const Options& options, const DeckList& decks) {
  const TurnsSpec& spec = options.spec;
  return {{"decks", decks_hash(decks)},
          {"generated", options.decks.generate},
          {"agents", {full_spec(options.agent), full_spec(options.against), full_spec(spec.continuation)}},
          {"deals", spec.deals},
          {"turns", spec.turns},
          {"every", spec.every},
          {"worst", spec.worst},
          {"rules", options.run.rules},
          {"seed", options.run.seed}};
}

// What went wrong, or nothing.
std::string write_positions(const std::string& folder, const TurnsReport& turns) {
  for (size_t i = 0; i < turns.worst.size(); ++i) {
    const std::string path = (std::filesystem::path(folder) / turn_file(i)).string();
    const auto position = nlohmann::ordered_json::parse(turns.worst[i].position, nullptr, false);
    if (std::string problem = write_file(path, json_text(position) + "\n"); !problem.empty()) return problem;
  }
  return "";
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("turns");
  check(options, problems);
  DeckList decks = options.decks.find(options.run, problems);
  if (options.decks.generate == 0) problems.check_every_pair(decks.size());
  check_known(decks, options.run.matchup_options().rules, problems);
  if (!problems.any() && !options.positions.empty()) problems.make_folder("--positions", options.positions);
  if (problems.any()) return problems.print();
  const TurnsSpec spec = spec_of(options, decks);
  LongRun long_run("turns", options.long_run, invocation.words);
  if (const int code = long_run.open("turns", settings_of(options, decks)); code != kDone) return code;
  TurnsReport turns = measure_turns(spec, long_run.control(options.run.threads, "games"));
  TurnsFindings report{.spec = spec,
                       .provenance = {.seed = options.run.seed,
                                      .agents = {options.agent, options.against},
                                      .decks = std::move(decks),
                                      .rules = options.run.rules,
                                      .command_line = invocation.command_line},
                       .turns = std::move(turns)};
  const SeriesEnd& end = report.turns.end;
  report.outcome = {.asked = spec.games, .played = end.games, .unfinished = {}};
  long_run.finish(end.complete, report.outcome);
  if (!end.error.empty()) return failed("turns", end.error);
  if (!report.turns.problem.empty()) return failed("turns", report.turns.problem);
  if (long_run.sharded()) return long_run.tell_shard(end.games, end.played, report.outcome);
  if (!options.positions.empty())
    if (const std::string problem = write_positions(options.positions, report.turns); !problem.empty())
      return failed("turns", problem);
  if (const int code = options.presenting.show(turns_document(report)); code != kDone) return code;
  return report.outcome.code();
}

}  // namespace turns_command

void add_turns(Command program) {
  using namespace turns_command;
  Command command = program.add("turns", "What an agent loses in whole turns beside a stronger one, by what differs");
  auto options = std::make_shared<Options>();
  TurnsSpec& spec = options->spec;
  options->decks.add_to(command, "The set of --generate, or all");
  command.option("--agent", options->agent, "Who is judged, and plays both sides of the games");
  command.option("--against", options->against, "Who plays the same turns");
  command.option("-n,--games", spec.games, "Number of games, each between two decks by lot");
  command.option("--every", spec.every, "Compare one turn of so many of each game");
  command.option("--deals", spec.deals, "Deals of the hidden cards in which both ends are played on");
  command.option("--continuation", spec.continuation, "Who plays on for both sides");
  command.option("--turns", spec.turns, "Turns played on after the own one; -1: to the end of the game");
  command.option("--worst", spec.worst, "Also tell so many turns that lost most");
  command.option("--positions", options->positions, "Folder for these turns as positions").hide_default();
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  options->long_run.add_shard(command);
  options->presenting.add_to(command);
  options->run.add_to(command);
  command.footer(
      "Both agents play the same turn from the same position, with the same luck and as fresh objects that know what the\n"
      "player knows; both ends are played on in the same deals of what the player can't see. Lost: how much less often the\n"
      "player wins with the turn of --agent. What differs is the first that applies of: another house; other cards played or\n"
      "discarded; other cards reaped, fought with or used; targets, flanks and options; the order alone. Intervals are 95 %,\n"
      "by games. 'archon advise' and 'archon position' read the positions.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
