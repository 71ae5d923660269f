// archon match: two decks play many games.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "agents/agent_registry.h"
#include "engine/make_matchup.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/played_at.h"
#include "sim/command/presenting.h"
#include "sim/command/run_facts.h"
#include "sim/play/match_run.h"
#include "sim/play/missing.h"
#include "sim/play/record.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace match_command {

using namespace present;

struct Options {
  DeckArguments decks;  // two
  int64_t games = 1000;
  double precision = 0;  // points
  std::string agent{kStandardAgent}, agent_b;
  int chains_a = 0, chains_b = 0;
  bool strict = false;
  Presenting presenting;
  PlayedAt played_at;
  std::string record;  // file for the games; empty: none
  RunOptions run;
  LongRunOptions long_run;
  Command command;

  bool given(const std::string& option) const { return command.given(option); }
  const std::string& second_agent() const { return agent_b.empty() ? agent : agent_b; }
};

struct Report {
  const Options& options;
  Provenance provenance;
  MatchResult result;
  Outcome outcome;
  double seconds = 0;
  int64_t played = 0;  // games of this run

  // At the speed of this run, that of things of which there are so many in all games.
  double per_second(int64_t number) const {
    return seconds > 0 ? mean(number, result.total().games) * static_cast<double>(played) / seconds : 0;
  }
};

// The games in which somebody went first, or all.
struct Part {
  std::string_view first;
  Tally tally;
};

ColumnOf<Part> count_column(const Column& column, int64_t (*count)(const Tally&)) {
  return {column, [count](const Part& each) { return Cell(count(each.tally)); }};
}

Table parts_table(const MatchResult& result, const PlayedAt& played_at) {
  const std::vector<ColumnOf<Part>> columns = {
      {{.name = "first_player", .head = "goes first", .what = "Who goes first in these games: A, B or either"},
       [](const Part& each) { return Cell(each.first); }},
      count_column({.name = "games", .head = "games", .unit = Unit::Count, .what = "Games"},
                   [](const Tally& tally) { return tally.games; }),
      count_column({.name = "wins_a", .head = "A wins", .unit = Unit::Count, .what = "Wins of deck A"},
                   [](const Tally& tally) { return tally.wins[0]; }),
      count_column({.name = "wins_b", .head = "B wins", .unit = Unit::Count, .what = "Wins of deck B"},
                   [](const Tally& tally) { return tally.wins[1]; }),
      count_column({.name = "undecided", .unit = Unit::Count, .what = "Games without a winner"},
                   [](const Tally& tally) { return tally.undecided; }),
      count_column({.name = "faults", .unit = Unit::Count, .what = "Games that exceeded a bound of the program"},
                   [](const Tally& tally) { return tally.faults; }),
      count_column(
          {.name = "forfeits_a", .unit = Unit::Count, .what = "Games that A's agent lost by an answer that was not legal"},
          [](const Tally& tally) { return tally.forfeits[0]; }),
      count_column({.name = "forfeits_b", .unit = Unit::Count, .what = "Likewise B's"},
                   [](const Tally& tally) { return tally.forfeits[1]; }),
      {{.name = "win_rate",
        .head = "A's win %",
        .unit = Unit::Share,
        .what = "Of deck A, over the games that were decided (Wilson's interval)",
        .interval = true,
        .may_miss = true},
       [](const Part& each) {
         const int64_t wins = each.tally.wins[0], decided = each.tally.decided();
         return decided > 0 ? Cell(mean(wins, decided), wilson_interval(wins, decided)) : Cell();
       }},
      {played_at.column(), [&played_at](const Part& each) {
         const int64_t wins = each.tally.wins[0], decided = each.tally.decided();
         return decided > 0 ? played_at.cell(mean(wins, decided), wilson_interval(wins, decided)) : Cell();
       }}};
  return table_of<Part>({.name = "results", .what = "All games, and those in which A and B go first"}, columns,
                        {{"either", result.total()}, {"A", result.by_first[0]}, {"B", result.by_first[1]}});
}

std::string missing_note(const MatchResult& result) {
  const std::string missing = missing_text(missing_games(result));
  if (missing.empty()) return "";
  std::string text = "WARNING: " + missing;
  for (int64_t game : result.fault_games)
    text += (game == result.fault_games.front() ? " Faults: game " : ", ") + std::to_string(game);
  return text + "\n\n";
}

std::string deck_line(const Report& report, size_t player) {
  const int chains = player == 0 ? report.options.chains_a : report.options.chains_b;
  return report.provenance.decks[player].deck.name + (chains ? ", " + std::to_string(chains) + " chains" : "") + '\n';
}

