#include "sim/documents/card_document.h"

#include <string>
#include <vector>

#include "engine/cards/library.h"
#include "sim/documents/card_text.h"
#include "sim/documents/mentions.h"
#include "sim/documents/share_columns.h"
#include "sim/present/terminal_text.h"
#include "sim/ratings/rated_worth.h"

namespace archon::cli {
namespace card_document_parts {

using namespace present;

// A row of a table with something of a card.
template <class Of>
struct RowOf {
  int card = 0;
  Of of{};
};

template <class Row>
ColumnOf<Row> id_column() {
  return text_column<Row>("id", "id", "Id of the card", 0, [](const Row& each) { return facts(each.card).id; });
}

ColumnOf<int> fact_column(const std::string& name, const std::string& what, std::function<Cell(const CardFacts&)> of) {
  return {{.name = name, .head = name, .what = what, .may_miss = true}, [of](const int& card) { return of(facts(card)); }};
}

ColumnOf<int> number_column(const std::string& name, const std::string& what, int CardFacts::*of) {
  ColumnOf<int> column = fact_column(name, what, [of](const CardFacts& card) { return Cell(card.*of); });
  column.column.unit = Unit::Count;
  column.column.may_miss = false;
  return column;
}

Cell words(const std::vector<std::string>& words) { return words.empty() ? Cell() : Cell(joined(words)); }

Cell text_or_none(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

ColumnOf<int> truth_column(const std::string& name, const std::string& what, bool (Library::*of)(int) const) {
  return {{.name = name, .head = name, .unit = Unit::Truth, .what = what},
          [of](const int& card) { return Cell((Library::instance().*of)(card)); }};
}

ColumnOf<int> source_column(const std::string& name, const std::string& what, std::string (Library::*of)(int) const) {
  return {{.name = name, .head = name, .what = what, .may_miss = true},
          [of](const int& card) { return text_or_none((Library::instance().*of)(card)); }};
}

Table cards_table(std::span<const int> cards) {
  const auto name = [](const int& card) { return facts(card).name; };
  const auto id = [](const int& card) { return facts(card).id; };
  return table_of<int>(
      {.name = "cards", .what = "The cards of that name, with what stands on them besides their abilities", .shown = false},
      {text_column<int>("card", "card", "Name", 0, name), text_column<int>("id", "id", "Id of the card", 0, id),
       fact_column("type", "Its type", [](const CardFacts& card) { return Cell(type_of(card)); }),
       fact_column("houses", "The houses that it is printed in", [](const CardFacts& card) { return words(houses_of(card)); }),
       number_column("power", "Power; 0 of what has none", &CardFacts::power),
       number_column("armor", "Armor; 0 of what has none", &CardFacts::armor),
       number_column("aember", "Printed aember bonus icons", &CardFacts::amber),
       fact_column("traits", "Its traits", [](const CardFacts& card) { return words(traits_of(card)); }),
       fact_column("keywords", "Printed keywords with their numbers",
                   [](const CardFacts& card) { return words(keywords_of(card)); }),
       truth_column("playable", "Whether it has a definition", &Library::defined),
       truth_column("native", "Whether it has code of its own", &Library::native),
       source_column("place", "File and line of the definition", &Library::source_place),
       source_column("definition", "The definition, in the card language", &Library::source_text),
       source_column("program", "The compiled program, an instruction a line", &Library::disassemble)},
      {cards.begin(), cards.end()});
}

struct Ability {
  int number = 0;
  std::string text;
};

Table abilities_table(std::span<const int> cards) {
  using Row = RowOf<Ability>;
  std::vector<Row> rows;
  for (const int card : cards) {
    int number = 0;
    for (std::string& text : sentences_of(card)) rows.push_back({card, {++number, std::move(text)}});
  }
  return table_of<Row>({.name = "abilities", .what = "What the abilities do, in the order of the definition", .shown = false},
                       {id_column<Row>(),
                        count_column<Row>("ability", "ability", "Its number on the card, from 1", 0,
                                          [](const Row& each) { return each.of.number; }),
                        text_column<Row>("english", "English", "Sentences made from the definition; not the text on the card",
                                         0, [](const Row& each) { return each.of.text; })},
                       std::move(rows));
}

Table printings_table(std::span<const int> cards) {
  using Row = RowOf<const Printing*>;
  std::vector<Row> rows;
  for (const int card : cards)
    for (const Printing& printing : facts(card).printings) rows.push_back({card, &printing});
  const ColumnOf<Row> elo = {{.name = "elo",
                              .head = "Elo",
                              .unit = Unit::Elo,
                              .what = "What a copy is worth in a deck of the set, against a mean card of its house there",
                              .interval = true,
                              .may_miss = true},
                             [](const Row& each) {
                               const std::optional<RatedWorth> worth = rated_worth(each.card, each.of->set);
                               return worth ? Cell(worth->elo, worth->interval) : Cell();
                             }};
  return table_of<Row>(
      {.name = "printings", .what = "Where they are printed, and what they are worth there", .shown = false},
      {id_column<Row>(),
       text_column<Row>("set", "set", "Code of the set", 0, [](const Row& each) { return each.of->set; }),
       text_column<Row>("number", "number", "Number in the set", 0, [](const Row& each) { return each.of->number; }),
       {{.name = "house", .head = "house", .what = "House; none of cards that belong to any, or to none", .may_miss = true},
        [](const Row& each) { return each.of->house == House::None ? Cell() : Cell(house_title(each.of->house)); }},
       text_column<Row>("rarity", "rarity", "Rarity", 0,
                        [](const Row& each) { return std::string(rarity_name(each.of->rarity)); }),
       elo},
      std::move(rows));
}

Table scenarios_table(std::span<const int> cards) {
  using Row = RowOf<Mention>;
  std::vector<Row> rows;
  for (const int card : cards)
    for (const Mention& mention : scenarios_about(card)) rows.push_back({card, mention});
  return table_of<Row>(
      {.name = "scenarios", .what = "Scenarios that mention them", .shown = false},
      {id_column<Row>(), text_column<Row>("file", "file", "File", 0, [](const Row& each) { return std::string(each.of.path); }),
       count_column<Row>("line", "line", "Line of the title", 0, [](const Row& each) { return each.of.line; }),
       text_column<Row>("scenario", "scenario", "Title", 0, [](const Row& each) { return std::string(each.of.title); })},
      std::move(rows));
}

}  // namespace card_document_parts

present::Document card_document(std::span<const int> cards) {
  using namespace card_document_parts;
  Document document{
      .name = "cards-name", .command = "archon cards NAME", .title = "what is known of a card", .main = "abilities"};
  std::string text;
  for (const int card : cards) text += card_text(card) + '\n';
  document.note(text);
  document.add(cards_table(cards));
  document.add(abilities_table(cards));
  document.add(printings_table(cards));
  document.add(scenarios_table(cards));
  return document;
}

}  // namespace archon::cli
