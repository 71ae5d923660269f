// archon build: which three pods of a collection make the best deck.
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "sim/cli/build_wish.h"
#include "sim/cli/commands.h"
#include "sim/command/deck_files.h"
#include "sim/command/deck_names.h"
#include "sim/documents/build_document.h"
#include "sim/play/missing.h"

namespace archon::cli {
namespace build_command {

// The deck that the word means; -1 when it is a problem.
int find_deck(const BuildCollection& collection, const std::string& option, const std::string& word, Problems& problems) {
  std::vector<const Deck*> decks;
  for (const Deck& each : collection.decks) decks.push_back(&each);
  const std::vector<size_t> found = decks_called(decks, word);
  if (found.size() == 1) return static_cast<int>(found.front());
  std::string hint = found.empty() ? nearest_decks(decks, word) : "";
  for (const size_t deck : found) hint += (hint.empty() ? "" : ", ") + collection.decks[deck].name;
  problems.add(option + ": " + (found.empty() ? "no deck is called " : "several decks are called ") + "'" + word + "'" +
               (hint.empty() ? "" : " (" + hint + ")"));
  return -1;
}

// NAME:HOUSE three times: that build, as a deck file.
int make_build(const BuildOptions& options) {
  Problems problems("build");
  for (const char* option : {"--games", "--time", "--ledger", "--shard", "--turns", "--minutes", "--pace", "--field",
                             "--against", "--finalists", "--agent", "--wish", "--set", "--report", "--format"})
    problems.check(!options.command.given(option), std::string(option) + ": --pods plays no games, it writes a deck file");
  const BuildCollection collection = read_collection(options, problems);
  problems.check(options.pods.size() == kDeckHouses,
                 "--pods: a build has three pods, not " + std::to_string(options.pods.size()));
  if (problems.any()) return problems.print();
  Build build;
  for (size_t i = 0; i < kDeckHouses; ++i) {
    const std::string& word = options.pods[i];
    const size_t colon = word.rfind(':');
    const bool names_both = colon != std::string::npos && colon > 0;
    const House house = names_both ? house_from_name(word.substr(colon + 1)) : House::None;
    problems.check(house != House::None, "--pods: '" + word + "' is no pod (NAME:HOUSE, for instance tsong:dis)");
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

int search(const BuildOptions& options, const Invocation& invocation) {
  Problems problems("build");
  options.check_race(problems);
  problems.check(options.set.empty(), "--set is for --wish");
  BuildReport report;
  report.format = options.format();
  const BuildCollection collection = read_collection(options, problems);
  check_known(collection.files, options.run.matchup_options().rules, problems);
  if (!problems.any()) std::tie(report.field, report.field_text) = read_build_field(options, collection, problems);
  if (!problems.any()) check_known(report.field, options.run.matchup_options().rules, problems);
  if (!problems.any() && !options.out.empty()) problems.make_folder("--out", options.out);
  if (problems.any()) return problems.print();

  report.decks = collection.decks;
  if (!options.sealed) report.list = collection.list->day;
  report.search = search_sets(built_in_ratings(), collection.decks, options.format(), *collection.list, kBuildCandidates);
  const BuildRacers racers = build_racers(collection, report.search, RacerMaker(report.field));
  LongRun long_run("build", options.long_run, invocation.words);
  if (const int code = long_run.open_race(kBuildLedger, options.settings()); code != kDone) return code;
  const RunControl control = long_run.control(options.run.threads, "games");
  const RaceSpec spec = options.race_spec();
  report.race = race(racers.racers, report.field, spec, [&](double share) { return long_run.part(control, share); });
  report.outcome.asked = report.race.complete ? report.race.played : spec.games;  // what is asked for is about so many
  report.outcome.played = report.race.played;
  long_run.finish(report.race.complete, report.outcome);
  if (!report.race.error.empty()) return failed("build", report.race.error);
  if (report.race.shard) return long_run.tell_round(*report.race.shard, report.outcome);
  report.builds = racers.in_order_of(report.race);
  report.provenance = options.provenance(collection.files, report.field, invocation);
  if (const std::string missing = missing_text(report.race.missing); !missing.empty()) problems.tell(missing);
  DeckList best;
  for (size_t i = 0; i < report.race.finalists; ++i) best.push_back(report.race.racers[i].deck);
  const int code = options.deliver(build_document(report), "builds", "build.json", best);
  return code != kDone ? code : report.outcome.code();
}

}  // namespace build_command

void add_build(Command program) {
  using namespace build_command;
  Command command = program.add("build", "Which three pods of a collection make the best deck (Alliance, Sealed)");
  auto options = std::make_shared<BuildOptions>();
  options->command = command;
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
  command.option("-n,--games", options->games, "Games in all, about; without it and --time 100,000").hide_default();
  command.option("--finalists", options->finalists, "Builds that are measured and shown");
  command.option("--agent", options->agent, "Who plays both sides ('archon agents' lists them)");
  command.option("--out", options->out,
                 "Folder for build.json, builds.csv (of --wish wish.json, wishes.csv), and in decks/ the finalists as deck "
                 "files; of --pods, "
                 "for its deck file");
  command
      .option("--wish", options->wish,
              "Which pod would help the collection most: of these decks, or of generated:N of each set; alone generated:" +
                  std::to_string(kWishedDecks))
      .maybe_alone();
  command.option("--set", options->set, "With --wish: pods of that set only").hide_default();
  command.option("--pods", options->pods, "Make this build and play nothing: NAME:HOUSE, three times").repeated();
  command.option("--extras", options->extras,
                 "With --pods, whose token creature, prophecies or archon power it has; else the first's");
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  options->long_run.add_shard(command);
  options->run.time.add_to(command);
  options->presenting.add_to(command);
  options->presenting.add_page("the best builds beside the best deck as printed, and all tables");
  options->run.add_to(command);
  command.footer(
      "All legal builds are rated without games; the 200 best rated play against the field, the better half of them on and on\n"
      "(sequential halving), and the last ten are measured in games of their own beside the best deck as printed: having been\n"
      "chosen flatters nobody. Intervals are of games with this agent against this field. --wish rates each wished pod by the\n"
      "best build of it and two pods of the collection, plays the 200 best and measures the last ten beside the best build\n"
      "without any. A --shard plays its part of one round; when all are merged, 'archon merge' says how to play the next.");
  command.calls([options](const Invocation& invocation) {
    std::erase(options->wish, "");  // it was given alone
    if (!options->pods.empty()) return make_build(*options);
    return options->command.given("--wish") ? wish_for(*options, invocation) : search(*options, invocation);
  });
}

}  // namespace archon::cli
