#pragma once
// What the questions of `archon build` share - which build, which pod to wish for - : options, the collection, the field, the
// race and where its result goes.
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/agent_registry.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/pods/build_rater.h"
#include "sim/present/document.h"
#include "sim/race/rated_racer.h"

namespace archon::cli {

inline constexpr size_t kBuildCandidates = 200;  // the best rated, which are played

struct BuildOptions {
  DeckArguments decks;
  std::vector<std::string> field, pods, wish;
  std::string against, extras, agent{kStandardAgent}, list, out;
  std::string set;  // of the wished pods; empty: those of the collection
  bool sealed = false;
  int64_t games = 0;
  int finalists = 10;
  RunOptions run;
  Presenting presenting;
  LongRunOptions long_run;
  Command command;

  DeckFormat format() const { return sealed ? DeckFormat::Sealed : DeckFormat::Alliance; }
  void check_race(Problems& problems) const;
  RaceSpec race_spec() const;
  nlohmann::json settings() const;  // what every game of a ledger shares
  Provenance provenance(const DeckList& collection, const DeckList& opponents, const Invocation& invocation) const;

  // Shows the document, and writes it with the finalists into the folder: TABLE.csv, JSON, decks/.
  int deliver(const present::Document& document, const std::string& table, const std::string& json,
              const DeckList& finalists) const;
};

// The decks and the restricted list.
struct BuildCollection {
  DeckList files;
  std::vector<Deck> decks;
  const RestrictedList* list = nullptr;
};
BuildCollection read_collection(const BuildOptions& options, Problems& problems);  // what is wrong with them is a problem

// A deck of the set that stands for those that are printed. Decks that stand for the same have a word of their own, which their
// names say and which keeps their draws apart.
enum class GeneratedFor : uint8_t { Field, Wish };
Deck generated_deck(const std::string& set, GeneratedFor what, uint64_t seed, int number);

// N of the only word generated:N; `otherwise` without any word; 0: decks are named.
int generated_count(const std::string& option, const std::vector<std::string>& words, int otherwise, int most,
                    Problems& problems);

std::vector<std::string> generated_sets(std::span<const Deck> decks);  // of these, those that decks can be generated of

// Against whom; its text for people.
std::pair<DeckList, std::string> read_build_field(const BuildOptions& options, const BuildCollection& collection,
                                                  Problems& problems);

// What runs in a race, and the build of each.
struct BuildRacers {
  std::vector<Racer> racers;
  std::vector<Build> builds;

  void add(std::span<const Deck> decks, const Build& build, const RacerMaker& racer);
  std::vector<Build> in_order_of(const RaceResult& race) const;  // the builds as its racers lie
};

// The best rated builds of the collection, and the best rated deck as printed, to compare with.
BuildRacers build_racers(const BuildCollection& collection, const BuildSearch& search, const RacerMaker& racer);

}  // namespace archon::cli
