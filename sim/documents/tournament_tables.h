#pragma once
// Parts of what archon tournament says, by what is brought to a match. Inside of sim/documents.
#include "sim/documents/share_columns.h"
#include "sim/documents/tournament_document.h"
#include "sim/present/document.h"

namespace archon::cli::tournament_document_parts {

using namespace present;

template <class Row>
ColumnOf<Row> win_column(const std::string& what, const std::string& head, std::function<Cell(const Row&)> cell) {
  return {{.name = "win_rate", .head = head, .unit = Unit::Share, .what = what, .interval = true}, cell};
}

template <class Row>
ColumnOf<Row> share_column(const std::string& name, const std::string& head, const std::string& what, int drop,
                           std::function<double(const Row&)> share) {
  return {{.name = name, .head = head, .unit = Unit::Share, .what = what, .drop = drop, .digits = 0},
          [share](const Row& each) { return Cell(share(each)); }};
}

void add_adaptive(Document& document, const TournamentReport& report);  // tournament_bids.cpp
void add_adaptive_one(Document& document, const TournamentReport& report);
void add_auction(Document& document, const TournamentReport& report);
void add_triad(Document& document, const TournamentReport& report);  // tournament_teams.cpp
void add_survival(Document& document, const TournamentReport& report);

}  // namespace archon::cli::tournament_document_parts
