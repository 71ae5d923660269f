#include "sim/documents/wish_document.h"

#include <algorithm>
#include <ostream>

#include "sim/command/run_facts.h"
#include "sim/documents/build_columns.h"
#include "sim/pods/wishes.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace wish_text {

using namespace present;

// A wished pod with the best build that has it.
struct Row {
  const WishReport* report;
  size_t rank, racer;

  const Racer& of() const { return report->race.racers[racer]; }
  const Build& build() const { return report->builds[racer]; }
  Pod pod() const { return wished_pod(build(), report->mine); }
  const Deck& deck() const { return report->decks[static_cast<size_t>(pod().deck)]; }
};

// The best build of the collection alone.
const Racer& without(const WishReport& report) { return *std::ranges::find_if(report.race.racers, &Racer::compare); }

std::vector<Row> rows_of(const WishReport& report) {
  std::vector<Row> rows;
  for (size_t i = 0; i < report.race.finalists && rows.size() < report.shown; ++i)
    if (!report.race.racers[i].compare) rows.push_back({&report, rows.size() + 1, i});
  return rows;
}

// "2 Arise!, Control the Weak (+capture), ...": the cards of a pod in their order.
std::string pod_cards(const Deck& deck, House house) {
  std::vector<std::pair<std::string, int>> cards;
  for (const DeckCard& card : deck.cards) {
    if (card.house != house) continue;
    std::string name = deck_card_name(card.card), marks;
    for (const std::string& icon : card.bonus_icons) marks += (marks.empty() ? "+" : ", +") + icon;
    for (const DeckMark& each : kDeckMarks)
      if (card.*each.is) marks += (marks.empty() ? "" : ", ") + std::string(each.word);
    if (!marks.empty()) name += " (" + marks + ")";
    const auto same = std::ranges::find(cards, name, &std::pair<std::string, int>::first);
    if (same == cards.end())
      cards.emplace_back(std::move(name), 1);
    else
      ++same->second;
  }
  std::string text;
  for (const auto& [name, copies] : cards)
    text += (text.empty() ? "" : "; ") + (copies > 1 ? std::to_string(copies) + " " : "") + name;
  return text;
}

Cell gain(const Row& row) {
  const RaceGames &with = row.of().fresh, &own = without(*row.report).fresh;
  if (with.decided() == 0 || own.decided() == 0) return {};
  const Interval points = difference_interval(with.wins, with.decided(), own.wins, own.decided());
  const double difference = mean(with.wins, with.decided()) - mean(own.wins, own.decided());
  return {kPoints * difference, {kPoints * points.low, kPoints * points.high}};
}

ColumnOf<Row> column(Column says, std::function<Cell(const Row&)> cell) { return {std::move(says), std::move(cell)}; }

std::vector<ColumnOf<Row>> pod_columns() {
  return {column({.name = "rank",
                  .head = "#",
                  .unit = Unit::Count,
                  .what = "From the one that helps most down, by rating and the games that chose"},
                 [](const Row& row) { return Cell(row.rank); }),
          column({.name = "house", .head = "house", .what = "House of the wished pod"},
                 [](const Row& row) { return Cell(house_title(row.pod().house)); }),
          column({.name = "deck", .head = "deck", .what = "The deck it is of: a generated one stands for those printed"},
                 [](const Row& row) { return Cell(row.deck().name); }),
          column({.name = "set", .what = "Its set"}, [](const Row& row) { return Cell(row.deck().set); }),
          column({.name = "cards", .what = "Its cards, with the number of copies where there are several"},
                 [](const Row& row) { return Cell(pod_cards(row.deck(), row.pod().house)); })};
}