std::string details_note(const Report& report) {
  const MatchResult& result = report.result;
  const Tally total = result.total();
  std::string text = "  the first player wins " + percent(result.first_player_win_rate()) + "; undecided " +
                     thousands(total.undecided) + ", faults " + thousands(total.faults) + '\n';
  for (size_t player = 0; player < 2; ++player)
    if (total.forfeits[player] + result.fallbacks[player] != 0)
      text += std::string("  the agent of ") + (player == 0 ? 'A' : 'B') + " forfeited " + thousands(total.forfeits[player]) +
              " games and fell back in " + thousands(result.fallbacks[player]) + " decisions\n";
  return text + "  turns a game " + fixed(result.mean_turns(), 1) + ", decisions a game " + fixed(result.mean_decisions(), 1) +
         "\n  " + fixed(report.seconds, 2) + " s, " + thousands(static_cast<int64_t>(report.per_second(total.games))) +
         " games/s, " + thousands(static_cast<int64_t>(report.per_second(result.decisions))) + " decisions/s\n";
}

using Bound = std::pair<std::string, int64_t>;

Document match_document(const Report& report) {
  const MatchResult& result = report.result;
  Document document{
      .name = "match", .command = "archon match", .title = "two decks play many games", .provenance = report.provenance};
  add_outcome(document, report.outcome);
  document.warn(missing_note(result));
  document.note("A: " + deck_line(report, 0) + "B: " + deck_line(report, 1) + '\n');
  document.add(parts_table(result, report.options.played_at));
  report.options.played_at.add_to(document);
  document.add(
      {.name = "first_player_win_rate", .unit = Unit::Share, .what = "Of the games that were decided, 0.5 without any"},
      result.first_player_win_rate());
  for (size_t player = 0; player < 2; ++player)
    document.add({.name = player == 0 ? "fallbacks_a" : "fallbacks_b",
                  .unit = Unit::Count,
                  .what = "Decisions that the agent of this deck could not take in its own way"},
                 result.fallbacks[player]);
  document.add({.name = "turns_mean", .unit = Unit::Number, .what = "Turns a game"}, result.mean_turns());
  document.add({.name = "decisions_mean", .unit = Unit::Number, .what = "Decisions a game"}, result.mean_decisions());
  document.add({.name = "seconds", .unit = Unit::Seconds, .what = "Time of this run"}, report.seconds);
  document.add({.name = "games_per_second", .unit = Unit::Number, .what = "At the speed of this run"},
               report.per_second(result.total().games));
  document.add({.name = "decisions_per_second", .unit = Unit::Number, .what = "At the speed of this run"},
               report.per_second(result.decisions));
  document.add({.name = "fingerprint", .what = "Hash of all games: equal games, equal fingerprint"},
               hash_text(result.fingerprint));
  document.add(table_of<Bound>(
      {.name = "faults_by_bound", .what = "Faults by the bound that was exceeded", .shown = false},
      {{{.name = "bound", .what = "Name of the bound"}, [](const Bound& each) { return Cell(each.first); }},
       {{.name = "faults", .unit = Unit::Count, .what = "Games"}, [](const Bound& each) { return Cell(each.second); }}},
      {result.faults_by_bound.begin(), result.faults_by_bound.end()}));
  document.add(forfeits_table(result.forfeits_by_cause));
  document.note(details_note(report));
  add_ended_by_time(document, result.by_time, result.total().games, report.provenance.time);
  return document;
}

RecordHead record_head(const Options& options, const std::vector<DeckFile>& decks, const MatchupOptions& matchup_options) {
  return {.decks = {decks[0].deck, decks[1].deck},
          .agents = {full_spec(options.agent), full_spec(options.second_agent())},
          .options = matchup_options,
          .seed = options.run.seed};
}

// --games, --precision, or only --time.
GameGoal read_goal(const Options& options, Problems& problems) {
  constexpr int64_t kMostGames = 1'000'000'000;
  problems.check(options.games >= 1 && options.games <= kMostGames,
                 "--games: from 1 to " + thousands(kMostGames) + ", not " + std::to_string(options.games));
  problems.check(!options.given("--games") || !options.given("--precision"), "--games and --precision: give one of them");
  if (options.given("--precision")) {
    problems.check(options.precision >= 0.1 && options.precision <= 50,
                   "--precision: from 0.1 to 50 points, not " + fixed(options.precision, 2));
    return {.games = 0, .precision = options.precision / 100};
  }
  return {.games = options.given("--time") && !options.given("--games") ? 0 : options.games};
}

MatchupOptions check(const Options& options, DeckList& decks, Problems& problems) {
  options.run.check(problems);
  options.long_run.check(problems);
  problems.check_agent("--agent", options.agent);
  if (!options.agent_b.empty()) problems.check_agent("--agent-b", options.agent_b);
  for (int player = 0; player < 2; ++player) {
    const int chains = player == 0 ? options.chains_a : options.chains_b;
    const std::string option = player == 0 ? "--chains-a" : "--chains-b";
    problems.check(chains >= 0 && chains <= kMaxStartingChains,
                   option + ": from 0 to " + std::to_string(kMaxStartingChains) + " chains, not " + std::to_string(chains));
  }
  problems.check(options.record.empty() || options.long_run.ledger.empty(),
                 "--record: not with --ledger, because the games that the ledger has would be missing");
  decks = read_decks(options.decks, problems);
  check_count(decks, 2, 2, problems);
  MatchupOptions matchup_options = options.run.matchup_options();
  if (problems.any()) return matchup_options;
  matchup_options.starting_chains = {options.chains_a, options.chains_b};
  check_known(decks, matchup_options.rules, problems);
  problems.check_output("--record", options.record);
  return matchup_options;
}

