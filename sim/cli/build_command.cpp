// archon build: which three pods of a collection make the best deck.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "agents/agent_registry.h"
#include "engine/deck/generate.h"
#include "engine/deck/known_sets.h"
#include "sim/cli/commands.h"
#include "sim/command/deck_files.h"
#include "sim/command/deck_names.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/documents/build_document.h"
#include "sim/play/missing.h"
#include "sim/present/printers.h"
#include "sim/stats/distributions.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace build_command {

constexpr std::string_view kGenerated = "generated:";
constexpr int kGeneratedField = 40;          // decks, unless told otherwise
constexpr size_t kSealedDecks = 3;           // of a player
constexpr size_t kMostDecks = 200;           // of one set: the search's table of pairs of pods
constexpr size_t kCandidates = 200;          // the best rated, which are played
constexpr uint64_t kFieldStream = 1u << 20;  // numbers of the field's generated decks, apart from those of the games

struct Options {
  DeckArguments decks;
  std::vector<std::string> field, pods;
  std::string against, extras, agent{kStandardAgent}, list, out;
  bool sealed = false;
  int64_t games = 0;
  int finalists = 10;
  RunOptions run;
  Presenting presenting;
  LongRunOptions long_run;

  DeckFormat format() const { return sealed ? DeckFormat::Sealed : DeckFormat::Alliance; }
};

std::vector<Deck> plain(const DeckList& files) {
  std::vector<Deck> decks;
  for (const DeckFile& each : files) decks.push_back(each.deck);
  return decks;
}

std::string quoted(const std::string& text) { return "'" + text + "'"; }

// The collection and the list; what is wrong with them is a problem.
struct Collection {
  DeckList files;
  std::vector<Deck> decks;
  const RestrictedList* list = nullptr;
};
Collection read_collection(const Options& options, Problems& problems) {
  Collection collection;
  std::string problem;
  collection.list = find_restricted_list(options.list, problem);
  problems.check(collection.list != nullptr, "--list: " + problem);
  problems.check(options.list.empty() || !options.sealed, "--list: Sealed has no restricted list");
  collection.files = read_decks(options.decks, problems);
  check_different(collection.files, problems);
  problems.check(!options.sealed || collection.files.size() <= kSealedDecks, "--sealed: a player has up to three decks, not " +
                                                                                 std::to_string(collection.files.size()) +
                                                                                 " (--only NAME names those to build of)");
  problems.check(collection.files.size() <= kMostDecks, "at most " + std::to_string(kMostDecks) + " decks, not " +
                                                            std::to_string(collection.files.size()) +
                                                            " (--only NAME names those to build of)");
  collection.decks = plain(collection.files);
  return collection;
}

// The deck that the word means; -1 when it is a problem.
int find_deck(const Collection& collection, const std::string& option, const std::string& word, Problems& problems) {
  std::vector<const Deck*> decks;
  for (const Deck& each : collection.decks) decks.push_back(&each);
  const std::vector<size_t> found = decks_called(decks, word);
  if (found.size() == 1) return static_cast<int>(found.front());
  std::string hint = found.empty() ? nearest_decks(decks, word) : "";
  for (const size_t deck : found) hint += (hint.empty() ? "" : ", ") + collection.decks[deck].name;
  problems.add(option + ": " + (found.empty() ? "no deck is called " : "several decks are called ") + quoted(word) +
               (hint.empty() ? "" : " (" + hint + ")"));
  return -1;
}