std::vector<ColumnOf<Row>> figure_columns() {
  return {
      column({.name = "gain",
              .head = "gain",
              .unit = Unit::Points,
              .what = "In win rate against the field, of the best build with it over the best without; in games that had no "
                      "part in choosing either",
              .interval = true,
              .may_miss = true,
              .drop_interval = 3},
             gain),
      column({.name = "win_rate",
              .head = "win %",
              .unit = Unit::Share,
              .what = "Of that build against the field, likewise",
              .interval = true,
              .may_miss = true,
              .drop = 4},
             [](const Row& row) { return race_rate(row.of().fresh); }),
      column({.name = "games", .head = "games", .unit = Unit::Count, .what = "That measured it", .drop = 6},
             [](const Row& row) { return Cell(row.of().fresh.games); }),
      column({.name = "predicted_gain",
              .head = "rated",
              .unit = Unit::Points,
              .what = "The gain by ratings, before any game",
              .drop = 5},
             [](const Row& row) { return Cell(kPoints * (row.of().expected - without(*row.report).expected)); }),
      column({.name = "best_probability",
              .unit = Unit::Share,
              .what = "That it helps most, by rating and the games that chose; 0: dropped"},
             [](const Row& row) { return Cell(row.of().best); })};
}

// The build and its two pods of the collection.
std::vector<ColumnOf<Row>> build_columns() {
  std::vector<ColumnOf<Row>> columns = {column({.name = "build", .what = "Name of the build: house and deck of its pods"},
                                               [](const Row& row) { return Cell(row.of().deck.deck.name); })};
  for (const size_t place : {0, 1}) {
    const auto pod = [place](const Row& row) {
      std::vector<Pod> mine;
      for (const Pod& each : row.build().pods)
        if (each != row.pod()) mine.push_back(each);
      return Cell(pod_name(row.report->decks, mine[place]));
    };
    columns.push_back(column({.name = place == 0 ? "with_1" : "with_2",
                              .head = place == 0 ? "with" : "and",
                              .what = "House and deck of the pods of the collection it is built with"},
                             pod));
  }
  return columns + std::vector{column({.name = "extras",
                                       .what = "The deck whose token creature, prophecies or archon power it has",
                                       .may_miss = true},
                                      [](const Row& row) {
                                        const int deck = row.build().extras;
                                        return deck < 0 ? Cell() : Cell(row.report->decks[static_cast<size_t>(deck)].name);
                                      }),
                               column({.name = "hash", .what = "Of the content of the build"},
                                      [](const Row& row) { return Cell(hash_text(deck_hash(row.of().deck.deck))); })};
}

}  // namespace wish_text

present::Document wish_document(const WishReport& report) {
  using namespace wish_text;
  Document document{.name = "build-wish", .command = "archon build --wish", .title = "which pod would help a collection most"};
  document.main = "wishes";
  add_outcome(document, report.outcome);
  document.add({.name = "restricted_list", .what = "Day of the restricted list"}, report.list);
  document.add({.name = "decks", .unit = Unit::Count, .what = "Of the collection"}, report.mine);
  document.add({.name = "wished", .what = "Whose pods are wished for"}, report.wished_text);
  document.add({.name = "wished_pods", .unit = Unit::Count, .what = "That fit two pods of the collection"}, report.pods);
  document.add({.name = "field", .what = "Against whom"}, report.field_text);
  document.note(thousands(static_cast<int64_t>(report.pods)) + " wished pods of " + report.wished_text +
                ", each in the best build that it makes with two pods of " + thousands(static_cast<int64_t>(report.mine)) +
                " decks (restricted list of " + report.list + "); the best rated played against " + report.field_text + "\n\n");
  document.add(
      {.name = "without", .head = "Without a wish the best build is", .what = "The best build of the collection alone"},
      without(report).deck.deck.name);
  document.add({.name = "win_rate_without",
                .head = "It wins, in %",
                .unit = Unit::Share,
                .what = "Of that build against the field, in games that had no part in choosing it",
                .interval = true,
                .may_miss = true},
               race_rate(without(report).fresh));
  document.note("\n");
  const std::vector<Row> rows = rows_of(report);
  document.add(table_of<Row>({.name = "wishes", .what = "The pods that help most, from the best down"},
                             pod_columns() + figure_columns() + build_columns(), rows));
  document.note("gain: in points of win rate over the best build without, by games that chose neither\n\n");
  document.parts.emplace_back(Drawing{[rows](std::ostream& out, int width) {
    for (const Row& row : rows)
      out << wrapped("#" + std::to_string(row.rank) + " " + std::string(house_title(row.pod().house)) + ": " +
                         pod_cards(row.deck(), row.pod().house) + "\n",
                     width);
  }});
  add_race_counts(document, report.race, report.provenance.time, report.outcome.played);
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
