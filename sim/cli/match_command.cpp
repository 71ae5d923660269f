// archon match: two decks play many games.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "agents/agent_registry.h"
#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/terminal_text.h"
#include "sim/play/missing.h"
#include "sim/play/record.h"

namespace archon::cli {
namespace {

struct Options {
  std::string deck_a, deck_b;
  int64_t games = 1000;
  std::string agent{kStandardAgent}, agent_b;
  int chains_a = 0, chains_b = 0;
  bool strict = false;
  std::string format = "table";
  std::string record;  // file for the games; empty: none
  RunOptions run;

  const std::string& second_agent() const { return agent_b.empty() ? agent : agent_b; }
};

struct Report {
  const Options& options;
  Provenance provenance;
  MatchResult result;
  double seconds = 0;

  double per_second(int64_t number) const { return seconds > 0 ? static_cast<double>(number) / seconds : 0; }
};

nlohmann::ordered_json tally_json(const Tally& tally) {
  return {{"games", tally.games},
          {"wins", tally.wins},
          {"undecided", tally.undecided},
          {"faults", tally.faults},
          {"forfeits", tally.forfeits}};
}

void print_json(const Report& report) {
  const MatchResult& result = report.result;
  const Tally total = result.total();
  const Interval interval = result.interval();
  nlohmann::ordered_json json;
  json["games"] = total.games;
  json["wins"] = total.wins;
  json["undecided"] = total.undecided;
  json["faults"] = total.faults;
  json["forfeits"] = total.forfeits;
  if (total.faults) json["faults_by_bound"] = result.faults_by_bound;
  json["fallbacks"] = result.fallbacks;
  json["win_rate"] = result.win_rate();
  json["interval"] = {interval.low, interval.high};
  json["first_player_win_rate"] = result.first_player_win_rate();
  json["by_first_player"] = {tally_json(result.by_first[0]), tally_json(result.by_first[1])};
  json["turns_mean"] = result.mean_turns();
  json["decisions_mean"] = result.mean_decisions();
  json["seconds"] = report.seconds;
  json["games_per_second"] = report.per_second(total.games);
  json["decisions_per_second"] = report.per_second(result.decisions);
  json["fingerprint"] = hash_text(result.fingerprint);
  json["provenance"] = provenance_json(report.provenance);
  print(json);
}

void print_row(const std::string& label, const Tally& tally) {
  const bool any = tally.decided() > 0;
  const double rate = mean(tally.wins[0], tally.decided());
  std::cout << "  " << left(label, 16) << right(thousands(tally.games), 10) << right(thousands(tally.wins[0]), 10)
            << right(thousands(tally.wins[1]), 10) << right(any ? percent(rate) : "-", 12)
            << right(percent(wilson_interval(tally.wins[0], tally.decided())), 18) << '\n';
}

std::string deck_line(const Report& report, size_t player) {
  const int chains = player == 0 ? report.options.chains_a : report.options.chains_b;
  return report.provenance.decks[player].deck.name + (chains ? ", " + std::to_string(chains) + " chains" : "");
}

void print_table(const Report& report) {
  const MatchResult& result = report.result;
  const Tally total = result.total();
  if (const std::string missing = missing_text(missing_games(result)); !missing.empty()) {
    std::cout << "WARNING: " << missing;
    for (int64_t game : result.fault_games) std::cout << (game == result.fault_games.front() ? " Faults: game " : ", ") << game;
    std::cout << "\n\n";
  }
  std::cout << "A: " << deck_line(report, 0) << "\nB: " << deck_line(report, 1) << "\n\n";
  std::cout << "  " << left("", 16) << right("games", 10) << right("A wins", 10) << right("B wins", 10) << right("win rate", 12)
            << right("95 % interval", 18) << '\n';
  print_row("all games", total);
  print_row("A goes first", result.by_first[0]);
  print_row("B goes first", result.by_first[1]);
  std::cout << "\n  the first player wins " << percent(result.first_player_win_rate()) << "; undecided "
            << thousands(total.undecided) << ", faults " << thousands(total.faults) << '\n';
  for (size_t player = 0; player < 2; ++player) {
    if (total.forfeits[player] + result.fallbacks[player] == 0) continue;
    std::cout << "  the agent of " << (player == 0 ? 'A' : 'B') << " forfeited " << thousands(total.forfeits[player])
              << " games and fell back in " << thousands(result.fallbacks[player]) << " decisions\n";
  }
  std::cout << "  turns a game " << fixed(result.mean_turns(), 1) << ", decisions a game " << fixed(result.mean_decisions(), 1)
            << '\n';
  std::cout << "  " << fixed(report.seconds, 2) << " s, " << thousands(static_cast<int64_t>(report.per_second(total.games)))
            << " games/s, " << thousands(static_cast<int64_t>(report.per_second(result.decisions))) << " decisions/s\n\n";
  for (const std::string& line : provenance_lines(report.provenance)) std::cout << line << '\n';
}

RecordHead record_head(const Options& options, const std::vector<DeckFile>& decks, const MatchupOptions& matchup_options) {
  return {.decks = {decks[0].deck, decks[1].deck},
          .agents = {full_spec(options.agent), full_spec(options.second_agent())},
          .options = matchup_options,
          .seed = options.run.seed};
}

int failed(const std::string& problem) {
  std::cerr << "archon match: " << problem << '\n';
  return kFailed;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("match");
  options.run.check(problems);
  problems.check(options.games >= 1 && options.games <= 1'000'000'000,
                 "--games: at least 1, not " + std::to_string(options.games));
  problems.check_agent("--agent", options.agent);
  if (!options.agent_b.empty()) problems.check_agent("--agent-b", options.agent_b);
  for (int player = 0; player < 2; ++player) {
    const int chains = player == 0 ? options.chains_a : options.chains_b;
    const std::string option = player == 0 ? "--chains-a" : "--chains-b";
    problems.check(chains >= 0 && chains <= 24, option + ": from 0 to 24 chains, not " + std::to_string(chains));
  }
  Report report{.options = options, .provenance = {}, .result = {}};
  report.provenance.decks = read_decks({options.deck_a, options.deck_b}, problems);
  if (problems.any()) return problems.print();

  MatchupOptions matchup_options = options.run.matchup_options();
  matchup_options.starting_chains = {options.chains_a, options.chains_b};
  const auto& decks = report.provenance.decks;
  const MatchupResult made = make_matchup(decks[0].deck, decks[1].deck, matchup_options);
  check_known(decks, matchup_options.rules, problems);
  problems.check_output("--record", options.record);
  if (problems.any()) return problems.print();

  std::optional<OutputFile> record;
  if (!options.record.empty()) {
    record.emplace(options.record);
    record->write(write_record_head(record_head(options, decks, matchup_options)) + "\n");
    if (!record->problem().empty()) return failed(record->problem());
  }
  report.provenance.seed = options.run.seed;
  report.provenance.agents = {options.agent, options.second_agent()};
  report.provenance.rules = options.run.rules;
  report.provenance.command_line = invocation.command_line;
  const Stopwatch watch;
  MatchSpec spec{.matchup = &*made.matchup,
                 .agents = {options.agent, options.second_agent()},
                 .seed = options.run.seed,
                 .games = options.games};
  if (record)
    spec.listener = [&](int64_t game, const GameRecord& result, const std::vector<Action>& actions) {
      record->write(write_recorded_game({game, result, actions}) + "\n");
    };
  report.result = play_match(spec, options.run.threads, progress_line("games"));
  report.seconds = watch.seconds();
  end_progress_line();
  if (record)
    if (const std::string problem = record->commit(); !problem.empty()) return failed(problem);
  if (options.format == "json")
    print_json(report);
  else
    print_table(report);
  return options.strict && missing_games(report.result).missing() ? kFailed : kDone;
}

}  // namespace

void add_match(Command program) {
  Command command = program.add("match", "Two decks play many games: who wins how often");
  auto options = std::make_shared<Options>();
  command.option("DECK_A", options->deck_a, "Deck file of player A").required();
  command.option("DECK_B", options->deck_b, "Deck file of player B").required();
  command.option("-n,--games", options->games, "Number of games; A goes first in every other one");
  command.option("--agent", options->agent, "Who plays: NAME or NAME:key=value,... ('archon agents' lists them)");
  command.option("--agent-b", options->agent_b, "Who plays deck B, when somebody else");
  command.option("--chains-a", options->chains_a, "Chains that deck A starts with, 0 to 24");
  command.option("--chains-b", options->chains_b, "Chains that deck B starts with, 0 to 24");
  add_format(command, options->format);
  command.option("--record", options->record, "File for all games, which 'archon replay' reads; about 1 KB a game");
  command.flag("--strict", options->strict, "Exit with 1 when a game is undecided, a fault or forfeited");
  options->run.add_to(command);
  command.footer(
      "Win rates are those of deck A over the games that were decided, with Wilson's 95 % interval. A game without a\n"
      "winner after 20,000 decisions is undecided; a fault is a game that exceeded a bound of the program.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
