#include "sim/documents/best_document.h"

#include <algorithm>
#include <string>
#include <vector>

#include "sim/command/run_facts.h"
#include "sim/documents/race_columns.h"
#include "sim/present/deck_columns.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace best_text {

using namespace present;

// A finalist.
struct Row {
  size_t rank;  // from 1
  const Racer* racer;

  const Racer& of() const { return *racer; }
};

std::vector<Row> rows_of(const RaceResult& race) {
  std::vector<Row> rows;
  for (size_t i = 0; i < race.finalists; ++i) rows.push_back({i + 1, &race.racers[i]});
  return rows;
}

}  // namespace best_text

present::Document best_document(const BestReport& report) {
  using namespace best_text;
  Document document{.name = "best", .command = "archon best", .title = "which of many decks wins most"};
  document.main = "decks";
  add_outcome(document, report.outcome);
  document.add({.name = "racers", .unit = Unit::Count, .what = "Decks that ran"}, report.decks);
  document.add({.name = "field", .unit = Unit::Count, .what = "Decks that they play against"}, report.field);
  document.add({.name = "field_is_racers", .unit = Unit::Truth, .what = "Whether these are the decks themselves"},
               report.themselves);
  document.note("The best of " + thousands(static_cast<int64_t>(report.decks)) + " decks against " +
                (report.themselves ? "each other" : thousands(static_cast<int64_t>(report.field)) + " of a field") + "\n\n");
  document.add(Picture{.kind = Picture::Kind::Whiskers,
                       .table = "decks",
                       .value = "win_rate",
                       .names = {"deck"},
                       .title = "What the best decks win",
                       .says = "Against the field, with 95 % intervals, by games that had no part in choosing."});
  const std::vector<Row> rows = rows_of(report.race);
  const bool has_sas = std::ranges::any_of(rows, [](const Row& row) { return row.of().deck.deck.identity.sas.has_value(); });
  const std::vector<ColumnOf<Row>> rank = {
      {{.name = "rank", .head = "#", .unit = Unit::Count, .what = "From the best down, by rating and the games that chose"},
       [](const Row& row) { return Cell(row.rank); }}};
  document.add(table_of<Row>(
      {.name = "decks", .what = "The finalists from the best down"},
      rank + deck_columns<Row>(has_sas, [](const Row& row) -> const DeckFile& { return row.of().deck; }) + race_columns<Row>(),
      rows));
  document.note(
      "win %: by games that had no part in choosing; best %: that it is the best deck, by rating and the other games\n\n");
  add_race_counts(document, report.race, report.provenance.time, report.race.played);
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
