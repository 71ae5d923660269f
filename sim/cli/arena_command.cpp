// archon arena: agents against agents.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/arena/arena.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/documents/arena_document.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace arena_command {

struct Options {
  std::vector<std::string> agents;
  DeckArguments decks;
  int64_t games = 1000, max_games = 10'000'000;
  std::vector<double> sprt;
  Presenting presenting;
  RunOptions run;
  LongRunOptions long_run;
  Command command;

  bool given(const std::string& option) const { return command.given(option); }
};

constexpr int64_t kMostGames = 100'000'000;

void check_games(const std::string& option, int64_t games, Problems& problems) {
  problems.check(games >= 2 && games <= kMostGames,
                 option + ": from 2 to " + thousands(kMostGames) + " games, not " + std::to_string(games));
}

void check_options(const Options& options, Problems& problems) {
  options.run.check(problems);
  options.long_run.check(problems);
  options.long_run.check_shard(options.given("--time") && !options.given("--games"), {"--sprt"}, problems);
  problems.check(options.agents.size() >= 2, "--agent: at least two agents are needed (name --agent twice or more)");
  for (const std::string& agent : options.agents) problems.check_agent("--agent", agent);
  check_games("--games", options.games, problems);
  check_games("--max-games", options.max_games, problems);
  problems.check(!options.given("--games") || !options.given("--sprt"),
                 "--games and --sprt: give one of them (--max-games limits a test)");
  problems.check(!options.given("--max-games") || options.given("--sprt"), "--max-games: only with --sprt; see --games");
  if (!options.given("--sprt")) return;
  problems.check(options.agents.size() <= 2,
                 "--sprt: a test is between two agents, not " + std::to_string(options.agents.size()));
  const bool good = options.sprt.size() == 2 && options.sprt[0] < options.sprt[1] && options.sprt[0] >= -kMaxNelo &&
                    options.sprt[1] <= kMaxNelo;
  problems.check(good, "--sprt: two differences in normalised Elo, the smaller one first, such as 0,10; at most " +
                           fixed(kMaxNelo, 0) + " from 0");
}

// More than two agents play a round robin: the same one twice would be the same games twice.
void check_agents_differ(const std::vector<std::string>& agents, Problems& problems) {
  for (size_t i = 1; agents.size() > 2 && i < agents.size(); ++i)
    if (std::find(agents.begin(), agents.begin() + static_cast<std::ptrdiff_t>(i), agents[i]) !=
        agents.begin() + static_cast<std::ptrdiff_t>(i))
      problems.add("--agent: " + agents[i] + " is named twice");
}

// Sorted by hash, so that pairs of decks do not depend on the order of the files.
DeckList read_arena_decks(const Options& options, Problems& problems) {
  DeckList decks = read_decks(options.decks, problems);
  std::ranges::stable_sort(decks, {}, [](const DeckFile& each) { return deck_hash(each.deck); });
  check_different(decks, problems);
  problems.check_every_pair(decks.size());
  if (!problems.any() && decks.size() < static_cast<size_t>(kMinArenaDecks))
    problems.add("--decks: at least " + std::to_string(kMinArenaDecks) +
                 " decks are needed, which are ten pairs of decks, not " + std::to_string(decks.size()));
  return decks;
}

// What every result in the ledger shares. The number of games and the agents may grow.
nlohmann::json settings_of(const Options& options, const std::vector<Deck>& decks) {
  nlohmann::json hashes = nlohmann::json::array();
  for (const Deck& deck : decks) hashes.push_back(hash_text(deck_hash(deck)));
  nlohmann::json settings = {{"decks", hashes},
                             {"rules", options.run.rules},
                             {"seed", options.run.seed},
                             {"batch_pairs", batch_pairs(static_cast<int>(decks.size()))}};
  options.run.time.add_to_settings(settings);
  return settings;
}

ArenaSpec spec_of(const Options& options, int decks) {
  ArenaSpec spec{.agents = {}, .seed = options.run.seed, .options = options.run.matchup_options(), .sprt = {}};
  for (const std::string& agent : options.agents) spec.agents.push_back(full_spec(agent));
  const int64_t batch = 2 * batch_pairs(decks);  // games
  if (options.given("--sprt")) {
    spec.sprt = Sprt{.nelo0 = options.sprt[0], .nelo1 = options.sprt[1]};
    spec.max_pairs = std::max<int64_t>(1, options.max_games / batch) * batch / 2;
  } else if (options.given("--time") && !options.given("--games")) {
    spec.max_pairs = kMostGames / batch * batch / 2;
  } else {
    spec.max_pairs = (options.games + batch - 1) / batch * batch / 2;
  }
  return spec;
}

