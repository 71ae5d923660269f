#include "sim/cli/build_wish.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/deck/known_sets.h"
#include "sim/documents/wish_document.h"
#include "sim/play/missing.h"
#include "sim/pods/wishes.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace wish_command {

constexpr int kMostWished = 2000;        // decks, of each set where they are generated
constexpr double kOwnShare = 0.3;        // of the games: which build is the best without a wish
constexpr uint64_t kOwnRace = 1u << 22;  // number of that race's seed: none of its games is one of the other race

// The decks whose pods are wished for, none of the collection; their text for people.
std::pair<std::vector<Deck>, std::string> read_wished(const BuildOptions& options, const BuildCollection& collection,
                                                      Problems& problems) {
  std::vector<Deck> wished;
  const Expansion* const set = find_set(options.set);  // null: not named
  std::vector<std::string> sets = generated_sets(collection.decks);
  if (!options.set.empty()) std::erase_if(sets, [&](const std::string& each) { return set == nullptr || each != set->code; });
  problems.check(options.set.empty() || !sets.empty(),
                 "--set: the collection has no deck of '" + options.set + "', and a build is of one set");
  const int count = generated_count("--wish", options.wish, kWishedDecks, kMostWished, problems);
  if (problems.any()) return {};
  if (count > 0) {
    for (const std::string& each : sets)
      for (int i = 0; i < count; ++i) wished.push_back(generated_deck(each, GeneratedFor::Wish, options.run.seed, i));
    return {wished, thousands(std::ssize(wished)) + " generated decks of " + joined(sets)};
  }
  const DeckList decks = read_decks(options.wish, problems);
  check_different(decks, problems);
  check_known(decks, options.run.matchup_options().rules, problems);
  problems.check(decks.size() <= kMostWished, "--wish: at most " + thousands(kMostWished) + " decks");
  for (const DeckFile& each : decks) {
    const bool there =
        std::ranges::any_of(collection.decks, [&](const Deck& mine) { return deck_hash(mine) == deck_hash(each.deck); });
    if (!there && (set == nullptr || each.deck.set == set->code)) wished.push_back(each.deck);
  }
  return {wished, thousands(std::ssize(wished)) + (wished.size() == 1 ? " deck" : " decks")};
}

// The best rated builds, each with a wished pod of its own.
BuildRacers wish_racers(const WishReport& report, std::span<const RatedBuild> wishes, const RacerMaker& racer) {
  BuildRacers all;
  std::set<uint64_t> known;
  for (const RatedBuild& each : wishes) {
    if (all.builds.size() == kBuildCandidates) break;
    if (known.insert(deck_hash(deck_of(report.decks, each.build))).second) all.add(report.decks, each.build, racer);
  }
  return all;
}

int64_t own_games(const RaceSpec& whole) { return static_cast<int64_t>(kOwnShare * static_cast<double>(whole.games)); }

// Of the search for the best build of the collection alone, a part of this whole.
RaceSpec own_spec(const RaceSpec& whole) {
  RaceSpec spec = whole;
  spec.seed = stream_seed(whole.seed, kOwnRace, Stream::Setup);
  if (whole.games > 0) spec.games = std::max<int64_t>(own_games(whole), 1);
  spec.finalists = 1;
  spec.part = "own ";
  return spec;
}

// And for those with a wished pod.
RaceSpec wish_spec(const RaceSpec& whole) {
  RaceSpec spec = whole;
  if (whole.games > 0) spec.games = std::max<int64_t>(whole.games - own_games(whole), 1);
  ++spec.finalists;  // one of them may be the build without a wish
  spec.part = "wish ";
  return spec;
}

