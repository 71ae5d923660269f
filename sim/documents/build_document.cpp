#include "sim/documents/build_document.h"

#include <algorithm>

#include "sim/command/run_facts.h"
#include "sim/documents/build_columns.h"
#include "sim/stats/distributions.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace build_text {

using namespace present;

constexpr size_t kPodsShown = 5;      // those that add most and least
constexpr size_t kMatchupsShown = 3;  // the best and the worst

// A row of the table of builds.
struct Row {
  const BuildReport* report;
  size_t rank;  // from 1; 0: a deck as printed, to compare with
  size_t racer;

  const Racer& of() const { return report->race.racers[racer]; }
  const Build& build() const { return report->builds[racer]; }
};

ColumnOf<Row> column(Column says, std::function<Cell(const Row&)> cell) { return {std::move(says), std::move(cell)}; }

std::vector<ColumnOf<Row>> name_columns() {
  std::vector<ColumnOf<Row>> columns = {
      column(
          {.name = "rank",
           .head = "#",
           .unit = Unit::Count,
           .what =
               "From the best down, by rating and the games that chose; null: the best rated deck as printed, to compare with",
           .may_miss = true},
          [](const Row& row) { return row.rank == 0 ? Cell() : Cell(row.rank); }),
      column({.name = "build", .what = "Name of the deck: house and deck of its pods; of a deck as printed its own"},
             [](const Row& row) { return Cell(row.of().deck.deck.name); })};
  for (size_t i = 0; i < kDeckHouses; ++i)
    columns.push_back(column({.name = "pod_" + std::to_string(i + 1),
                              .head = std::string(i == 0   ? "first"
                                                  : i == 1 ? "second"
                                                           : "third") +
                                      " pod",
                              .what = "House and deck of a pod of it"},
                             [i](const Row& row) { return Cell(pod_name(row.report->decks, row.build().pods[i])); }));
  return columns;
}

ColumnOf<Row> hash_column() {
  return column({.name = "hash", .what = "Of the deck's content"},
                [](const Row& row) { return Cell(hash_text(deck_hash(row.of().deck.deck))); });
}

ColumnOf<Row> extras_column(const BuildReport& report) {
  const bool some = std::ranges::any_of(report.decks, has_extras);
  return column({.name = "extras",
                 .head = some ? "token or prophecies of" : "",
                 .what = "The deck whose token creature, prophecies or archon power it has",
                 .may_miss = true,
                 .drop = 5},
                [](const Row& row) {
                  const int deck = row.build().extras;
                  return deck < 0 ? Cell() : Cell(row.report->decks[static_cast<size_t>(deck)].name);
                });
}

struct PodRow {
  const BuildReport* report;
  const BuildSearch::PodWorth* worth;
};

std::vector<ColumnOf<PodRow>> pod_columns() {
  return {{{.name = "house", .head = "house", .what = "House of the pod"},
           [](const PodRow& row) { return Cell(house_title(row.worth->pod.house)); }},
          {{.name = "deck", .head = "deck", .what = "Name of the deck it is of"},
           [](const PodRow& row) { return Cell(row.report->decks[static_cast<size_t>(row.worth->pod.deck)].name); }},
          {{.name = "best_elo",
            .head = "best build",
            .unit = Unit::Elo,
            .what = "Rating of the best build that has it, against a mean deck of all sets",
            .drop = 2,
            .digits = 0},
           [](const PodRow& row) { return Cell(kEloPerLogit * row.worth->best); }},
          {{.name = "adds",
            .head = "adds",
            .unit = Unit::Elo,
            .what = "By how much that is better than with the best other pod of its house; null: there is none",
            .may_miss = true,
            .digits = 0},
           [](const PodRow& row) { return row.worth->alone ? Cell() : Cell(kEloPerLogit * row.worth->adds); }}};
}

struct MatchUp {
  const DeckFile* opponent;
  RaceGames games;
};

std::vector<ColumnOf<MatchUp>> matchup_columns() {
  return {{{.name = "opponent", .head = "opponent", .what = "Name of the deck of the field"},
           [](const MatchUp& row) { return Cell(row.opponent->deck.name); }},
          {{.name = "win_rate",
            .head = "win %",
            .unit = Unit::Share,
            .what = "Of the first build",
            .interval = true,
            .may_miss = true,
            .drop_interval = 1},
           [](const MatchUp& row) { return race_rate(row.games); }},
          {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Of the first build against it, that measured it"},
           [](const MatchUp& row) { return Cell(row.games.games); }},
          {{.name = "hash", .what = "Of the opponent"},
           [](const MatchUp& row) { return Cell(hash_text(deck_hash(row.opponent->deck))); }}};
}

