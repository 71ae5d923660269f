#pragma once
// What the documents of builds share.
#include <string>
#include <vector>

#include "engine/deck/pods.h"
#include "sim/command/long_run.h"
#include "sim/documents/race_columns.h"
#include "sim/race/deck_race.h"

namespace archon::cli {

// What both questions of `archon build` bring: which build, and which pod to wish for.
struct RaceReport {
  std::string list;           // day of the restricted list; empty in Sealed
  std::vector<Deck> decks;    // the collection, then those of the wished pods
  RaceResult race;            // of builds; Racer::compare: the one that the others are compared with
  std::vector<Build> builds;  // in the order of its racers
  DeckList field;
  std::string field_text;  // "40 generated decks of CotA"
  Outcome outcome{.unit = "games", .unfinished = ""};
  Provenance provenance;
};

}  // namespace archon::cli
