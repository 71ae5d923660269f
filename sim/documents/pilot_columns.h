#pragma once
// What a matrix's games by one agent say of its decks in other hands: a second interval, and how far they shift in the hands of
// a second agent where there is one.
#include <string>
#include <vector>

#include "sim/documents/matrix_document.h"

namespace archon::cli {

// What the other intervals do not hold: that decks shift with who plays them. Which do most, where a second agent played, and
// how much it played. Else nothing of agents that play badly.
std::string pilot_text(const MatrixReport& report);

// The same as facts: who the second agent is, its games, stretch and spread.
void add_second_pilot(present::Document& document, const MatrixReport& report);

// Of a deck's win rate; none without games, or where the agents play badly.
std::optional<AnyPilotRate> any_pilot_rate(const MatrixReport& report, int deck);

// What a deck's win rate changes by in the hands of the second agent; none without its games.
std::optional<RateChange> pilot_change(const MatrixReport& report, int deck);

// Rows name a `deck` of the report.
template <class Row>
std::vector<present::ColumnOf<Row>> pilot_columns(const MatrixReport& report) {
  using namespace present;
  const auto head = [&report](const char* text) { return report.second ? text : ""; };
  return {
      {{.name = "win_rate_any",
        .head = head("any agent %"),
        .unit = Unit::Share,
        .what = "The same for whoever plays well: agents shift decks by a measured standard deviation, and with a second agent "
                "as far as its games say; none of agents that play badly",
        .interval = true,
        .may_miss = true,
        .drop = 5,
        .drop_interval = 5},
       [&report](const Row& each) {
         const std::optional<AnyPilotRate> any = any_pilot_rate(report, each.deck);
         return any ? Cell(any->value, any->interval) : Cell();
       }},
      {{.name = "pilot_shift",
        .head = head("shift"),
        .unit = Unit::Points,
        .what = "What its win rate changes by in the hands of the second agent, beyond what is common to all decks",
        .interval = true,
        .may_miss = true,
        .drop = 4,
        .drop_interval = 4},
       [&report](const Row& each) {
         const std::optional<RateChange> change = pilot_change(report, each.deck);
         return change ? Cell(100 * change->value, {100 * change->interval.low, 100 * change->interval.high}) : Cell();
       }},
      {{.name = "second_games", .unit = Unit::Count, .what = "Decided games of the second agent with it", .may_miss = true},
       [&report](const Row& each) { return report.second ? Cell(report.second->games_of(each.deck)) : Cell(); }},
  };
}

}  // namespace archon::cli
