#pragma once
// The results of `archon build --wish`.
#include <string>
#include <vector>

#include "sim/command/long_run.h"
#include "sim/pods/build_race.h"
#include "sim/pods/build_rater.h"
#include "sim/present/document.h"

namespace archon::cli {

struct WishReport {
  std::vector<Deck> decks;    // the collection, then those of the wished pods
  size_t mine = 0;            // decks of the collection
  size_t pods = 0;            // wished ones that fit two of the collection
  std::string wished_text;    // "350 generated decks of CotA"
  std::string list;           // day of the restricted list
  RaceResult race;            // of builds with a wished pod each, and of the best of the collection alone (Racer::compare)
  std::vector<Build> builds;  // in the order of its racers
  size_t shown = 10;          // wishes at most
  DeckList field;
  std::string field_text;  // "40 generated decks of CotA"
  Outcome outcome{.unit = "games", .unfinished = ""};
  Provenance provenance;
};

// The report must outlive it.
present::Document wish_document(const WishReport& report);

}  // namespace archon::cli
