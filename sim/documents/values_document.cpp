#include "sim/documents/values_document.h"

#include <algorithm>

#include "sim/command/run_facts.h"
#include "sim/documents/share_columns.h"
#include "sim/play/missing.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace values_document_parts {

using namespace present;

constexpr size_t kShownCards = 15;  // best, and as many worst

// Few decks agree by chance: the interval is at least that of independent games.
Cell win_rate_cell(const Share& share) {
  if (share.games == 0) return {};
  const double half = kErrorsOfInterval * share.error;
  const Interval games = wilson_interval(share.wins, share.games);
  return {
      share.win_rate / 100,
      {std::clamp((share.win_rate - half) / 100, 0.0, games.low), std::clamp((share.win_rate + half) / 100, games.high, 1.0)}};
}

// Decks that have something, their games and win rate.
template <class Row>
std::vector<ColumnOf<Row>> share_columns() {
  return {count_column<Row>("decks", "decks", "Decks that have it", 3, [](const Row& each) { return each->share.decks; }),
          count_column<Row>("games", "games", "Games of these decks with a winner", 4,
                            [](const Row& each) { return each->share.games; }),
          {{.name = "win_rate",
            .head = "win %",
            .unit = Unit::Share,
            .what = "Of these decks",
            .interval = true,
            .may_miss = true,
            .drop = 1},
           [](const Row& each) { return win_rate_cell(each->share); }}};
}

template <class Row>
ColumnOf<Row> effect_column(const std::string& head, const std::string& what, Effect (*of)(const Row&)) {
  return {{.name = "effect", .head = head, .unit = Unit::Points, .what = what, .interval = true, .digits = 2},
          [of](const Row& each) { return points_cell(of(each).value, of(each).error); }};
}

template <class Each>
std::vector<const Each*> rows_of(const std::vector<Each>& all) {
  std::vector<const Each*> rows;
  for (const Each& each : all) rows.push_back(&each);
  return rows;
}

Table houses_table(const Values& values) {
  using Row = const HouseValue*;
  return table_of<Row>(
      {.name = "houses", .what = "Houses of the decks"},
      std::vector<ColumnOf<Row>>{text_column<Row>("house", "house", "Title", 0,
                                                  [](const Row& each) { return std::string(house_title(each->house)); })} +
          share_columns<Row>() +
          std::vector<ColumnOf<Row>>{effect_column<Row>("effect", "Of having it instead of a mean house, in an even match",
                                                        [](const Row& each) { return each->effect; })},
      rows_of(values.houses));
}

std::string titles(const std::array<House, kDeckHouses>& houses) {
  std::vector<std::string> words;
  for (const House house : houses) words.emplace_back(house_title(house));
  return joined(words);
}

Table trios_table(const Values& values) {
  using Row = const TrioValue*;
  return table_of<Row>({.name = "trios", .what = "Combinations of houses"},
                       std::vector<ColumnOf<Row>>{text_column<Row>("houses", "houses", "Their titles", 0,
                                                                   [](const Row& each) { return titles(each->houses); })} +
                           share_columns<Row>(),
                       rows_of(values.trios));
}

// Who a card is.
template <class Row>
std::vector<ColumnOf<Row>> card_columns(std::function<int(const Row&)> card, std::function<House(const Row&)> house) {
  return {text_column<Row>("card", "card", "Name", 0, [card](const Row& each) { return deck_card_name(card(each)); }),
          text_column<Row>("id", "", "Id", 0, [card](const Row& each) { return facts(card(each)).id; }),
          text_column<Row>("house", "house", "Title of its house", 5,
                           [house](const Row& each) { return std::string(house_title(house(each))); }),
          text_column<Row>("type", "", "Type", 0,
                           [card](const Row& each) { return std::string(type_name(facts(card(each)).type)); })};
}

