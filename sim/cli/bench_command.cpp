// archon bench: how fast games are played, and one number that says whether they are still the same games.
#include <algorithm>
#include <ctime>
#include <iostream>
#include <memory>
#include <utility>

#include "engine/core/card_program.h"
#include "engine/core/program_hash.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/documents/bench_document.h"
#include "sim/watch/soak.h"

namespace archon::cli {
namespace bench_command {

struct Options {
  std::string decks = "builtin:CotA", agent;
  int64_t games = 0;
  int repetitions = 5;
  bool signature = false;
  Presenting presenting;
  RunOptions run;
};

// Those that are measured when none is named, with as many games as take about half a second.
constexpr std::pair<std::string_view, int64_t> kMeasured[] = {
    {"random", 4000}, {"greedy", 4000}, {"fast", 2000}, {"standard", 400}};
constexpr int64_t kOtherGames = 28;  // one a pair: a search takes seconds for it

int64_t default_games(std::string_view agent) {
  const auto* found = std::ranges::find(kMeasured, agent, &std::pair<std::string_view, int64_t>::first);
  return found == std::end(kMeasured) ? kOtherGames : found->second;
}

// Each deck against the next one, the last one against the first.
std::vector<Matchup> make_ring(const std::vector<DeckFile>& decks, const RunOptions& run, Problems& problems) {
  check_known(decks, run.matchup_options().rules, problems);
  if (problems.any()) return {};
  std::vector<Matchup> matchups;
  for (size_t i = 0; i < decks.size(); ++i) {
    const MatchupResult made = make_matchup(decks[i].deck, decks[(i + 1) % decks.size()].deck, run.matchup_options());
    matchups.push_back(made.matchup.value());
  }
  return matchups;
}

// Of the whole process: work that others give the machine does not count, though it slows memory and shared cores.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::vector<MatchSpec> shared_games(const std::string& agent, int64_t games, const std::vector<Matchup>& matchups,
                                    uint64_t seed) {
  const auto pairs = static_cast<int64_t>(matchups.size());
  std::vector<MatchSpec> specs;
  for (int64_t i = 0; i < pairs; ++i) {
    const int64_t share = games * (i + 1) / pairs - games * i / pairs;
    specs.push_back({.matchup = &matchups[static_cast<size_t>(i)], .agents = {agent, agent}, .seed = seed, .games = share});
  }
  return specs;
}

// Plays the same games again and again: what differs is the measurement.
AgentSpeed measure(const std::string& agent, const std::vector<Matchup>& matchups, const Options& options) {
  const int64_t games = options.games > 0 ? options.games : default_games(agent);
  const std::vector<MatchSpec> specs = shared_games(agent, games, matchups, options.run.seed);
  AgentSpeed speed{.agent = agent, .games = games, .seconds = {}};
  const Stopwatch watch;
  for (int i = 0; i < options.repetitions; ++i) {
    const double start = processor_seconds();
    const std::vector<MatchResult> results = play_matches(specs, RunControl(options.run.threads, progress_line("games")));
    speed.seconds.push_back(std::max(processor_seconds() - start, 1e-6));
    speed.decisions = speed.turns = 0;
    for (const MatchResult& result : results) {
      speed.decisions += result.decisions;
      speed.turns += result.turns;
    }
  }
  speed.by_the_clock = static_cast<double>(games * options.repetitions) / watch.seconds();
  end_progress_line();
  std::ranges::sort(speed.seconds);
  return speed;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("bench");
  options.run.check(problems);
  problems.check(options.games >= 0, "--games: at least 1, not " + std::to_string(options.games));
  problems.check(options.repetitions >= 1 && options.repetitions <= 1000,
                 "--repetitions: from 1 to 1,000, not " + std::to_string(options.repetitions));
  if (!options.agent.empty()) problems.check_own_agent("--agent", options.agent);
  Provenance provenance;
  provenance.decks = read_decks({options.decks}, problems);
  check_count(provenance.decks, 2, kAnyNumber, problems);
  if (problems.any()) return problems.print();
  const std::vector<Matchup> matchups = make_ring(provenance.decks, options.run, problems);
  if (problems.any()) return problems.print();
  if (options.signature) {
    SignatureGames games = engine_games();
    if (options.games > 0) games.games = static_cast<int>(options.games);
    std::cout << "Signature: " << hash_text(signature(matchups, games, options.run.threads))
              << "\nAgents:    " << hash_text(signature(matchups, agent_games(), options.run.threads))
              << "\nProgram:   " << hash_text(program_hash(card_program())) << '\n';
    return kDone;
  }
  provenance.seed = options.run.seed;
  if (!options.agent.empty()) provenance.agents = {options.agent};
  if (options.agent.empty())
    for (const auto& [agent, games] : kMeasured) provenance.agents.emplace_back(agent);
  provenance.rules = options.run.rules;
  provenance.command_line = invocation.command_line;
  std::vector<AgentSpeed> speeds;
  for (const std::string& agent : provenance.agents) speeds.push_back(measure(agent, matchups, options));
  present::Document document = bench_document(speeds, options.repetitions);
  document.provenance = std::move(provenance);
  return options.presenting.show(document);
}

}  // namespace bench_command

void add_bench(Command program) {
  using namespace bench_command;
  Command command = program.add("bench", "How fast games are played; a signature of how they are played");
  auto options = std::make_shared<Options>();
  options->run.threads = 1;
  command.option("--decks", options->decks, "Decks; each plays the next one");
  command
      .option("-n,--games", options->games,
              "Games of a repetition (default: about half a second's); with --signature for each pair (default 8)")
      .hide_default();
  command.option("--repetitions", options->repetitions,
                 "How often they are played: median, lowest and highest speed are shown");
  command.option("--agent", options->agent, "Only this agent; random, greedy, fast and standard otherwise");
  command.flag("--signature", options->signature,
               "Print one number over fixed games, one over those of the agents that look ahead, one over the cards: "
               "did they change?");
  options->presenting.add_to(command);
  options->run.add_to(command);
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