std::vector<Row> rows_of(const BuildReport& report) {
  std::vector<Row> rows;
  for (size_t i = 0; i < report.race.finalists; ++i) rows.push_back({&report, i + 1, i});
  for (size_t i = report.race.finalists; i < report.race.racers.size(); ++i)
    if (report.race.racers[i].compare) rows.push_back({&report, 0, i});
  return rows;
}

// Those first that add most; alone in their house last.
std::vector<PodRow> pod_rows(const BuildReport& report) {
  std::vector<PodRow> rows;
  for (const BuildSearch::PodWorth& worth : report.search.pods) rows.push_back({&report, &worth});
  std::ranges::stable_sort(rows, std::greater<>(),
                           [](const PodRow& row) { return row.worth->alone ? -kInfinity : row.worth->adds; });
  return rows;
}

std::vector<MatchUp> match_ups(const BuildReport& report) {
  std::vector<MatchUp> rows;
  const Racer& best = report.race.racers.front();
  for (size_t i = 0; i < best.fresh_by_field.size(); ++i)
    if (best.fresh_by_field[i].games > 0) rows.push_back({&report.field[i], best.fresh_by_field[i]});
  std::ranges::stable_sort(rows, std::greater<>(), [](const MatchUp& each) {
    return each.games.decided() > 0 ? mean(each.games.wins, each.games.decided()) : 0;
  });
  return rows;
}

}  // namespace build_text

present::Document build_document(const BuildReport& report) {
  using namespace build_text;
  Document document{.name = "build", .command = "archon build", .title = "which three pods make the best deck"};
  document.main = "builds";
  add_outcome(document, report.outcome);
  document.add({.name = "format", .what = "alliance or sealed"}, format_name(report.format));
  document.add({.name = "restricted_list", .what = "Day of the restricted list; null: the format has none", .may_miss = true},
               report.list.empty() ? Cell() : Cell(report.list));
  document.add({.name = "decks", .unit = Unit::Count, .what = "Of the collection"}, report.decks.size());
  document.add({.name = "legal_builds", .unit = Unit::Count, .what = "Different builds, decks as printed too"},
               report.search.legal);
  document.add({.name = "played_builds", .unit = Unit::Count, .what = "Of these, the best rated, which were played"},
               report.race.racers.size());
  document.add({.name = "field", .what = "Against whom"}, report.field_text);
  document.note(thousands(report.search.legal) + " legal builds of " + thousands(std::ssize(report.decks)) + " decks (" +
                std::string(format_name(report.format)) + (report.list.empty() ? "" : ", restricted list of " + report.list) +
                "); the best rated against " + report.field_text + "\n\n");
  document.add(
      Picture{.kind = Picture::Kind::Whiskers,
              .table = "builds",
              .value = "win_rate",
              .names = {"pod_1", "pod_2", "pod_3"},
              .apart = "rank",
              .title = "What the best builds win",
              .says = "Against the field, with 95 % intervals, by games that had no part in choosing. Orange: the best rated "
                      "deck as printed, to compare with."});
  document.add(table_of<Row>(
      {.name = "builds", .what = "The finalists from the best down, and decks as printed to compare with"},
      name_columns() + race_columns<Row>() + std::vector{hash_column()} + std::vector{extras_column(report)}, rows_of(report)));
  document.note(
      "win %: by games that had no part in choosing; best %: that it is the best build, by rating and the other games\n\n");
  document.add(
      table_of<PodRow>({.name = "pods",
                        .what = "Of the collection, those first that add most",
                        .title = "What pods add, by rating: to the best build that has them, against another of the house",
                        .ends = kPodsShown},
                       pod_columns(), pod_rows(report)));
  document.add(table_of<MatchUp>({.name = "match_ups",
                                  .what = "Of the first build against each deck of the field, from the best down",
                                  .title = "Best and worst match-ups of the first build",
                                  .ends = kMatchupsShown},
                                 matchup_columns(), match_ups(report)));
  add_race_counts(document, report.race, report.provenance.time, report.race.played);
  if (std::ranges::any_of(report.decks, [](const Deck& deck) { return deck.archon_power >= 0; }))
    document.note(
        "The rules that could be read do not say whose archon power a build has: that of one contributing deck is taken.\n");
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
