// archon values: what the cards and houses of a set are worth.
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/deck/generate.h"
#include "engine/deck/known_sets.h"
#include "sim/cli/commands.h"
#include "sim/cli/deck_values.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/documents/values_document.h"
#include "sim/play/missing.h"
#include "sim/stats/number_text.h"
#include "sim/values/value_ledger.h"
#include "sim/watch/coverage_decks.h"

namespace archon::cli {
namespace values_command {

struct Options {
  std::string set = "CotA", agent{kStandardAgent}, out, from;
  int decks = 20'000;
  int64_t games = 100'000;
  bool strict = false, events = false;
  Presenting presenting;
  RunOptions run;
  DeckValuesOptions of_deck;  // when its deck is named
  LongRunOptions long_run;
  Command command;

  bool only_time() const { return command.given("--time") && !command.given("--games"); }
};

constexpr int kMaxDecks = 200'000;
constexpr int64_t kMaxGames = 1'000'000'000;

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  options.long_run.check(problems);
  options.long_run.check_shard(options.only_time(), {"--out", "--from", "--events", "--strict"}, problems);
  problems.check_agent("--agent", options.agent);
  problems.check(options.decks >= 2 && options.decks <= kMaxDecks,
                 "--decks: from 2 to " + thousands(kMaxDecks) + " decks, not " + std::to_string(options.decks));
  problems.check(options.games >= 1 && options.games <= kMaxGames,
                 "--games: from 1 to " + thousands(kMaxGames) + ", not " + std::to_string(options.games));
  problems.check_output("--out", options.out);
  problems.check(options.from.empty() || options.long_run.ledger.empty(), "--from: plays no games for --ledger");
  problems.check(!options.events || (options.long_run.ledger.empty() && options.from.empty()),
                 "--events looks on while games are played, and ledgers keep results only");
  const RulesProfile rules = options.run.matchup_options().rules;
  if (options.set == kAllSets)
    return problems.check(knows_set(rules, unpooled_sets().back().code),
                          "--set: rulebook " + std::string(rules.name) + " does not know all sets");
  const Expansion* set = find_set(options.set);
  problems.check(set != nullptr, "--set: " + no_such_set(options.set));
  if (set == nullptr || problems.any()) return;
  problems.check(generated_houses(set->code).size() >= kDeckHouses,
                 "--set: " + std::string(set->code) + " has fewer than three houses with enough cards");
  problems.check(knows_set(rules, set->code), "--set: rulebook " + std::string(rules.name) + " does not know " +
                                                  std::string(set->name) + " (--rules 18.4 does)");
}

// What both ways share, and which options go with which.
int run_of_deck(const Options& options, const Command& command, const Invocation& invocation) {
  DeckValuesOptions of_deck = options.of_deck;
  Problems problems("values");
  for (const char* option : {"--set", "--decks", "--ledger", "--shard", "--from", "--events"})
    problems.check(!command.given(option), std::string(option) + " is for generated decks, not for the cards of a deck");
  if (problems.any()) return problems.print();
  of_deck.agent = options.agent;
  of_deck.presenting = options.presenting;
  of_deck.out = options.out;
  of_deck.strict = options.strict;
  of_deck.run = options.run;
  if (command.given("--games")) of_deck.games = options.games;
  return run_deck_values(of_deck, invocation);
}

// Plays the games, or reads them; the exit code where nothing follows from them.
std::optional<int> find_games(const Options& options, const Invocation& invocation, ValueSpec& spec, ValueGames& games,
                              ValuesReport& report) {
  std::string error;
  if (!options.from.empty()) {
    std::optional<LedgerGames> read = read_value_games(options.from, options.run.threads, error);
    if (!read) return failed("values", "--from: " + error, kUsage);
    spec = read->spec;
    games = std::move(read->games);
    return {};
  }
  LongRun long_run("values", options.long_run, invocation.words);
  if (const int code = long_run.open(kValueLedger, value_settings(spec)); code != kDone) return code;
  std::vector<Deck> decks = value_decks(spec, options.run.threads);
  games = play_value_games(spec, std::move(decks), long_run.control(options.run.threads, "games"));
  report.play_seconds = long_run.seconds();
  report.outcome = {.asked = options.only_time() ? 0 : options.games, .played = games.end.games, .unfinished = {}};
  long_run.finish(games.end.complete, report.outcome);
  if (!games.end.error.empty()) return failed("values", games.end.error);
  if (long_run.sharded()) return long_run.tell_shard(games.end.games, games.end.played, report.outcome);
  if (games.games.empty()) return failed("values", "there is no game to read values off", kInconclusive);
  return {};
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("values");
  check(options, problems);
  problems.check(options.of_deck.field.empty() && !options.of_deck.worth && !options.of_deck.pairs,
                 "--field, --worth and --pairs are for the cards of a deck: name its file");
  if (problems.any()) return problems.print();
  ValueSpec spec{.set = std::string(options.set == kAllSets ? kAllSets : find_set(options.set)->code),
                 .decks = options.decks,
                 .games = options.only_time() ? std::numeric_limits<int64_t>::max() : options.games,
                 .agent = options.agent,
                 .seed = options.run.seed,
                 .rules = options.run.matchup_options().rules,
                 .events = options.events};
  ValuesReport report;
  ValueGames games;
  if (const std::optional<int> code = find_games(options, invocation, spec, games, report)) return *code;
  report.set = spec.set;
  report.decks = spec.decks;
  report.provenance.seed = spec.seed;
  report.provenance.agents = {spec.agent};
  report.provenance.rules = options.run.rules;
  report.provenance.command_line = invocation.command_line;
  report.counts = games.counts;
  report.events = games.events;
  const Stopwatch fit_watch;
  report.values = estimate_values(games);
  report.fit_seconds = fit_watch.seconds();
  const present::Document document = values_document(report);
  if (!options.out.empty())
    if (const std::string problem = options.presenting.save(options.out, document); !problem.empty())
      return failed("values", problem);
  if (const int code = options.presenting.show(document); code != kDone) return code;
  return options.strict && missing_games(report.counts).missing() ? kFailed : report.outcome.code();
}

}  // namespace values_command

