#include "sim/documents/deck_values_document.h"

#include <algorithm>

#include "sim/command/run_facts.h"
#include "sim/documents/share_columns.h"
#include "sim/play/missing.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace deck_values_parts {

using namespace present;

constexpr size_t kShownPairs = 10;

const Deck& deck_of(const DeckValuesReport& report) { return report.provenance.decks.front().deck; }

// A card of the deck and, as far as there is one, what happened to it or what it is worth.
struct Row {
  int card;
  House house;
  int64_t copies;
  const CardRecord* record = nullptr;
  const CardWorth* worth = nullptr;
};

std::vector<ColumnOf<Row>> card_columns() {
  return {
      text_column<Row>("card", "card", "Name", 0, [](const Row& each) { return deck_card_name(each.card); }),
      text_column<Row>("id", "", "Id", 0, [](const Row& each) { return facts(each.card).id; }),
      text_column<Row>("house", "house", "Title of its house in the deck", 9,
                       [](const Row& each) { return std::string(house_title(each.house)); }),
      text_column<Row>("type", "", "Type", 0, [](const Row& each) { return std::string(type_name(facts(each.card).type)); }),
      count_column<Row>("copies", "copies", "In the deck", 10, [](const Row& each) { return each.copies; })};
}

Table cards_table(const DeckValuesReport& report) {
  const std::vector<DeckCard>& deck = deck_of(report).cards;
  std::vector<Row> rows;
  for (const CardRecord& each : report.games.cards)
    rows.push_back({each.card, std::ranges::find(deck, each.card, &DeckCard::card)->house,
                    std::ranges::count(deck, each.card, &DeckCard::card), &each});
  std::ranges::stable_sort(rows, std::greater<>(), [](const Row& each) { return each.record->improvement; });
  return table_of<Row>(
      {.name = "cards",
       .what = "How the deck fared in games in which something happened to a card, the most useful to see first"},
      card_columns() + event_columns<Row>([](const Row& each) -> const CardRecord& { return *each.record; }), rows);
}

// What something is worth, and how many unpaired games a pair of games with the same shuffles stands for.
template <class Of>
std::vector<ColumnOf<Of>> worth_columns(const std::string& name, const std::string& head, const std::string& what, int drop,
                                        std::function<const Worth*(const Of&)> worth) {
  return {{{.name = name, .head = head, .unit = Unit::Points, .what = what, .interval = true, .may_miss = true, .drop = drop},
           [worth](const Of& each) { return worth(each) ? Cell(worth(each)->value, worth(each)->interval) : Cell(); }},
          {{.name = name + "_saving",
            .head = "saving",
            .unit = Unit::Number,
            .what = "Independent games that tell as much as one of these",
            .may_miss = true,
            .drop = 8,
            .digits = 1},
           [worth](const Of& each) { return worth(each) ? Cell(worth(each)->saving) : Cell(); }}};
}

Table worth_table(const DeckValuesReport& report) {
  std::vector<Row> rows;
  if (report.worth)
    for (const CardWorth& each : report.worth->cards) rows.push_back({each.card, each.house, each.copies, nullptr, &each});
  std::ranges::stable_sort(rows, std::greater<>(), [](const Row& each) { return each.worth->over_blank.value; });
  return table_of<Row>(
      {.name = "worth",
       .what = "With --worth: what a copy is worth, by the same games with it replaced",
       .title = "What a copy is worth",
       .shown = report.worth.has_value()},
      card_columns() +
          worth_columns<Row>("over_blank", "over a blank", "Win rate less that with a card that does nothing", 1,
                             [](const Row& each) { return &each.worth->over_blank; }) +
          worth_columns<Row>("over_average", "over average",
                             "Win rate less that with another card of the house, rarity and set", 2,
                             [](const Row& each) { return each.worth->over_average ? &*each.worth->over_average : nullptr; }),
      rows);
}

struct Sum {
  std::string what;
  const Worth* worth;
};

Table sums_table(const DeckValuesReport& report) {
  std::vector<Sum> rows;
  if (const auto& worth = report.worth)
    rows = {{"all cards over blanks, one at a time", &worth->sum_over_blank},
            {"all cards over average ones, one at a time", &worth->sum_over_average},
            {"the deck over decks of its houses: all replaced at once", &worth->deck_over_average},
            {"the sum less the deck", &worth->sum_less_deck}};
  return table_of<Sum>(
      {.name = "sums", .what = "With --worth: sums over the cards", .shown = !rows.empty()},
      std::vector<ColumnOf<Sum>>{text_column<Sum>("sum", "together", "Of what", 0, [](const Sum& each) { return each.what; })} +
          worth_columns<Sum>("worth", "worth", "Win rate less that with these replaced", 0,
                             [](const Sum& each) { return each.worth; }),
      rows);
}

