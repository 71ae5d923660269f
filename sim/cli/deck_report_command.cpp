// archon deck report: all about one deck.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/deck/generate.h"
#include "engine/deck/known_sets.h"
#include "sim/cli/commands.h"
#include "sim/cli/second_agent.h"
#include "sim/command/output.h"
#include "sim/command/page_file.h"
#include "sim/command/presenting.h"
#include "sim/documents/deck_report_document.h"
#include "sim/pages/deck_report_page.h"
#include "sim/play/missing.h"
#include "sim/present/terminal_text.h"
#include "sim/values/value_games.h"

namespace archon::cli {
namespace deck_report_command {

struct Options {
  DeckArguments deck;
  std::vector<std::string> field;
  std::string set;
  int opponents = 40, others = 50, match_ups = 3;
  int64_t games = 2000, chain_games = 400;
  std::string agent{kStandardAgent};
  PageFile page;
  SecondAgent second;
  Presenting presenting;
  bool strict = false;
  RunOptions run;
  LongRunOptions long_run;
};

constexpr int kMostDecks = 2000;
constexpr int64_t kMostGames = 1'000'000'000;
constexpr int64_t kOtherGames = 60;           // of each of the others, at least: as much luck as decks of a set differ
constexpr double kTimeForField = 0.6;         // of --time; the rest is for match-ups and chains
constexpr double kTimeForFieldOfFirst = 0.4;  // where a second agent plays the field as well, for as long

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  options.long_run.check(problems);
  problems.check_agent("--agent", options.agent);
  const auto in_range = [&](const char* option, int64_t number, int64_t least, int64_t most) {
    problems.check(number >= least && number <= most, std::string(option) + ": from " + thousands(least) + " to " +
                                                          thousands(most) + ", not " + std::to_string(number));
  };
  options.second.check(options.long_run.command, options.agent, problems);
  options.page.check(problems);
  in_range("--games", options.games, 1, kMostGames);
  in_range("--opponents", options.opponents, 2, kMostDecks);
  in_range("--others", options.others, 0, kMostDecks);
  in_range("--match-ups", options.match_ups, 0, 100);
  in_range("--chain-games", options.chain_games, 0, 1'000'000);
  problems.check(options.others == 0 || options.others >= kFewestOthers,
                 "--others: 0 for no percentile, or at least " + std::to_string(kFewestOthers));
}

// The set of the generated decks; empty when there are none, or it is unknown.
std::string set_of(const Options& options, const Deck& deck, Problems& problems) {
  if (!options.field.empty() && options.others == 0) return "";
  const std::string wanted = options.set.empty() ? deck.set : options.set;
  const Expansion* set = find_set(wanted);
  if (set == nullptr) {
    problems.add(options.set.empty()
                     ? "--set: name the set of the decks it is compared with, because this deck has cards of several"
                     : "--set: " + no_such_set(wanted));
    return "";
  }
  const RulesProfile rules = options.run.matchup_options().rules;
  problems.check(generated_houses(set->code).size() >= kDeckHouses,
                 "--set: " + std::string(set->code) + " has fewer than three houses with enough cards");
  problems.check(knows_set(rules, set->code), "--set: rulebook " + std::string(rules.name) + " does not know " +
                                                  std::string(set->name) + " (--rules 18.4 does)");
  return std::string(set->code);
}

// The deck and its named field; a deck that is itself in the field does not play itself.
void read_named_decks(const Options& options, DeckReport& report, Problems& problems) {
  std::vector<DeckFile>& decks = report.provenance.decks;
  DeckList own = read_decks(options.deck, problems);
  check_count(own, 1, 1, problems);
  if (own.empty()) return;
  decks.assign(own.begin(), own.end());
  report.spec.own.deck = decks.front().deck;
  for (DeckFile& each : read_decks(options.field, problems)) {
    if (deck_hash(each.deck) == deck_hash(report.spec.own.deck)) continue;
    report.spec.own.field.push_back(each.deck);
    decks.push_back(std::move(each));
  }
  problems.check(options.field.empty() || !report.spec.own.field.empty(), "--field: no deck but the one to report on");
  check_known(decks, options.run.matchup_options().rules, problems);
}

// Generated decks: the field unless it was named, then those among which the deck is placed.
void draw_decks(const Options& options, DeckReport& report) {
  FieldSpec& spec = report.spec;
  report.drawn = options.field.empty();
  const size_t field = report.drawn ? static_cast<size_t>(options.opponents) : 0;
  const int drawn = static_cast<int>(field) + options.others;
  if (drawn == 0) return;
  std::vector<Deck> decks =
      value_decks({.set = report.set, .decks = drawn, .seed = options.run.seed, .rules = {}}, options.run.threads);
  if (report.drawn) spec.own.field.assign(decks.begin(), decks.begin() + options.opponents);
  spec.others.assign(decks.begin() + static_cast<std::ptrdiff_t>(field), decks.end());
}

void plan(const Options& options, DeckReport& report) {
  FieldSpec& spec = report.spec;
  spec.own.agent = options.agent;
  spec.own.seed = options.run.seed;
  spec.own.rules = options.run.matchup_options().rules;
  const size_t field = spec.own.field.size();
  spec.own.games = whole_rounds(options.games, 1, field);
  if (!spec.others.empty()) spec.other_games = whole_rounds(kOtherGames * std::ssize(spec.others), spec.others.size(), field);
  report.wanted.shown = static_cast<size_t>(options.match_ups);
  report.wanted.chain_games = options.chain_games / 2 * 2;
}

// Of the ledger of the first agent's games, or of the second's.
nlohmann::json settings_of(const DeckReport& report, const FieldSpec& spec) {
  const auto hashes = [](const std::vector<Deck>& decks) {
    std::vector<std::string> texts;
    for (const Deck& each : decks) texts.push_back(hash_text(deck_hash(each)));
    return texts;
  };
  return {{"deck", hash_text(deck_hash(spec.own.deck))},
          {"field", hashes(spec.own.field)},
          {"others", hashes(spec.others)},
          {"games", spec.own.games},
          {"other_games", spec.other_games},
          {"agent", full_spec(spec.own.agent)},
          {"rules", report.provenance.rules},
          {"seed", spec.own.seed}};
}

// How many opponents the deck has met; empty: all of them.
std::string unmet_text(const FieldGames& games) {
  const int64_t met =
      std::ranges::count_if(games.by_opponent, [](const MatchCounts& each) { return each.total().decided() > 0; });
  const int64_t all = std::ssize(games.by_opponent);
  return met == all ? "" : thousands(met) + " of " + thousands(all) + " opponents met";
}

// The second agent's games against the field, in a ledger of their own beside the first one.
class SecondRun {
 public:
  SecondRun(const Options& options, const FieldSpec& first)
      : options_(options), kept_(options.long_run), session_("deck report: --second", kept_), spec_(first) {
    if (!kept_.ledger.empty()) kept_.ledger = beside(kept_.ledger);
    spec_.own.agent = options.second.agent;
    spec_.own.games = whole_rounds(options.second.games > 0 ? options.second.games : kSecondGames, 1, first.own.field.size());
    spec_.others.clear();
    spec_.other_games = 0;
  }