// NAME:HOUSE three times: that build, as a deck file.
int make_build(const Options& options) {
  Problems problems("build");
  problems.check(options.long_run.ledger.empty(), "--ledger: --pods plays no games to keep");
  const Collection collection = read_collection(options, problems);
  problems.check(options.pods.size() == kDeckHouses,
                 "--pods: a build has three pods, not " + std::to_string(options.pods.size()));
  problems.check(options.presenting.page.file.empty(), "--report: --pods plays nothing that a page could show");
  if (problems.any()) return problems.print();
  Build build;
  for (size_t i = 0; i < kDeckHouses; ++i) {
    const std::string& word = options.pods[i];
    const size_t colon = word.rfind(':');
    const House house = colon == std::string::npos ? House::None : house_from_name(word.substr(colon + 1));
    problems.check(house != House::None, "--pods: " + quoted(word) + " is no pod (NAME:HOUSE, for instance tsong:dis)");
    if (house != House::None) build.pods[i] = {find_deck(collection, "--pods", word.substr(0, colon), problems), house};
  }
  if (!options.extras.empty()) build.extras = find_deck(collection, "--extras", options.extras, problems);
  if (problems.any()) return problems.print();
  std::ranges::sort(build.pods, {}, &Pod::house);
  for (const Pod& pod : build.pods)
    if (options.extras.empty() && build.extras < 0 && has_extras(collection.decks[static_cast<size_t>(pod.deck)]))
      build.extras = pod.deck;
  for (const DeckProblem& each : build_problems(collection.decks, build, options.format(), *collection.list))
    problems.add("--pods: " + each.message + (each.hint.empty() ? "" : " (" + each.hint + ")"));
  if (problems.any()) return problems.print();
  DeckList decks;
  decks.push_back({deck_of(collection.decks, build), ""});
  if (!options.out.empty()) return write_decks(decks, options.out, "build", &std::cout);
  std::cout << write_deck(decks.front().deck);
  return kDone;
}

// Number `number` of the generated decks of the field.
Deck generated_deck(const std::string& set, uint64_t seed, int number) {
  SmallRng rng{stream_seed(seed, kFieldStream + static_cast<uint64_t>(number), Stream::Setup)};
  return generate_deck(set, "Generated " + set + " field " + std::to_string(number + 1), rng);
}

// The sets of the collection that decks can be generated of.
std::vector<std::string> sets_of(const std::vector<Deck>& decks) {
  std::set<std::string> sets;
  for (const Deck& each : decks)
    if (find_set(each.set) != nullptr) sets.insert(each.set);
  return {sets.begin(), sets.end()};
}

// The best rated build of a pool of three generated decks each: what others would play in Sealed.
Deck sealed_deck(const std::string& set, uint64_t seed, int number, const RestrictedList& list) {
  std::vector<Deck> pool;
  for (int i = 0; i < static_cast<int>(kSealedDecks); ++i)
    pool.push_back(generated_deck(set, seed, number * static_cast<int>(kSealedDecks) + i));
  const BuildSearch search = search_builds(built_in_ratings(), pool, DeckFormat::Sealed, list, 1);
  return deck_of(pool, search.best.front().build);
}

// Against whom; its text for people.
std::pair<DeckList, std::string> read_field(const Options& options, const Collection& collection, Problems& problems) {
  DeckList field;
  if (!options.against.empty()) {
    field = read_decks({options.against}, problems);
    check_count(field, 1, 1, problems);
    return {field, field.empty() ? "" : field.front().deck.name};
  }
  int count = kGeneratedField;
  const bool generated = options.field.empty() || (options.field.size() == 1 && options.field.front().starts_with(kGenerated));
  if (!generated) {
    field = read_decks(options.field, problems);
    check_different(field, problems);
    problems.check(field.size() <= kMostDecks, "--field: at most " + std::to_string(kMostDecks) + " decks");
    return {field, thousands(std::ssize(field)) + (field.size() == 1 ? " deck" : " decks")};
  }
  if (!options.field.empty()) {
    const std::string number = options.field.front().substr(kGenerated.size());
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
    problems.check(error == std::errc() && end == number.data() + number.size() && count >= 1 && count <= 200,
                   "--field: from generated:1 to generated:200, not " + quoted(options.field.front()));
  }
  const std::vector<std::string> sets = sets_of(collection.decks);
  problems.check(!sets.empty() || collection.decks.empty(), "--field: decks of no known set; name the decks to play against");
  if (problems.any() || sets.empty()) return {field, ""};
  std::string names;
  for (const std::string& set : sets) names += (names.empty() ? "" : ", ") + set;
  for (int i = 0; i < count; ++i) {
    const std::string& set = sets[static_cast<size_t>(i) % sets.size()];
    field.push_back(
        {options.sealed ? sealed_deck(set, options.run.seed, i, *collection.list) : generated_deck(set, options.run.seed, i),
         ""});
  }
  const std::string many = std::to_string(count);
  return {field, options.sealed ? "the best rated builds of " + many + " pools of three generated decks of " + names
                                : many + " generated decks of " + names};
}

