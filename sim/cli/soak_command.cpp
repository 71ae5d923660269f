// archon soak: plays until something breaks, and says what was played.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "agents/agent_registry.h"
#include "engine/cards/library.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/deck_options.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/present/terminal_text.h"
#include "sim/watch/coverage.h"
#include "sim/watch/soak.h"

namespace archon::cli {
namespace soak_command {

struct Options {
  DeckOptions decks;
  std::string save_decks, table;
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
  problems.check_output("--table", options.table);
  problems.check(options.save_decks.empty() || std::filesystem::is_directory(options.save_decks),
                 "--save-decks: there is no folder " + options.save_decks);
  problems.check_agent("--agent", options.agent);
  for (const auto& [option, chains] : {std::pair("--chains-a", options.chains_a), std::pair("--chains-b", options.chains_b)})
    problems.check(chains >= 0 && chains <= 24, option + std::string(": from 0 to 24 chains, not ") + std::to_string(chains));
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

// The first ten games of a kind, so that they can be played again.
void print_games(std::string_view kind, std::vector<int64_t> SoakPair::*games, const std::vector<DeckFile>& decks,
                 const std::vector<DeckPair>& pairs, const SoakResult& result) {
  int shown = 0;
  for (size_t i = 0; i < pairs.size() && shown < 10; ++i) {
    for (int64_t game : result.pairs[i].*games) {
      if (shown++ == 10) break;
      std::cout << "  " << kind << ": game " << game << " of seed " << result.pairs[i].seed << ": " << decks[pairs[i].a].file
                << ' ' << decks[pairs[i].b].file << '\n';
    }
  }
}

// With decks of several sets: how many pairs of sets played each other, a set with itself counted.
void print_set_pairs(const std::vector<DeckFile>& decks, const std::vector<DeckPair>& pairs) {
  std::set<std::string> sets;
  std::set<std::pair<std::string, std::string>> met;
  for (const DeckFile& deck : decks) sets.insert(deck.deck.set);
  for (const DeckPair& pair : pairs) met.insert(std::minmax(decks[pair.a].deck.set, decks[pair.b].deck.set));
  if (sets.size() < 2) return;
  std::cout << "set pairs  " << met.size() << " of " << sets.size() * (sets.size() + 1) / 2 << '\n';
}

void print_faults(const std::vector<DeckFile>& decks, const std::vector<DeckPair>& pairs, const SoakResult& result) {
  for (const auto& [bound, faults] : result.sum.faults_by_bound)
    std::cout << "  " << left(bound, 18) << thousands(faults) << '\n';
  for (const std::string& violation : result.violations) std::cout << "  " << violation << '\n';
  print_games("fault", &SoakPair::fault_games, decks, pairs, result);
  print_games("undecided", &SoakPair::undecided_games, decks, pairs, result);
}

std::string table_text(const std::vector<CardCoverage>& cards, const Provenance& provenance) {
  std::string text = left("card", 34) + left("house", 14) + left("type", 10) + right("copies", 11) + right("played", 11) +
                     right("used", 11) + right("discarded", 11) + right("targeted", 11) + '\n';
  for (const CardCoverage& each : cards) {
    const CardFacts& card = CardTable::instance().cards()[static_cast<size_t>(each.card)];
    const House house = card.printings.front().house;
    text += left(deck_card_name(each.card), 34) + left(house == House::None ? "any" : house_title(house), 14) +
            left(type_name(card.type), 10);
    for (int64_t number : {each.copies, each.uses.played, each.uses.used, each.uses.discarded, each.uses.targeted})
      text += right(thousands(number), 11);
    text += '\n';
  }
  text += "\ncopies: in decks, over all games; used: to reap, to fight, for an action. Choices of players are counted.\n";
  for (const std::string& line : provenance_lines(provenance)) text += line + '\n';
  return text;
}

void print_least_played(const std::vector<CardCoverage>& cards) {
  if (cards.empty()) return;
  std::cout << "cards      " << thousands(std::ssize(cards)) << "\nleast      " << deck_card_name(cards.front().card)
            << ", played " << thousands(cards.front().uses.played) << " times\n";
}

void print_instructions(const Program& program) {
  const std::vector<InstructionCoverage> instructions = instruction_coverage(program);
  if (instructions.empty()) return;
  std::cout << "\ninstructions carried out\n";
  for (const InstructionCoverage& each : instructions) {
    const bool never = each.count == 0;
    std::cout << "  " << left(each.name, 18)
              << (!never          ? right(thousands(static_cast<int64_t>(each.count)), 15)
                  : each.compiled ? right("0", 15) + "  never"
                                  : "unused by any card")
              << '\n';
  }
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
  Provenance provenance;
  provenance.decks = options.decks.find(options.run, problems);
  if (options.decks.generate == 0 && options.games_per_deck == 0) problems.check_every_pair(provenance.decks.size());
  check_known(provenance.decks, options.run.matchup_options().rules, problems);
  if (problems.any()) return problems.print();

  std::vector<Matchup> matchups;
  std::vector<DeckPair> pairs;
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
  Outcome outcome{.unit = options.games_per_deck > 0 ? "games" : "decisions", .unfinished = {}};
  const SoakResult result = soak(matchups, spec, long_run.control(options.run.threads, outcome.unit));
  const double seconds = long_run.seconds();
  const Tally total = result.sum.total();
  outcome.played = options.games_per_deck > 0 ? total.games : result.sum.decisions;
  if (!options.only_time())
    outcome.asked = spec.games.empty() ? spec.decisions : std::accumulate(spec.games.begin(), spec.games.end(), int64_t{0});
  long_run.finish(result.end.complete, outcome);
  if (!result.end.error.empty()) return failed("soak", result.end.error);
  if (!outcome.unfinished.empty()) std::cout << outcome.header();
  std::cout << "games      " << thousands(total.games) << "\ndecisions  " << thousands(result.sum.decisions) << "\nseconds    "
            << fixed(seconds, 1) << "\nundecided  " << thousands(total.undecided) << "\nfaults     " << thousands(total.faults)
            << "\nforfeits   " << thousands(total.forfeits[0] + total.forfeits[1]) << '\n';
  print_set_pairs(provenance.decks, pairs);
  print_faults(provenance.decks, pairs, result);
  if (options.decks.generate > 0 || !options.table.empty()) {
    std::vector<int64_t> games;
    for (const SoakPair& pair : result.pairs) games.push_back(pair.games);
    const std::vector<CardCoverage> cards = card_coverage(options.decks.set_code(), matchups, result.uses, games);
    print_least_played(cards);
    if (!options.table.empty() && problem.empty()) problem = write_file(options.table, table_text(cards, provenance));
  }
  print_instructions(Library::instance().program());
  std::cout << '\n';
  for (const std::string& line : provenance_lines(provenance)) std::cout << line << '\n';
  if (!problem.empty()) std::cerr << "archon soak: " << problem << '\n';
  const bool wrong = total.faults + total.forfeits[0] + total.forfeits[1] > 0;
  return !problem.empty() || (options.strict && wrong) ? kFailed : outcome.code();
}

}  // namespace soak_command

void add_soak(Command program) {
  using namespace soak_command;
  Command command = program.add("soak", "Play all pairs of decks for a long time and count what goes wrong");
  auto options = std::make_shared<Options>();
  options->command = command;
  options->decks.add_to(command, "The set of --generate and --table, or all");
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
  command.option("--table", options->table, "Write how often each card of the set was played to this file");
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