// A test asks for no number of games, and so for those that it took.
Outcome outcome_of(const Options& options, const ArenaSpec& spec, const ArenaRun& run) {
  Outcome outcome{.played = run.games(), .unfinished = {}};
  if (options.given("--games") || !options.given("--time")) outcome.asked = 2 * spec.max_pairs * std::ssize(run.matches);
  if (options.given("--sprt")) outcome.asked = std::max<int64_t>(1, run.games());
  return outcome;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("arena");
  check_options(options, problems);
  Provenance provenance;
  provenance.seed = options.run.seed;
  provenance.rules = options.run.rules;
  provenance.time = options.run.time.limit();
  provenance.command_line = invocation.command_line;
  provenance.decks = read_arena_decks(options, problems);
  if (problems.any()) return problems.print();
  std::vector<Deck> decks;
  for (const DeckFile& each : provenance.decks) decks.push_back(each.deck);
  const ArenaSpec spec = spec_of(options, static_cast<int>(decks.size()));
  check_agents_differ(spec.agents, problems);
  provenance.agents = spec.agents;
  check_known(provenance.decks, spec.options.rules, problems);
  if (problems.any()) return problems.print();

  LongRun long_run("arena", options.long_run, invocation.words);
  if (const int code = long_run.open(kArenaLedger, settings_of(options, decks)); code != kDone) return code;
  const RunControl control = long_run.control(options.run.threads, "games");
  ArenaLive live(spec);
  const ArenaRun result = play_arena(decks, spec, control, [&](const ArenaRun& now) { live.show(now); });
  const double seconds = long_run.seconds();
  live.clear();
  const bool all = result.matches.front().record.pairs() >= spec.max_pairs;
  Outcome outcome = outcome_of(options, spec, result);
  long_run.finish(result.complete || (all && result.error.empty()), outcome);
  if (!result.error.empty()) return failed("arena", result.error);
  if (long_run.sharded()) return long_run.tell_shard(result.games(), result.played, outcome);
  const bool undecided = !result.complete && all;
  if (undecided) outcome.unfinished = "no decision after --max-games";
  const ArenaReport report{.spec = spec,
                           .run = result,
                           .ratings = rate_agents(result, static_cast<int>(spec.agents.size()), spec.seed),
                           .provenance = std::move(provenance),
                           .seconds = seconds,
                           .outcome = outcome};
  if (const int code = options.presenting.show(arena_document(report)); code != kDone) return code;
  if (undecided) return failed("arena", outcome.unfinished, kInconclusive);
  return outcome.code();
}

}  // namespace arena_command

void add_arena(Command program) {
  using namespace arena_command;
  Command command = program.add("arena", "Agents against agents, in pairs of games: who is stronger, and how sure is it");
  auto options = std::make_shared<Options>();
  options->command = command;
  command.option("--agent", options->agents, "An agent ('archon agents' lists them); two or more times").required();
  options->decks.add_to(command, "--decks", "At least five decks").required();
  command.option("-n,--games", options->games, "Games between each two agents; rounded up to whole batches");
  command.option("--sprt", options->sprt,
                 "Instead: until a test accepts the second difference in normalised Elo (0,10) or "
                 "rejects it for the first");
  command.option("--max-games", options->max_games, "At most so many games of a test; rounded down to whole batches");
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  options->long_run.add_shard(command);
  options->run.time.add_to(command);
  options->presenting.add_to(command);
  options->run.add_to(command);
  command.footer(
      "Both games of a pair have the same decks, shuffles and first player; the agents change seats. Elo of two agents is\n"
      "that against the other one; of more, the first one has 0. A game without a winner counts as half a win. Games are\n"
      "played and saved in batches in which all decks play equally often; only then a test is looked at. Ctrl-C or the end of\n"
      "--time ends a run between games; whole batches count. Exit codes: 0 done or decided, 2 bad input, 3 stopped or\n"
      "undecided, 4 the ledger has other settings.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
