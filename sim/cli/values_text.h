#pragma once
// What `archon values` prints.
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

#include "sim/command/long_run.h"
#include "sim/results/provenance.h"
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

void write_values_table(std::ostream& out, const ValuesReport& report);

// One line for each card, event of a card, house, combination of houses, and for one more creature and going first; cells that
// do not apply are empty.
void write_values_csv(std::ostream& out, const ValuesReport& report);
nlohmann::ordered_json values_json(const ValuesReport& report);

}  // namespace archon::cli