void add_values(Command program) {
  using namespace values_command;
  Command command = program.add(
      "values",
      "What the cards and houses of a set are worth, by games between many generated decks; or the cards of one deck");
  auto options = std::make_shared<Options>();
  options->command = command;
  options->of_deck.deck.add_to(command, "DECK", "The values of the cards of this deck, in games against --field");
  command.option("--field", options->of_deck.field, "Decks that it plays against, equally often");
  command.flag("--worth", options->of_deck.worth,
               "Also play its games again with each card blanked, and with an average card in its place");
  command.flag("--pairs", options->of_deck.pairs, "Also with every pair of cards blanked: many games");
  command.option("--set", options->set, "The set of the decks; all: each set in turn (without effects of copies)");
  command.option("--decks", options->decks, "Number of decks; those of 'archon deck generate' with the same seed");
  command.option("-n,--games", options->games, "Number of games, between pairs drawn by lot; of a deck: 2,000 unless given");
  command.option("--agent", options->agent, "Who plays both sides");
  command.flag("--events", options->events, "Also how often decks win when a card is in the opening hand, drawn, played ...");
  command.option("--out", options->out, "File for all values: NAME.json, NAME.md, NAME.html or CSV");
  command.option("--from", options->from,
                 "A ledger: estimate the values from its games, whoever played them, and play nothing");
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  options->long_run.add_shard(command);
  options->presenting.add_to(command);
  command.flag("--strict", options->strict, "Exit with 1 when a game is undecided, a fault or forfeited");
  options->run.add_to(command);
  command.footer(
      "Win rates are those of the decks that have the card or house, in percent of the decided games; in house: less the mean\n"
      "of all cards of the house. Effects are points of win rate in an even match: of having a house instead of a mean one, "
      "of\n"
      "one more creature instead of another card, of one more copy instead of a mean card of the house, the other cards of "
      "both\n"
      "decks being equal (logistic regression; copies are pulled towards 0 as much as their noise asks for). Errors are\n"
      "standard errors. The table shows the best and the worst cards, --out and the other formats all.\n"
      "\n"
      "Of a deck, for every copy of a card: win rate of the games in which it was seen less that of the others, and how the\n"
      "win rate of those in which it was in the opening hand, drawn later, played, never seen, held though it could be "
      "played,\n"
      "discarded, differs from that of all (standard errors in brackets; --out has the rates, too). --worth: what the deck\n"
      "loses, with the same shuffles, when a copy is a card that does nothing, and when it is another card of the same house,\n"
      "rarity and set, drawn anew for each game. --pairs: two cards that are worth more or less together than the sum; of "
      "those\n"
      "listed, one in twenty is expected to be chance (Benjamini and Hochberg).\n"
      "  archon values MY.deck --field sim/decks/*.deck --games 5600 --worth");
  command.calls([options, command](const Invocation& invocation) {
    return options->of_deck.deck.empty() ? run(*options, invocation) : run_of_deck(*options, command, invocation);
  });
}

}  // namespace archon::cli