Table cards_table(const Values& values) {
  using Row = const CardValue*;
  std::vector<Row> rows = rows_of(values.cards);
  std::ranges::stable_sort(rows, std::greater<>(), [](const Row& each) { return each->copy.value; });
  const std::vector<ColumnOf<Row>> figures = {
      {{.name = "within_house",
        .head = "in house",
        .unit = Unit::Points,
        .what = "Its win rate less the mean over all cards of its house",
        .drop = 2,
        .digits = 2},
       [](const Row& each) { return each->share.games > 0 ? Cell(each->within_house) : Cell(); }},
      effect_column<Row>("copy", "Of one more copy instead of a mean card of the house, in an even match",
                         [](const Row& each) { return each->copy; })};
  std::vector<ColumnOf<Row>> columns =
      card_columns<Row>([](const Row& each) { return each->card; }, [](const Row& each) { return each->house; }) +
      share_columns<Row>() + figures;
  for (ColumnOf<Row>& each : columns)
    if (each.column.name == "within_house") each.column.may_miss = true;
  return table_of<Row>(
      {.name = "cards", .what = "Cards that some deck has, those with the best copies first", .ends = kShownCards}, columns,
      rows);
}

Table events_table(const ValuesReport& report) {
  using Row = const CardRecord*;
  std::vector<Row> rows = rows_of(report.events);
  std::ranges::stable_sort(rows, std::greater<>(), [](const Row& each) { return each->improvement; });
  const auto house = [&cards = report.values.cards](const Row& each) {
    return std::ranges::find(cards, each->card, &CardValue::card)->house;
  };
  return table_of<Row>(
      {.name = "events",
       .what = "With --events: how games went in which something happened to a card, the most useful to see first",
       .ends = kShownCards,
       .shown = !rows.empty()},
      card_columns<Row>([](const Row& each) { return each->card; }, house) +
          event_columns<Row>([](const Row& each) -> const CardRecord& { return *each; }),
      rows);
}

void add_effects(Document& document, const Values& values) {
  const auto effect = [&](const std::string& name, const std::string& head, const std::string& what, const Effect& of) {
    document.add({.name = name, .head = head, .unit = Unit::Points, .what = what, .interval = true, .digits = 2},
                 points_cell(of.value, of.error));
  };
  effect("creature_effect", "one more creature", "Of one more creature instead of another card, in an even match",
         values.creature);
  effect("first_effect", "going first", "Of going first, in an even match", values.first);
  document.add(
      {.name = "copy_spread", .unit = Unit::Points, .what = "Standard deviation of the effects of copies, noise taken off"},
      values.spread);
  document.add(
      {.name = "dispersion", .unit = Unit::Number, .what = "Variance of results of decks by that of independent games"},
      values.dispersion);
  document.note("Copies differ in their effects by " + fixed(values.spread, 2) +
                " points (standard deviation, noise taken off); results of decks vary " + fixed(values.dispersion, 2) +
                " times as much as those of independent games\n");
}

}  // namespace values_document_parts

present::Document values_document(const ValuesReport& report) {
  using namespace values_document_parts;
  Document document{
      .name = "values", .command = "archon values", .title = "what cards and houses of a set are worth", .main = "cards"};
  add_outcome(document, report.outcome);
  if (const std::string missing = missing_text(missing_games(report.counts)); !missing.empty())
    document.warn("WARNING: " + missing + "\n\n");
  document.add(houses_table(report.values));
  document.add(trios_table(report.values));
  document.add(cards_table(report.values));
  document.add(events_table(report));
  add_effects(document, report.values);
  document.add({.name = "set", .what = "Code of the set, or all"}, report.set);
  document.add({.name = "decks", .unit = Unit::Count, .what = "Generated decks"}, report.decks);
  const Tally total = report.counts.total();
  document.note(thousands(report.decks) + " decks of " + report.set + "; " + fixed(report.play_seconds, 1) + " s, " +
                thousands(static_cast<int64_t>(static_cast<double>(total.games) / std::max(1e-9, report.play_seconds))) +
                " games/s; fits " + fixed(report.fit_seconds, 1) + " s\n");
  add_counts(document, total);
  document.add({.name = "fallbacks", .unit = Unit::Count, .what = "Decisions in which a simpler agent answered"},
               report.counts.fallbacks[0] + report.counts.fallbacks[1]);
  document.add({.name = "play_seconds", .unit = Unit::Seconds, .what = "Time of the games"}, report.play_seconds);
  document.add({.name = "fit_seconds", .unit = Unit::Seconds, .what = "Time of the fits"}, report.fit_seconds);
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
