#pragma once
// What `archon values DECK --field DECKS` prints.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <vector>

#include "sim/results/provenance.h"
#include "sim/values/deck_games.h"
#include "sim/values/deck_worth.h"

namespace archon::cli {

struct DeckValuesReport {
  Provenance provenance;  // its first deck against the others
  DeckGames games;
  std::optional<DeckWorth> worth;
  double seconds = 0;
};

MatchResult all_counts(const DeckValuesReport& report);  // of all games, those with something replaced, too

void write_deck_values_table(std::ostream& out, const DeckValuesReport& report);

// A line for each card and event, and for what it is worth; cells that do not apply are empty.
void write_deck_values_csv(std::ostream& out, const DeckValuesReport& report);
nlohmann::ordered_json deck_values_json(const DeckValuesReport& report);

// Cards by what happened to them, those first for which it matters most that they are seen; with more than twice `shown`, the
// first and the last so many.
struct EventLine {
  CardRecord record;
  House house = House::None;
  int64_t copies = 0;  // 0: of many decks
};
void write_event_lines(std::ostream& out, std::vector<EventLine> lines, size_t shown);
nlohmann::ordered_json events_json(const CardRecord& record);

}  // namespace archon::cli