// What every game in the ledger shares.
nlohmann::json settings_of(const Options& options, const std::vector<DeckFile>& decks) {
  nlohmann::json settings = {{"decks", {hash_text(deck_hash(decks[0].deck)), hash_text(deck_hash(decks[1].deck))}},
                             {"agents", {full_spec(options.agent), full_spec(options.second_agent())}},
                             {"chains", {options.chains_a, options.chains_b}},
                             {"rules", options.run.rules},
                             {"seed", options.run.seed}};
  options.run.time.add_to_settings(settings);
  return settings;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("match");
  Report report{.options = options, .provenance = {}, .result = {}, .outcome = {}};
  auto& decks = report.provenance.decks;
  const GameGoal goal = read_goal(options, problems);
  const MatchupOptions matchup_options = check(options, decks, problems);
  if (problems.any()) return problems.print();
  LongRun long_run("match", options.long_run);
  if (const int code = long_run.open("match", settings_of(options, decks)); code != kDone) return code;

  const MatchupResult made = make_matchup(decks[0].deck, decks[1].deck, matchup_options);
  std::optional<OutputFile> record;
  if (!options.record.empty()) {
    record.emplace(options.record);
    record->write(write_record_head(record_head(options, decks, matchup_options)) + "\n");
    if (!record->problem().empty()) return failed("match", record->problem());
  }
  report.provenance.seed = options.run.seed;
  report.provenance.agents = {options.agent, options.second_agent()};
  report.provenance.rules = options.run.rules;
  report.provenance.time = options.run.time.limit();
  report.provenance.command_line = invocation.command_line;
  MatchSpec spec{.matchup = &*made.matchup, .agents = {options.agent, options.second_agent()}, .seed = options.run.seed};
  if (record)
    spec.listener = [&](int64_t game, const GameRecord& result, const std::vector<Action>& actions) {
      record->write(write_recorded_game({game, result, actions}) + "\n");
    };
  const MatchRun played = play_match(spec, goal, long_run.control(options.run.threads, "games"));
  report.result = played.result;
  report.played = played.end.played;
  report.seconds = long_run.seconds();
  report.outcome = {.asked = goal.games, .precision = goal.precision * 100, .played = played.end.games, .unfinished = {}};
  long_run.finish(played.end.complete, report.outcome);
  if (!played.end.error.empty()) return failed("match", played.end.error);
  if (record)
    if (const std::string problem = record->commit(); !problem.empty()) return failed("match", problem);
  if (const int code = options.presenting.show(match_document(report)); code != kDone) return code;
  if (played.imprecise) return failed("match", "not as precise as asked: too many games are undecided", kInconclusive);
  if (options.strict && missing_games(report.result).missing()) return kFailed;
  return report.outcome.code();
}

}  // namespace match_command

void add_match(Command program) {
  using namespace match_command;
  Command command = program.add("match", "Two decks play many games: who wins how often");
  auto options = std::make_shared<Options>();
  options->command = command;
  options->decks.add_to(command, "DECKS", "Deck A and deck B").required();
  command.option("-n,--games", options->games, "Number of games; A goes first in every other one");
  command.option("--precision", options->precision, "Instead: until the 95 % interval is at most so many points to either side")
      .hide_default();
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  command.option("--agent", options->agent, "Who plays: NAME or NAME:key=value,... ('archon agents' lists them)");
  command.option("--agent-b", options->agent_b, "Who plays deck B, when somebody else");
  command.option("--chains-a", options->chains_a, "Chains that deck A starts with, 0 to 24");
  command.option("--chains-b", options->chains_b, "Chains that deck B starts with, 0 to 24");
  options->presenting.add_to(command);
  options->played_at.add_to(command);
  command.option("--record", options->record, "File for all games, which 'archon replay' reads; about 1 KB a game");
  command.flag("--strict", options->strict, "Exit with 1 when a game is undecided, a fault or forfeited");
  options->run.time.add_to(command);
  options->run.add_to(command);
  command.footer(
      "Win rates are those of deck A over the games that were decided, with Wilson's 95 % interval. A game without a\n"
      "winner after 20,000 decisions is undecided; a fault is a game that exceeded a bound of the program. Ctrl-C or the end\n"
      "of --time ends a run between games; what was played is shown, and with --ledger kept. Exit codes: 0 done, 2 bad input,\n"
      "3 stopped before the goal was reached, 4 the ledger has other settings.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