// First which build is the best of the collection alone, then those with a wished pod, measured beside it.
void play(const BuildOptions& options, const BuildCollection& collection, BuildRacers wishes, LongRun& long_run,
          WishReport& report) {
  const RunControl control = long_run.control(options.run.threads, "games");
  const RaceSpec whole = options.race_spec();
  const RacerMaker racer(report.field);
  int64_t before = 0;
  const auto part_of_race = [&](double of_race) {
    return [&, of_race](double share) {
      RunControl part = long_run.part(control, whole.games > 0 ? share : share * of_race);
      if (part.progress && part.shard.whole())  // a shard is told of its part
        part.progress = [&, progress = part.progress](int64_t done, int64_t total) {
          progress(before + done, std::max(whole.games, before + total));
        };
      return part;
    };
  };

  const auto of_shard = [&](const RaceResult& round) {
    report.race = round;
    report.outcome.asked = whole.games;
    report.outcome.played = round.played;
  };
  const BuildSearch search =
      search_sets(built_in_ratings(), collection.decks, DeckFormat::Alliance, *collection.list, kBuildCandidates);
  const BuildRacers own = build_racers(collection, search, racer);
  RaceSpec alone = own_spec(whole), wished = wish_spec(whole);
  alone.rounds_after = race_rounds(wishes.racers.size() + 1, wished);
  wished.rounds_before = race_rounds(own.racers.size(), alone);
  const RaceResult without = race(own.racers, report.field, alone, part_of_race(kOwnShare));
  before = without.played;
  if (without.shard) return of_shard(without);

  wishes.add(report.decks, own.in_order_of(without).front(), racer);
  wishes.racers.back().compare = true;
  report.race = race(wishes.racers, report.field, wished, part_of_race(1 - kOwnShare));
  if (report.race.shard) return of_shard(report.race);
  report.builds = wishes.in_order_of(report.race);
  report.outcome.played = without.played + report.race.played;
  report.race.complete = report.race.complete && without.complete;
  report.race.missing.add(without.missing);
  add(report.race.by_time, without.by_time);
  if (report.race.error.empty()) report.race.error = without.error;
  report.outcome.asked = report.race.complete ? report.outcome.played : whole.games;
}

}  // namespace wish_command

int wish_for(const BuildOptions& options, const Invocation& invocation) {
  using namespace wish_command;
  Problems problems("build");
  options.check_race(problems);
  problems.check(!options.sealed, "--wish is for Alliance, not for --sealed");
  WishReport report;
  const BuildCollection collection = read_collection(options, problems);
  const RulesProfile& rules = options.run.matchup_options().rules;
  check_known(collection.files, rules, problems);
  std::vector<Deck> wished;
  if (!problems.any()) std::tie(report.field, report.field_text) = read_build_field(options, collection, problems);
  if (!problems.any()) std::tie(wished, report.wished_text) = read_wished(options, collection, problems);
  if (!problems.any()) check_known(report.field, rules, problems);
  if (!problems.any() && !options.out.empty()) problems.make_folder("--out", options.out);
  if (problems.any()) return problems.print();

  report.decks = collection.decks;
  report.mine = collection.decks.size();
  report.list = collection.list->day;
  report.shown = static_cast<size_t>(options.finalists);
  report.decks.insert(report.decks.end(), wished.begin(), wished.end());
  const std::vector<RatedBuild> wishes =
      wished_builds(built_in_ratings(), report.decks, report.mine, DeckFormat::Alliance, *collection.list, options.run.threads);
  report.pods = wishes.size();
  problems.check(report.pods > 0, "--wish: no wished pod fits two of the collection (a build is of one set and three houses)");
  if (problems.any()) return problems.print();
  LongRun long_run("build", options.long_run, invocation.words);
  if (const int code = long_run.open_race(kBuildLedger, options.settings()); code != kDone) return code;
  play(options, collection, wish_racers(report, wishes, RacerMaker(report.field)), long_run, report);
  long_run.finish(report.race.complete, report.outcome);
  if (!report.race.error.empty()) return failed("build", report.race.error);
  if (report.race.shard) return long_run.tell_round(*report.race.shard, report.outcome);
  report.provenance = options.provenance(collection.files, report.field, invocation);
  if (const std::string missing = missing_text(report.race.missing); !missing.empty()) problems.tell(missing);
  DeckList best;
  for (size_t i = 0; i < report.race.finalists && best.size() < report.shown; ++i)
    if (!report.race.racers[i].compare) best.push_back(report.race.racers[i].deck);
  const int code = options.deliver(wish_document(report), "wishes", "wish.json", best);
  return code != kDone ? code : report.outcome.code();
}

}  // namespace archon::cli
