#pragma once
// The results of `archon build`.
#include <optional>
#include <string>
#include <vector>

#include "sim/command/long_run.h"
#include "sim/pods/build_race.h"
#include "sim/pods/build_rater.h"
#include "sim/present/document.h"

namespace archon::cli {

struct BuildReport {
  DeckFormat format = DeckFormat::Alliance;
  std::string list;           // day of the restricted list; empty in Sealed
  std::vector<Deck> decks;    // the collection
  BuildSearch search;         // all of it, rated
  std::vector<Build> builds;  // of the race's racers, in the order of `race`
  RaceResult race;
  DeckList field;
  std::string field_text;  // "40 generated decks of CotA"
  Outcome outcome{.unit = "games", .unfinished = ""};
  Provenance provenance;
};

// The report must outlive it.
present::Document build_document(const BuildReport& report);

}  // namespace archon::cli