  int open(const DeckReport& report) { return session_.open("deck report", settings_of(report, spec_)); }

  // For this share of --time.
  void play(DeckReport& report, double share) {
    if (!kept_.time.empty()) kept_.time = fixed(std::max(1.0, share * options_.long_run.seconds()), 1);
    FieldGames games = play_field(spec_, session_.control(options_.run.threads, "games of " + options_.second.agent));
    Outcome outcome{.asked = spec_.own.games, .played = games.end.games, .unfinished = {}};
    session_.finish(games.end.complete, outcome);
    report.second = FieldSecond{.agent = options_.second.agent,
                                .counts = games.counts,
                                .shifts = field_shifts(report.games, games),
                                .end = std::move(games.end)};
    if (report.outcome.unfinished.empty()) report.outcome.unfinished = outcome.unfinished;
  }

 private:
  static std::string beside(const std::filesystem::path& ledger) {
    return (ledger.parent_path() / (ledger.stem().string() + "-second" + ledger.extension().string())).string();
  }

  const Options& options_;
  LongRunOptions kept_;
  LongRun session_;
  FieldSpec spec_;
};

int play(const Options& options, DeckReport& report) {
  LongRun long_run("deck report", options.long_run);
  if (const int code = long_run.open("deck report", settings_of(report, report.spec)); code != kDone) return code;
  std::optional<SecondRun> after;
  if (!options.second.agent.empty())
    if (const int code = after.emplace(options, report.spec).open(report); code != kDone) return code;
  const RunControl control = long_run.control(options.run.threads, "games");
  report.games = play_field(report.spec, long_run.part(control, after ? kTimeForFieldOfFirst : kTimeForField));
  const bool complete = report.games.end.complete;
  if (report.games.end.error.empty() && report.games.counts.total().decided() > 0 && !interrupted()) {
    RunControl rest = control;
    rest.progress = progress_line("games of match-ups");
    report.match_ups = play_match_ups(report.spec, report.games, report.wanted, rest);
  }
  const Command& given = options.long_run.command;
  const bool time_alone = given.given("--time") && !given.given("--games");
  report.outcome = {.asked = time_alone ? 0 : report.spec.games(), .played = report.games.end.games, .unfinished = {}};
  report.outcome.lacks = unmet_text(report.games);
  long_run.finish(complete && report.match_ups.complete, report.outcome);
  if (after && report.games.end.error.empty() && !interrupted()) after->play(report, kTimeForFieldOfFirst);
  if (report.second && !report.second->end.error.empty()) return failed("deck report", report.second->end.error);
  return report.games.end.error.empty() ? kDone : failed("deck report", report.games.end.error);
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("deck report");
  check(options, problems);
  DeckReport report;
  read_named_decks(options, report, problems);
  if (!report.provenance.decks.empty()) report.set = set_of(options, report.spec.own.deck, problems);
  if (problems.any()) return problems.print();
  draw_decks(options, report);
  plan(options, report);
  report.provenance.seed = options.run.seed;
  report.provenance.agents = {options.agent};
  report.provenance.rules = options.run.rules;
  report.provenance.command_line = invocation.command_line;
  if (const int code = play(options, report); code != kDone) return code;
  if (const PageFile& page = options.page; !page.file.empty())
    if (const std::string error = write_file(page.file, deck_report_page(report, page.url)); !error.empty())
      return failed("deck report", error);
  if (const int code = options.presenting.show(deck_report_document(report)); code != kDone) return code;
  const bool missing = missing_games(report.games.counts).missing() || missing_games(report.games.other_counts).missing();
  return options.strict && missing ? kFailed : report.outcome.code();
}

}  // namespace deck_report_command