Table pairs_table(const DeckValuesReport& report) {
  using Pair = const PairWorth*;
  std::vector<Pair> rows;
  if (report.worth)
    for (const PairWorth& each : report.worth->pairs) rows.push_back(&each);
  const auto card = [&report](const std::string& name, const std::string& head, bool id, size_t PairWorth::*which) {
    return text_column<Pair>(name, head, id ? "Its id" : "A card", 0, [&report, id, which](const Pair& each) {
      const int number = report.worth->cards[each->*which].card;
      return id ? facts(number).id : deck_card_name(number);
    });
  };
  const bool any = !rows.empty();
  return table_of<Pair>(
      {.name = "pairs",
       .what = "With --pairs: two cards that are worth more or less together than the sum, the surest first",
       .title = "Worth more or less together",
       .ends = kShownPairs,
       .shown = any},
      std::vector<ColumnOf<Pair>>{card("card", "card", false, &PairWorth::first), card("id", "", true, &PairWorth::first),
                                  card("other_card", "and", false, &PairWorth::second),
                                  card("other_id", "", true, &PairWorth::second)} +
          worth_columns<Pair>("more", "more", "What both are worth beyond the sum of each", 1,
                              [](const Pair& each) { return &each->more; }) +
          std::vector<ColumnOf<Pair>>{{{.name = "p_value", .unit = Unit::Share, .what = "Of as much by chance"},
                                       [](const Pair& each) { return Cell(each->p_value); }}},
      std::move(rows));
}

Table opponents_table(const DeckValuesReport& report) {
  std::vector<size_t> rows(report.games.by_opponent.size());
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  return table_of<size_t>(
      {.name = "opponents", .what = "The field, in the order of the command line", .shown = false},
      {text_column<size_t>("opponent", "opponent", "Name", 0,
                           [&report](const size_t& each) { return report.provenance.decks[each + 1].deck.name; }),
       count_column<size_t>("games", "games", "Games", 0,
                            [&report](const size_t& each) { return report.games.by_opponent[each].total().games; }),
       {{.name = "win_rate",
         .head = "win %",
         .unit = Unit::Share,
         .what = "Of the deck against it",
         .interval = true,
         .may_miss = true},
        [&report](const size_t& each) {
          const MatchCounts& counts = report.games.by_opponent[each];
          return counts.total().decided() > 0 ? Cell(counts.win_rate(), counts.interval()) : Cell();
        }}},
      std::move(rows));
}

void add_worth(Document& document, const DeckValuesReport& report) {
  const DeckWorth* worth = report.worth ? &*report.worth : nullptr;
  document.add(worth_table(report));
  document.add(sums_table(report));
  document.add({.name = "pairs_tested", .unit = Unit::Count, .what = "Pairs of cards that were tested"},
               worth ? static_cast<int64_t>(worth->pairs_tested) : int64_t{0});
  if (worth && worth->pairs_tested > 0)
    document.note(thousands(static_cast<int64_t>(worth->pairs_tested)) +
                  " pairs of cards tested; worth more or less together: " +
                  (worth->pairs.empty() ? "none" : std::to_string(worth->pairs.size())) + "\n");
  document.add(pairs_table(report));
  document.add({.name = "worth_games", .unit = Unit::Count, .what = "Games of --worth with the deck as it is"},
               worth ? worth->counts.total().games : int64_t{0});
  document.add({.name = "replaced_games", .unit = Unit::Count, .what = "The same with something replaced"},
               worth ? worth->replaced.total().games : int64_t{0});
}

}  // namespace deck_values_parts

MatchResult all_counts(const DeckValuesReport& report) {
  MatchResult all = report.games.counts;
  if (report.worth) add(all, report.worth->counts);
  if (report.worth) add(all, report.worth->replaced);
  return all;
}

present::Document deck_values_document(const DeckValuesReport& report) {
  using namespace deck_values_parts;
  Document document{
      .name = "values-deck", .command = "archon values DECK", .title = "what the cards of a deck are worth", .main = "cards"};
  const MatchResult& counts = report.games.counts;
  const MatchResult all = all_counts(report);
  add_completion(document, report.unfinished);
  if (const std::string missing = missing_text(missing_games(all)); !missing.empty())
    document.warn("WARNING: " + missing + "\n\n");
  document.add({.name = "deck", .head = "deck", .what = "Name"}, deck_of(report).name);
  document.add({.name = "win_rate",
                .head = "wins",
                .unit = Unit::Share,
                .what = "Against the field",
                .interval = true,
                .may_miss = true},
               counts.total().decided() > 0 ? Cell(counts.win_rate(), counts.interval()) : Cell());
  document.add({.name = "opponents_number", .head = "opponents", .unit = Unit::Count, .what = "Decks of the field"},
               std::ssize(report.games.by_opponent));
  add_counts(document, counts.total());
  document.note("\n");
  document.add(opponents_table(report));
  document.add(cards_table(report));
  add_worth(document, report);
  document.add({.name = "fallbacks", .unit = Unit::Count, .what = "Decisions in which a simpler agent answered"},
               counts.fallbacks[0] + counts.fallbacks[1]);
  document.add({.name = "seconds", .unit = Unit::Seconds, .what = "Time of the games"}, report.seconds);
  const int64_t games = all.total().games;
  document.note(thousands(games) + " games, " + fixed(report.seconds, 1) + " s, " +
                thousands(static_cast<int64_t>(static_cast<double>(games) / std::max(1e-9, report.seconds))) + " games/s\n");
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
