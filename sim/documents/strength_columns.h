#pragma once
// How strong the decks of a matrix or a gauntlet are.
#include <string>
#include <vector>

#include "sim/documents/pilot_columns.h"

namespace archon::cli {

// Win rate and rating of a row's deck, `summary_of` it: the same columns in matrix and gauntlet. The number of opponents it has
// met is shown where some have not.
template <class Row>
std::vector<present::ColumnOf<Row>> strength_columns(const MatrixReport& report, const std::string& field,
                                                     const std::string& zero, const DeckSummary& (*summary_of)(const Row&)) {
  using namespace present;
  const bool some = report.summary.pairs_met < report.summary.pairs;
  const std::vector<ColumnOf<Row>> rates = {
      {{.name = "win_rate",
        .head = "win %",
        .unit = Unit::Share,
        .what = "Mean over " + field +
                ", every one counting the same, of what the games of all decks and the ratings make likely; none without games",
        .interval = true,
        .may_miss = true,
        .drop = 1,
        .drop_interval = 3},
       [summary_of](const Row& each) { return cell_of(summary_of(each).mean); }},
  };
  const std::vector<ColumnOf<Row>> rest = {
      {{.name = "opponents_met",
        .head = some ? "met" : "",
        .unit = Unit::Count,
        .what = "Opponents with decided games against it",
        .drop = 4},
       [summary_of](const Row& each) { return Cell(summary_of(each).met); }},
      {{.name = "elo",
        .head = "Elo",
        .unit = Unit::Elo,
        .what = "Rating (Bradley-Terry); " + zero + " is 0",
        .interval = true,
        .may_miss = true,
        .drop = 2,
        .drop_interval = 8},
       [summary_of](const Row& each) {
         const std::optional<EloRating>& rating = summary_of(each).rating;
         return rating ? Cell(rating->elo, rating->interval) : Cell();
       }},
  };
  return rates + pilot_columns<Row>(report) + rest;
}

}  // namespace archon::cli
