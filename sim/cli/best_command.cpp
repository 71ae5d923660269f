// archon best: which of many decks wins most, without playing all against all.
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "agents/agent_registry.h"
#include "engine/core/random.h"
#include "sim/cli/commands.h"
#include "sim/command/deck_input.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/documents/best_document.h"
#include "sim/matrix/gauntlet.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/play/missing.h"
#include "sim/race/rated_racer.h"

namespace archon::cli {
namespace best_command {

constexpr int64_t kGames = 20000;    // unless told otherwise
constexpr size_t kMostDecks = 1000;  // with --time alone every pair is held
constexpr double kDoubt = 2;         // standard errors of ratings are taken so many times: the best may be far from its rating
constexpr uint64_t kFieldStream = 1u << 22;

struct Options {
  DeckArguments decks;
  std::vector<std::string> field;
  std::string agent{kStandardAgent};
  int64_t games = 0;
  int finalists = 10;
  RunOptions run;
  Presenting presenting;
  LongRunOptions long_run;

  RaceSpec race_spec() const {
    const int64_t otherwise = long_run.seconds() > 0 ? 0 : kGames;
    return {.agent = agent,
            .seed = run.seed,
            .games = games > 0 ? games : otherwise,
            .finalists = static_cast<size_t>(finalists),
            .options = run.matchup_options(),
            .narrow = kLastOfRace};
  }

  nlohmann::json settings() const {  // what every game of a ledger shares
    nlohmann::json settings = {{"agent", full_spec(agent)}, {"rules", run.rules}, {"seed", run.seed}};
    run.time.add_to_settings(settings);
    return settings;
  }
};

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  options.long_run.check(problems);
  options.presenting.check(problems);
  problems.check_agent("--agent", options.agent);
  problems.check(options.games >= 0, "--games: at least 0");
  options.long_run.check_race_shard(options.games, {"--report"}, problems);
  problems.check(options.finalists >= 1 && options.finalists <= static_cast<int>(kMostDecks),
                 "--finalists: from 1 to " + std::to_string(kMostDecks) + ", not " + std::to_string(options.finalists));
}

// The decks that run, and the field when one is named.
std::pair<DeckList, DeckList> read_sides(const Options& options, Problems& problems) {
  DeckList decks = read_decks(options.decks, problems), field;
  check_different(decks, problems);
  check_count(decks, 2, kMostDecks, problems);
  check_known(decks, options.run.matchup_options().rules, problems);
  if (options.field.empty()) return {std::move(decks), std::move(field)};
  field = read_decks(options.field, problems);
  check_different(field, problems);
  check_known(field, options.run.matchup_options().rules, problems);
  problems.check(field.size() <= kMostDecks, "--field: at most " + std::to_string(kMostDecks) + " decks");
  return {std::move(decks), std::move(field)};
}

// In an order that depends on the seed alone: the decks that come first are a random sample.
std::vector<DeckFile> shuffled(std::vector<DeckFile> decks, uint64_t seed) {
  sort_decks(decks);
  SmallRng rng{stream_seed(seed, kFieldStream, Stream::Setup)};
  shuffle(decks, rng);
  return decks;
}

int find_best(const Options& options, const Invocation& invocation) {
  Problems problems("best");
  check(options, problems);
  auto [decks, others_named] = read_sides(options, problems);
  if (problems.any()) return problems.print();

  BestReport report{.decks = decks.size(), .themselves = others_named.empty()};
  const std::vector<DeckFile> field = shuffled(report.themselves ? decks : others_named, options.run.seed);
  report.field = field.size();
  const RacerMaker racer(field);
  std::vector<Racer> racers;
  for (DeckFile& each : shuffled(decks, options.run.seed)) {
    racers.push_back(racer(std::move(each)));
    racers.back().error *= kDoubt;
  }
  LongRun long_run("best", options.long_run, invocation.words);
  if (const int code = long_run.open_race(kBestLedger, options.settings()); code != kDone) return code;
  const RunControl control = long_run.control(options.run.threads, "games");
  const RaceSpec spec = options.race_spec();
  report.race = race(std::move(racers), field, spec, [&](double share) { return long_run.part(control, share); });
  report.outcome.asked = report.race.complete ? report.race.played : spec.games;  // what is asked for is about so many
  report.outcome.played = report.race.played;
  long_run.finish(report.race.complete, report.outcome);
  if (!report.race.error.empty()) return failed("best", report.race.error);
  if (report.race.shard) return long_run.tell_round(*report.race.shard, report.outcome);
  if (const std::string missing = missing_text(report.race.missing); !missing.empty()) problems.tell(missing);
  for (const DeckFile& each : others(others_named, decks)) decks.push_back(each);
  report.provenance = {.seed = options.run.seed,
                       .agents = {options.agent, options.agent},
                       .decks = std::move(decks),
                       .rules = options.run.rules,
                       .command_line = invocation.command_line,
                       .time = options.run.time.limit()};
  const int code = options.presenting.show(best_document(report));
  return code != kDone ? code : report.outcome.code();
}

}  // namespace best_command

void add_best(Command program) {
  using namespace best_command;
  Command command = program.add("best", "Which of many decks wins most, with a fraction of the games of a matrix");
  auto options = std::make_shared<Options>();
  options->decks.add_to(command, "DECKS", "At least two decks").required();
  command.option("--field", options->field, "Decks to win against; without it the decks themselves, each against the others");
  command.option("-n,--games", options->games, "Games in all, about; without it and --time 20,000").hide_default();
  command.option("--finalists", options->finalists, "Decks that are measured and shown");
  command.option("--agent", options->agent, "Who plays both sides ('archon agents' lists them)");
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  options->long_run.add_shard(command);
  options->run.time.add_to(command);
  options->presenting.add_to(command);
  options->presenting.add_page("the best decks with their intervals, and all tables");
  options->run.add_to(command);
  command.footer(
      "All decks are rated without games; all play against decks of the field, the better half of them on and on, to the last\n"
      "two (sequential halving). The finalists are then measured in games of their own, against decks of the field drawn at\n"
      "random where the games are too few for all of them: having been chosen flatters nobody, and looking often does not\n"
      "matter. A --shard plays its part of one round; when all are merged, 'archon merge' says how to play the next.\n"
      "Exit codes: 0 done, 2 bad input, 3 stopped before the end, 4 the ledger has other settings.");
  command.calls([options](const Invocation& invocation) { return find_best(*options, invocation); });
}

}  // namespace archon::cli
