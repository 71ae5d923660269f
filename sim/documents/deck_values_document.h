#pragma once
// What archon values says of the cards of a deck.
#include <optional>

#include "sim/present/document.h"
#include "sim/values/deck_games.h"
#include "sim/values/deck_worth.h"

namespace archon::cli {

struct DeckValuesReport {
  Provenance provenance;  // its first deck against the others
  DeckGames games;
  std::optional<DeckWorth> worth;
  double seconds = 0;
  std::string unfinished{};  // empty: all games were played
};

MatchResult all_counts(const DeckValuesReport& report);  // of all games, those with something replaced, too

present::Document deck_values_document(const DeckValuesReport& report);  // the report must outlive it

}  // namespace archon::cli
