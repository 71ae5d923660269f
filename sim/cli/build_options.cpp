#include "sim/cli/build_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/deck/generate.h"
#include "engine/deck/known_sets.h"
#include "sim/command/deck_files.h"
#include "sim/command/output.h"
#include "sim/present/printers.h"
#include "sim/present/terminal_text.h"
#include "sim/ratings/rating_model.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace {

constexpr std::string_view kGenerated = "generated:";
constexpr int kGeneratedField = 40;  // decks, unless told otherwise
constexpr int64_t kGames = 100000;   // likewise
constexpr size_t kSealedDecks = 3;   // of a player
constexpr size_t kMostDecks = 200;   // of one set: the search's table of pairs of pods
// Numbers of generated decks, apart from those of the games.
constexpr uint64_t kFieldStream = 1u << 20, kWishStream = 1u << 21;

}  // namespace

void BuildOptions::check_race(Problems& problems) const {
  run.check(problems);
  long_run.check(problems);
  presenting.check(problems);
  problems.check_agent("--agent", agent);
  problems.check(games >= 0, "--games: at least 0");
  long_run.check_race_shard(games, {"--report", "--out"}, problems);
  problems.check(finalists >= 1 && finalists <= static_cast<int>(kBuildCandidates),
                 "--finalists: from 1 to " + std::to_string(kBuildCandidates) + ", not " + std::to_string(finalists));
  problems.check(extras.empty(), "--extras is for --pods");
  problems.check(against.empty() || field.empty(), "--against and --field: only one of them");
}

RaceSpec BuildOptions::race_spec() const {
  return {.agent = agent,
          .seed = run.seed,
          .games = games > 0                ? games
                   : long_run.seconds() > 0 ? 0
                                            : kGames,
          .finalists = static_cast<size_t>(finalists),
          .options = run.matchup_options(),
          .narrow = kLastOfRace};
}

nlohmann::json BuildOptions::settings() const {
  nlohmann::json settings = {{"agent", full_spec(agent)}, {"rules", run.rules}, {"seed", run.seed}};
  run.time.add_to_settings(settings);
  return settings;
}

Provenance BuildOptions::provenance(const DeckList& collection, const DeckList& opponents, const Invocation& invocation) const {
  Provenance provenance{.seed = run.seed,
                        .agents = {agent, agent},
                        .decks = collection,
                        .rules = run.rules,
                        .command_line = invocation.command_line,
                        .time = run.time.limit()};
  for (const DeckFile& each : opponents)
    if (std::ranges::none_of(collection, [&](const DeckFile& mine) { return mine.deck == each.deck; }))
      provenance.decks.push_back(each);
  return provenance;
}

int BuildOptions::deliver(const present::Document& document, const std::string& table, const std::string& json,
                          const DeckList& best) const {
  if (out.empty()) return presenting.show(document);
  const std::filesystem::path folder(out);
  const auto csv = [&](std::ostream& to) { write_csv(to, *document.table(table)); };
  std::string failure = write_file(folder / (table + ".csv"), csv);
  if (failure.empty()) failure = write_file(folder / json, [&](std::ostream& to) { write_json(to, document); });
  if (!failure.empty()) return failed("build", failure);
  if (const int code = presenting.show(document); code != kDone) return code;
  // What is on standard output is the result.
  return write_decks(best, (folder / "decks").string(), "build", presenting.format == "table" ? &std::cout : nullptr);
}

BuildCollection read_collection(const BuildOptions& options, Problems& problems) {
  BuildCollection collection;
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
  for (const DeckFile& each : collection.files) collection.decks.push_back(each.deck);
  return collection;
}

Deck generated_deck(const std::string& set, GeneratedFor what, uint64_t seed, int number) {
  const bool wish = what == GeneratedFor::Wish;
  SmallRng rng{stream_seed(seed, (wish ? kWishStream : kFieldStream) + static_cast<uint64_t>(number), Stream::Setup)};
  return generate_deck(set, "Generated " + set + (wish ? " wish " : " field ") + std::to_string(number + 1), rng);
}

int generated_count(const std::string& option, const std::vector<std::string>& words, int otherwise, int most,
                    Problems& problems) {
  if (words.empty()) return otherwise;
  if (words.size() > 1 || !words.front().starts_with(kGenerated)) return 0;
  int count = 0;
  const std::string number = words.front().substr(kGenerated.size());
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
  problems.check(error == std::errc() && end == number.data() + number.size() && count >= 1 && count <= most,
                 option + ": from generated:1 to generated:" + std::to_string(most) + ", not '" + words.front() + "'");
  return std::max(count, 1);
}

