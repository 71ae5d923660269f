// archon bench: how fast games are played, and one number that says whether they are still the same games.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "engine/cards/library.h"
#include "engine/engine.h"
#include "engine/lang/program_hash.h"
#include "engine/view/view.h"
#include "sim/cli/command.h"
#include "sim/cli/long_run.h"
#include "sim/cli/terminal_text.h"
#include "sim/watch/soak.h"

namespace archon::cli {
namespace {

struct Options {
  std::string decks = "sim/decks", agent;
  int64_t games = 0;
  bool signature = false;
  RunOptions run;
};

constexpr int kSignatureGames = 8, kAgentGames = 2;  // a pair

// The engine's signature is that of play which is fast and hardly ever changes; agents that are worked on have one of their
// own, so that a change of theirs is told from one of the rules. They search little, because it has to take seconds.
const std::vector<std::string> kEngineAgents = {"random", "greedy"};
const std::vector<std::string> kOtherAgents = {"heuristic", "lookahead", "beam:width=3,worlds=1", "mcts:iterations=10"};
constexpr int kBenchGames = 4000;

std::vector<std::string> deck_files(const std::string& folder, Problems& problems) {
  std::vector<std::string> files;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".deck") files.push_back(it->path().string());
  std::ranges::sort(files);
  problems.check(files.size() >= 2, "--decks: no two deck files (*.deck) in " + folder);
  return files;
}

// Each deck of the folder against the next one in the order of file names, the last one against the first.
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

void measure(const std::string& agent, const std::vector<Matchup>& matchups, const Options& options) {
  const int64_t games = options.games > 0 ? options.games : kBenchGames;
  const auto pairs = static_cast<int64_t>(matchups.size());
  std::vector<MatchSpec> specs;
  for (int64_t i = 0; i < pairs; ++i) {
    const int64_t share = games * (i + 1) / pairs - games * i / pairs;
    specs.push_back(
        {.matchup = &matchups[static_cast<size_t>(i)], .agents = {agent, agent}, .seed = options.run.seed, .games = share});
  }
  const Stopwatch watch;
  const std::vector<MatchResult> results = play_matches(specs, RunControl(options.run.threads, progress_line("games")));
  const double seconds = watch.seconds();
  end_progress_line();
  int64_t decisions = 0, turns = 0;
  for (const MatchResult& result : results) {
    decisions += result.decisions;
    turns += result.turns;
  }
  const auto rate = [&](int64_t number) { return thousands(static_cast<int64_t>(static_cast<double>(number) / seconds)); };
  std::cout << left(agent, 12) << right(thousands(games), 10) << right(fixed(seconds, 2), 10) << right(rate(games), 12)
            << right(rate(decisions), 14) << right(fixed(mean(decisions, games), 1), 16)
            << right(fixed(mean(turns, games), 1), 12) << '\n';
}

// Nanoseconds that one `work` takes, cycling over more states than the first-level cache holds, as a search would.
template <class Work>
double nanoseconds(const std::vector<State>& states, Work work) {
  constexpr int kRounds = 200000;
  const Stopwatch watch;
  for (int i = 0; i < kRounds; ++i) work(states[static_cast<size_t>(i) % states.size()]);
  return watch.seconds() * 1e9 / kRounds;
}

// What tree search pays for a node: copying a State, and dealing its hidden cards again.
void measure_state(const Matchup& matchup) {
  constexpr int kStates = 64;  // 256 KiB: beyond the first-level cache, within the second
  std::vector<State> states(kStates);
  SmallRng rng{1};
  for (int i = 0; i < kStates; ++i) {
    State& s = states[static_cast<size_t>(i)];
    new_game(matchup, s, {.seed = 1, .game = static_cast<uint64_t>(i)});
    for (int step = 0; step < 60 && !s.over(); ++step) {
      ActionList legal;
      legal_actions(matchup, s, legal);
      apply(matchup, s, legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))]);
    }
  }
  std::vector<State> copies = states;
  size_t next = 0;
  const double copy = nanoseconds(states, [&](const State& s) { copies[next++ % kStates] = s; });
  const double deal = nanoseconds(states, [&](const State& s) { copies[0] = View(matchup, s, 0).deal(rng); });
  std::cout << "State " << thousands(static_cast<int64_t>(sizeof(State))) << " bytes; copy " << fixed(copy, 0)
            << " ns; dealing the hidden cards again " << fixed(deal, 0) << " ns\n";
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("bench");
  options.run.check(problems);
  problems.check(options.games >= 0, "--games: at least 1, not " + std::to_string(options.games));
  if (!options.agent.empty()) problems.check_agent("--agent", options.agent);
  Provenance provenance;
  provenance.decks = read_decks(deck_files(options.decks, problems), problems);
  if (problems.any()) return problems.print();
  const std::vector<Matchup> matchups = make_ring(provenance.decks, options.run, problems);
  if (problems.any()) return problems.print();
  if (options.signature) {
    const int games = options.games > 0 ? static_cast<int>(options.games) : kSignatureGames;
    std::cout << "Signature: " << hash_text(signature(matchups, kEngineAgents, games, options.run.threads))
              << "\nAgents:    " << hash_text(signature(matchups, kOtherAgents, kAgentGames, options.run.threads))
              << "\nProgram:   " << hash_text(lang::program_hash(Library::instance().program())) << '\n';
    return kDone;
  }
  provenance.seed = options.run.seed;
  provenance.agents = {options.agent.empty() ? "random" : options.agent};
  provenance.rules = options.run.rules;
  provenance.command_line = invocation.command_line;
  std::cout << left("agent", 12) << right("games", 10) << right("seconds", 10) << right("games/s", 12)
            << right("decisions/s", 14) << right("decisions/game", 16) << right("turns/game", 12) << '\n';
  for (const char* agent : {"random", "greedy"})
    if (options.agent.empty()) measure(agent, matchups, options);
  if (options.agent.empty())
    provenance.agents.push_back("greedy");
  else
    measure(options.agent, matchups, options);
  measure_state(matchups.front());
  std::cout << '\n';
  for (const std::string& line : provenance_lines(provenance)) std::cout << line << '\n';
  return kDone;
}

}  // namespace

void add_bench(Command program) {
  Command command = program.add("bench", "How fast games are played; a signature of how they are played");
  auto options = std::make_shared<Options>();
  options->run.threads = 1;
  command.option("--decks", options->decks, "Folder of deck files; each plays the next one");
  command
      .option("-n,--games", options->games, "Games for each agent (default 4000); with --signature for each pair (default 8)")
      .hide_default();
  command.option("--agent", options->agent, "Only this agent; random and greedy otherwise");
  command.flag("--signature", options->signature,
               "Print one number over fixed games, one over those of the agents that look ahead, one over the cards: "
               "did they change?");
  options->run.add_to(command);
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
