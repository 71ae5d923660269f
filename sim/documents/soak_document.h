#pragma once
// What archon soak says.
#include <vector>

#include "sim/command/deck_options.h"
#include "sim/command/long_run.h"
#include "sim/present/document.h"
#include "sim/watch/coverage.h"
#include "sim/watch/soak.h"

namespace archon::cli {

struct SoakReport {
  Provenance provenance;
  std::vector<DeckPair> pairs{};
  SoakResult result{};
  std::vector<CardCoverage> cards{};  // the least played first; empty: not asked for
  std::vector<InstructionCoverage> instructions{};
  double seconds = 0;
  Outcome outcome{};
};

present::Document soak_document(const SoakReport& report);  // the report must outlive it

}  // namespace archon::cli