std::vector<std::string> generated_sets(std::span<const Deck> decks) {
  std::set<std::string> sets;
  for (const Deck& each : decks)
    if (find_set(each.set) != nullptr) sets.insert(each.set);
  return {sets.begin(), sets.end()};
}

namespace {

// The best rated build of a pool of three generated decks each: what others would play in Sealed.
Deck sealed_deck(const std::string& set, uint64_t seed, int number, const RestrictedList& list) {
  std::vector<Deck> pool;
  for (int i = 0; i < static_cast<int>(kSealedDecks); ++i)
    pool.push_back(generated_deck(set, GeneratedFor::Field, seed, number * static_cast<int>(kSealedDecks) + i));
  const BuildSearch search = search_builds(built_in_ratings(), pool, DeckFormat::Sealed, list, 1);
  return deck_of(pool, search.best.front().build);
}

}  // namespace

std::pair<DeckList, std::string> read_build_field(const BuildOptions& options, const BuildCollection& collection,
                                                  Problems& problems) {
  DeckList field;
  if (!options.against.empty()) {
    field = read_decks({options.against}, problems);
    check_count(field, 1, 1, problems);
    return {field, field.empty() ? "" : field.front().deck.name};
  }
  constexpr int kMost = static_cast<int>(kMostDecks);
  const int count = generated_count("--field", options.field, kGeneratedField, kMost, problems);
  if (count == 0) {
    field = read_decks(options.field, problems);
    check_different(field, problems);
    problems.check(field.size() <= kMostDecks, "--field: at most " + std::to_string(kMostDecks) + " decks");
    return {field, thousands(std::ssize(field)) + (field.size() == 1 ? " deck" : " decks")};
  }
  const std::vector<std::string> sets = generated_sets(collection.decks);
  problems.check(!sets.empty() || collection.decks.empty(), "--field: decks of no known set; name the decks to play against");
  if (problems.any() || sets.empty()) return {field, ""};
  for (int i = 0; i < count; ++i) {
    const std::string& set = sets[static_cast<size_t>(i) % sets.size()];
    field.push_back({options.sealed ? sealed_deck(set, options.run.seed, i, *collection.list)
                                    : generated_deck(set, GeneratedFor::Field, options.run.seed, i),
                     ""});
  }
  const std::string many = std::to_string(count), names = joined(sets);
  return {field, options.sealed ? "the best rated builds of " + many + " pools of three generated decks of " + names
                                : many + " generated decks of " + names};
}

void BuildRacers::add(std::span<const Deck> decks, const Build& build, const RacerMaker& racer) {
  racers.push_back(racer({deck_of(decks, build), ""}));
  const auto number = [](int deck, int of) { return deck * (kHouses + 1) + of; };
  for (const Pod& pod : build.pods) racers.back().parts.push_back(number(pod.deck, static_cast<int>(pod.house)));
  if (build.extras >= 0) racers.back().parts.push_back(number(build.extras, kHouses));
  builds.push_back(build);
}

std::vector<Build> BuildRacers::in_order_of(const RaceResult& race) const {
  std::vector<Build> ordered;
  for (const Racer& racer : race.racers) {
    const auto same = [&](const Racer& each) { return each.deck.deck == racer.deck.deck; };
    ordered.push_back(builds[static_cast<size_t>(std::ranges::find_if(racers, same) - racers.begin())]);
  }
  return ordered;
}

BuildRacers build_racers(const BuildCollection& collection, const BuildSearch& search, const RacerMaker& racer) {
  BuildRacers all;
  for (const RatedBuild& each : search.best) all.add(collection.decks, each.build, racer);
  int best = 0;
  double most = -kInfinity;
  for (int deck = 0; deck < std::ssize(collection.decks); ++deck) {
    const double strength = rate_deck(built_in_ratings(), collection.decks[static_cast<size_t>(deck)]).strength;
    if (strength > most) best = deck;
    most = std::max(most, strength);
  }
  const Build printed = printed_build(collection.decks, best);
  if (std::ranges::find(all.builds, printed) == all.builds.end()) all.add(collection.decks, printed, racer);
  all.racers[static_cast<size_t>(std::ranges::find(all.builds, printed) - all.builds.begin())].compare = true;
  return all;
}

}  // namespace archon::cli
