#pragma once
// What archon values says of a set.
#include <string>

#include "sim/command/long_run.h"
#include "sim/present/document.h"
#include "sim/values/card_values.h"

namespace archon::cli {

struct ValuesReport {
  std::string set;
  int decks = 0;
  MatchResult counts{};
  Values values{};
  std::vector<CardRecord> events{};  // empty: not asked for
  double play_seconds = 0, fit_seconds = 0;
  Provenance provenance{};
  Outcome outcome{};
};

present::Document values_document(const ValuesReport& report);  // the report must outlive it

}  // namespace archon::cli