// The win rate against the field by ratings, and the error of the racer's own.
void rate_racer(Racer& racer, const std::vector<double>& field) {
  const DeckRating rating = rate_deck(built_in_ratings(), racer.deck.deck);
  racer.error = rating.error;
  racer.expected = 0;
  for (const double strength : field)
    racer.expected += logistic(rating.strength - strength) / static_cast<double>(field.size());
}

// The best rated builds, and the best rated deck as printed.
std::vector<Racer> racers_of(const Collection& collection, const BuildSearch& search, const DeckList& field,
                             std::vector<Build>& builds) {
  std::vector<double> strengths;
  for (const DeckFile& each : field) strengths.push_back(rate_deck(built_in_ratings(), each.deck).strength);
  std::vector<Racer> racers;
  const auto add = [&](const Build& build) {
    racers.push_back({.deck = {deck_of(collection.decks, build), ""}});
    rate_racer(racers.back(), strengths);
    builds.push_back(build);
  };
  for (const RatedBuild& each : search.best) add(each.build);
  int best = 0;
  double most = -kInfinity;
  for (int deck = 0; deck < std::ssize(collection.decks); ++deck) {
    const double strength = rate_deck(built_in_ratings(), collection.decks[static_cast<size_t>(deck)]).strength;
    if (strength > most) best = deck;
    most = std::max(most, strength);
  }
  const Build printed = printed_build(collection.decks, best);
  if (std::ranges::find(builds, printed) == builds.end()) add(printed);
  racers[static_cast<size_t>(std::ranges::find(builds, printed) - builds.begin())].compare = true;
  return racers;
}

// The builds in the order of the race's racers.
std::vector<Build> in_order(const RaceResult& race, const std::vector<Racer>& before, const std::vector<Build>& builds) {
  std::vector<Build> ordered;
  for (const Racer& racer : race.racers) {
    const auto same = [&](const Racer& each) { return each.deck.deck == racer.deck.deck; };
    ordered.push_back(builds[static_cast<size_t>(std::ranges::find_if(before, same) - before.begin())]);
  }
  return ordered;
}

// What every game of a ledger of builds shares.
nlohmann::json settings_of(const Options& options) {
  nlohmann::json settings = {{"agent", full_spec(options.agent)}, {"rules", options.run.rules}, {"seed", options.run.seed}};
  options.run.time.add_to_settings(settings);
  return settings;
}

int deliver(const Options& options, const BuildReport& report) {
  const present::Document document = build_document(report);
  if (options.out.empty()) return options.presenting.show(document);
  DeckList best;
  for (size_t i = 0; i < report.race.finalists; ++i) best.push_back(report.race.racers[i].deck);
  const std::filesystem::path folder(options.out);
  std::string failure = write_file(folder / "builds.csv", [&](std::ostream& to) { write_csv(to, *document.table("builds")); });
  if (failure.empty()) failure = write_file(folder / "build.json", [&](std::ostream& to) { write_json(to, document); });
  if (!failure.empty()) return failed("build", failure);
  if (const int code = options.presenting.show(document); code != kDone) return code;
  // What is on standard output is the result.
  std::ostream* const out = options.presenting.format == "table" ? &std::cout : nullptr;
  return write_decks(best, (folder / "decks").string(), "build", out);
}

