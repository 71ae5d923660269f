#pragma once
// What archon deck report prints.
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "sim/cli/long_run.h"
#include "sim/deck_report/match_ups.h"
#include "sim/results/provenance.h"

namespace archon::cli {

struct DeckReport {
  FieldSpec spec;
  MatchUpSpec wanted;
  std::string set;     // of the generated decks; empty: there are none
  bool drawn = false;  // the field are generated decks, which stand for all of the set; otherwise named ones
  FieldGames games{};
  MatchUps match_ups{};
  Outcome outcome{};  // of the games of the field
  Provenance provenance{};

  double win_rate() const { return games.counts.win_rate(); }
  Interval interval() const { return field_interval(games, drawn); }
  std::optional<Percentile> percentile() const;  // none without others
  // Win rate of the deck going first less that going second, and its 95 % interval.
  double first_effect() const;
  Interval first_effect_interval() const;
};

void write_deck_report_table(std::ostream& out, const DeckReport& report);
nlohmann::ordered_json deck_report_json(const DeckReport& report);

std::string deck_report_page(const DeckReport& report);  // HTML

// What these have in common.
std::string field_text(const DeckReport& report);  // "40 generated decks of CotA"
size_t shown_turns(const DeckReport& report);      // own turns that at least a tenth of the games reached
// By how often they were chosen: houses (kHouses: none) and turns. Those of the deck come, too, when they never are.
std::vector<std::pair<size_t, int64_t>> houses_by_turns(const DeckReport& report);
std::string signed_text(double number, int digits);  // "+1.5"
std::string_view amount_word(Amount amount);         // "aember_gained"

}  // namespace archon::cli