void add_deck_report(Command deck) {
  using namespace deck_report_command;
  Command command = deck.add("report", "All about one deck: strength, match-ups, how its games go, what its cards do");
  auto options = std::make_shared<Options>();
  options->deck.add_to(command, "DECK", "The deck").required();
  command.option("--field", options->field, "Its opponents; without it, generated decks of the set");
  command.option("--set", options->set, "The set of generated decks; that of the deck unless it is named");
  command.option("--opponents", options->opponents, "Number of generated opponents");
  command.option("--others", options->others, "Generated decks that play the same field, for the percentile; 0: none");
  command.option("-n,--games", options->games, "Games of the deck, in whole rounds: every opponent, going first and second");
  command.option("--match-ups", options->match_ups, "How many of the best and of the worst match-ups to measure");
  command.option("--chain-games", options->chain_games, "At most so many games for each search for chains; 0: no chains");
  command.option("--agent", options->agent, "Who plays both sides ('archon agents' lists them)");
  options->second.add_to(command, "the same field", "Its games, in whole rounds (1,000)");
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  options->presenting.add_to(command);
  options->page.add_to(command, "the page of the deck");
  command.flag("--strict", options->strict, "Exit with 1 when a game is undecided, a fault or forfeited");
  options->run.add_to(command);
  command.footer(
      "Generated decks are those of 'archon deck generate' with the same set and seed: first the opponents, then the others,\n"
      "which play at least 60 games each. The best and the worst opponents are chosen by the first games and measured by 200\n"
      "new ones. Ctrl-C ends a run between games and shows what was played; the ledger keeps the games against the field.\n"
      "Exit codes: 0 done, 2 bad input, 3 stopped before all was played, 4 the ledger has other settings.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
