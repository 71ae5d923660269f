#pragma once
// The result of `archon best`.
#include <cstddef>

#include "sim/command/long_run.h"
#include "sim/present/document.h"
#include "sim/race/deck_race.h"

namespace archon::cli {

struct BestReport {
  size_t decks = 0, field = 0;  // how many
  bool themselves = false;      // the field are the decks
  RaceResult race{};
  Outcome outcome{.unit = "games", .unfinished = ""};
  Provenance provenance{};
};

// The report must outlive it.
present::Document best_document(const BestReport& report);

}  // namespace archon::cli
