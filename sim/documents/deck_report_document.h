#pragma once
// What archon deck report prints.
#include <string>

#include "sim/command/long_run.h"
#include "sim/deck_report/field_second.h"
#include "sim/deck_report/match_ups.h"
#include "sim/present/document.h"
#include "sim/results/provenance.h"

namespace archon::cli {

struct DeckReport {
  FieldSpec spec;
  MatchUpSpec wanted;
  std::string set;     // of the generated decks; empty: there are none
  bool drawn = false;  // the field are generated decks, which stand for all of the set; otherwise named ones
  FieldGames games{};
  MatchUps match_ups{};
  std::optional<FieldSecond> second{};  // none: nobody else played
  Outcome outcome{};                    // of the games of the field
  Provenance provenance{};

  double win_rate() const { return games.counts.win_rate(); }
  Interval interval() const { return field_interval(games, drawn); }
  std::optional<AnyPilotRate> any_pilot() const;  // win_rate for whoever plays well; none without games, or of bad agents
  std::string field_text() const;                 // "40 generated decks of CotA"
};

present::Document deck_report_document(const DeckReport& report);  // the report must outlive it

}  // namespace archon::cli
