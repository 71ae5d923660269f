#pragma once
// What archon turns says.
#include <string>

#include "sim/command/long_run.h"
#include "sim/present/document.h"
#include "sim/turns/turn_losses.h"

namespace archon::cli {

struct TurnsFindings {
  const TurnsSpec& spec;
  Provenance provenance;
  TurnsReport turns;
  Outcome outcome{};

  static constexpr int64_t kFewest = 10;  // people see cards with so many turns in which one did it and the other did not,
  static constexpr size_t kCostly = 15;   // and of these so many with most of the loss
};

std::string turn_file(size_t number);  // of --positions: "turn-01.json" of the worst turn, number 0

present::Document turns_document(const TurnsFindings& report);  // the report must outlive it

}  // namespace archon::cli