int search(const Options& options, const Invocation& invocation) {
  Problems problems("build");
  options.run.check(problems);
  options.long_run.check(problems);
  options.presenting.check(problems);
  problems.check_agent("--agent", options.agent);
  problems.check(options.games >= 0, "--games: at least 0");
  problems.check(options.finalists >= 1 && options.finalists <= static_cast<int>(kCandidates),
                 "--finalists: from 1 to " + std::to_string(kCandidates) + ", not " + std::to_string(options.finalists));
  problems.check(options.extras.empty(), "--extras is for --pods");
  problems.check(options.against.empty() || options.field.empty(), "--against and --field: only one of them");
  BuildReport report;
  report.format = options.format();
  const Collection collection = read_collection(options, problems);
  check_known(collection.files, options.run.matchup_options().rules, problems);
  if (!problems.any()) std::tie(report.field, report.field_text) = read_field(options, collection, problems);
  if (!problems.any()) check_known(report.field, options.run.matchup_options().rules, problems);
  if (!problems.any() && !options.out.empty()) problems.make_folder("--out", options.out);
  if (problems.any()) return problems.print();

  report.decks = collection.decks;
  if (!options.sealed) report.list = collection.list->day;
  report.search = search_sets(built_in_ratings(), collection.decks, options.format(), *collection.list, kCandidates);
  const std::vector<Racer> racers = racers_of(collection, report.search, report.field, report.builds);
  LongRun long_run("build", options.long_run);
  if (const int code = long_run.open(kBuildLedger, settings_of(options)); code != kDone) return code;
  const RunControl control = long_run.control(options.run.threads, "games");
  constexpr int64_t kGames = 40000;
  const RaceSpec spec{.agent = options.agent,
                      .seed = options.run.seed,
                      .games = options.games > 0                ? options.games
                               : options.long_run.seconds() > 0 ? 0
                                                                : kGames,
                      .finalists = static_cast<size_t>(options.finalists),
                      .options = options.run.matchup_options()};
  report.race = race(racers, report.field, spec, [&](double share) { return long_run.part(control, share); });
  report.builds = in_order(report.race, racers, report.builds);
  report.outcome.asked = report.race.complete ? report.race.played : spec.games;  // what is asked for is about so many
  report.outcome.played = report.race.played;
  long_run.finish(report.race.complete, report.outcome);
  if (!report.race.error.empty()) return failed("build", report.race.error);
  report.provenance = {.seed = options.run.seed,
                       .agents = {options.agent, options.agent},
                       .decks = collection.files,
                       .rules = options.run.rules,
                       .command_line = invocation.command_line,
                       .time = options.run.time.limit()};
  for (const DeckFile& each : report.field)
    if (std::ranges::none_of(collection.decks, [&](const Deck& deck) { return deck == each.deck; }))
      report.provenance.decks.push_back(each);
  if (const std::string missing = missing_text(report.race.missing); !missing.empty()) problems.tell(missing);
  const int code = deliver(options, report);
  return code != kDone ? code : report.outcome.code();
}

}  // namespace build_command

void add_build(Command program) {
  using namespace build_command;
  Command command = program.add("build", "Which three pods of a collection make the best deck (Alliance, Sealed)");
  auto options = std::make_shared<Options>();
  options->decks.add_to(command, "DECKS", "The collection; decks of several sets are built of set by set").required();
  command.option("--field", options->field,
                 "Decks to win against, or generated:N, decks of the same sets; without it generated:40");
  command.option("--against", options->against, "One deck to win against: which pods to swap in between rounds");
  command.flag(
      "--sealed", options->sealed,
      "Sealed: up to three decks, no restricted list; a generated field are the best rated builds of pools of three decks");
  command
      .option("--list", options->list, "Restricted list of Alliance in force on that day (YYYY-MM-DD); without it the newest")
      .hide_default();
  command.option("-n,--games", options->games, "Games in all, about; without it and --time 40,000").hide_default();
  command.option("--finalists", options->finalists, "Builds that are measured and shown");
  command.option("--agent", options->agent, "Who plays both sides ('archon agents' lists them)");
  command.option("--out", options->out,
                 "Folder for build.json, builds.csv, and in decks/ the finalists as deck files; of --pods, for its deck file");
  command.option("--pods", options->pods, "Make this build and play nothing: NAME:HOUSE, three times").repeated();
  command.option("--extras", options->extras,
                 "With --pods, whose token creature, prophecies or archon power it has; else the first's");
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  options->run.time.add_to(command);
  options->presenting.add_to(command);
  options->presenting.add_page("the best builds beside the best deck as printed, and all tables");
  options->run.add_to(command);
  command.footer(
      "All legal builds are rated without games; the 200 best rated play against the field, the better half of them on and on\n"
      "(sequential halving), and the last ten are measured in games of their own beside the best deck as printed: having been\n"
      "chosen flatters nobody. Intervals are of games with this agent against this field.");
  command.calls([options](const Invocation& invocation) {
    return options->pods.empty() ? search(*options, invocation) : make_build(*options);
  });
}

}  // namespace archon::cli
