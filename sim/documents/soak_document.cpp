#include "sim/documents/soak_document.h"

#include <algorithm>
#include <set>

#include "sim/command/run_facts.h"
#include "sim/documents/share_columns.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace soak_document_parts {

using namespace present;

constexpr size_t kShownGames = 10;

Table faults_table(const SoakReport& report) {
  using Row = std::pair<std::string, int64_t>;
  std::vector<Row> rows(report.result.sum.faults_by_bound.begin(), report.result.sum.faults_by_bound.end());
  const bool any = !rows.empty();
  return table_of<Row>(
      {.name = "faults_by_bound", .what = "Faults by the bound of the program that was exceeded", .shown = any},
      {text_column<Row>("bound", "exceeded", "Its name", 0, [](const Row& each) { return each.first; }),
       count_column<Row>("faults", "faults", "Games", 0, [](const Row& each) { return each.second; })},
      std::move(rows));
}

Table violations_table(const SoakReport& report) {
  return table_of<std::string>({.name = "violations",
                                .what = "With --check: the first things that were found",
                                .shown = !report.result.violations.empty()},
                               {text_column<std::string>("violation", "found", "Game, seed, turn, and what was wrong", 0,
                                                         [](const std::string& each) { return each; })},
                               report.result.violations);
}

// A game that can be played again.
struct Game {
  size_t pair;
  int64_t game;
  bool fault;
};

Table games_table(const SoakReport& report) {
  std::vector<Game> rows;
  for (const bool fault : {true, false})
    for (size_t i = 0; i < report.pairs.size(); ++i) {
      const SoakPair& pair = report.result.pairs[i];
      for (const int64_t game : fault ? pair.fault_games : pair.undecided_games) rows.push_back({i, game, fault});
    }
  const bool any = !rows.empty();
  const auto file = [&report](size_t deck) { return report.provenance.decks[deck].file; };
  return table_of<Game>(
      {.name = "missing_games", .what = "The first games that were not played to their end", .ends = kShownGames, .shown = any},
      {text_column<Game>("ending", "ending", "fault or undecided", 0,
                         [](const Game& each) { return std::string(each.fault ? "fault" : "undecided"); }),
       count_column<Game>("game", "game", "Its number", 0, [](const Game& each) { return each.game; }),
       text_column<Game>("seed", "seed", "archon match with it plays the game", 0,
                         [&report](const Game& each) { return std::to_string(report.result.pairs[each.pair].seed); }),
       text_column<Game>("file_a", "file", "Of the first deck", 0,
                         [&report, file](const Game& each) { return file(report.pairs[each.pair].a); }),
       text_column<Game>("file_b", "against", "Of the second deck", 0,
                         [&report, file](const Game& each) { return file(report.pairs[each.pair].b); })},
      std::move(rows));
}

Table cards_table(const SoakReport& report) {
  using Row = const CardCoverage*;
  std::vector<Row> rows;
  for (const CardCoverage& each : report.cards) rows.push_back(&each);
  const auto used = [](const std::string& name, const std::string& what, int64_t CardUses<int64_t>::*which) {
    return count_column<Row>(name, name, what, 0, [which](const Row& each) { return each->uses.*which; });
  };
  return table_of<Row>(
      {.name = "cards", .what = "With --generate or --out: the cards of the set, the least played first", .shown = false},
      {text_column<Row>("card", "card", "Name", 0, [](const Row& each) { return deck_card_name(each->card); }),
       text_column<Row>("house", "house", "Title of the house of its first printing; any: of none", 0,
                        [](const Row& each) {
                          const House house = facts(each->card).printings.front().house;
                          return house == House::None ? std::string("any") : std::string(house_title(house));
                        }),
       text_column<Row>("type", "type", "Type", 0,
                        [](const Row& each) { return std::string(type_name(facts(each->card).type)); }),
       count_column<Row>("copies", "copies", "In decks, over all games", 0, [](const Row& each) { return each->copies; }),
       used("played", "Times it was played", &CardUses<int64_t>::played),
       used("used", "Times it was used: to reap, to fight, for an action", &CardUses<int64_t>::used),
       used("discarded", "Times it was discarded by a player's choice", &CardUses<int64_t>::discarded),
       used("targeted", "Times it was chosen as a target", &CardUses<int64_t>::targeted)},
      std::move(rows));
}

Table instructions_table(const SoakReport& report) {
  using Row = const InstructionCoverage*;
  std::vector<Row> rows;
  for (const InstructionCoverage& each : report.instructions) rows.push_back(&each);
  const bool any = !rows.empty();
  return table_of<Row>(
      {.name = "instructions",
       .what = "In checked builds: how often each instruction was carried out",
       .title = "Instructions carried out",
       .shown = any},
      {text_column<Row>("instruction", "instruction", "Name", 0, [](const Row& each) { return std::string(each->name); }),
       count_column<Row>("count", "times", "How often", 0, [](const Row& each) { return static_cast<int64_t>(each->count); }),
       {{.name = "compiled", .head = "in cards", .unit = Unit::Truth, .what = "Some card has it"},
        [](const Row& each) { return Cell(each->compiled); }}},
      std::move(rows));
}

// With decks of several sets: how many pairs of sets played each other, a set with itself counted.
void add_set_pairs(Document& document, const SoakReport& report) {
  const DeckList& decks = report.provenance.decks;
  std::set<std::string> sets;
  std::set<std::pair<std::string, std::string>> met;
  for (const DeckFile& deck : decks) sets.insert(deck.deck.set);
  for (const DeckPair& pair : report.pairs) met.insert(std::minmax(decks[pair.a].deck.set, decks[pair.b].deck.set));
  document.add({.name = "set_pairs", .unit = Unit::Count, .what = "Pairs of sets, a set with itself counted"},
               sets.size() * (sets.size() + 1) / 2);
  document.add({.name = "set_pairs_met", .unit = Unit::Count, .what = "Of these: played each other"}, met.size());
  if (sets.size() > 1)
    document.note("set pairs: " + std::to_string(met.size()) + " of " + std::to_string(sets.size() * (sets.size() + 1) / 2) +
                  '\n');
}

}  // namespace soak_document_parts

present::Document soak_document(const SoakReport& report) {
  using namespace soak_document_parts;
  Document document{
      .name = "soak", .command = "archon soak", .title = "many games, and what goes wrong in them", .main = "cards"};
  const Tally total = report.result.sum.total();
  add_completion(document, report.outcome.unfinished);
  const auto count = [&](const std::string& name, const std::string& what, int64_t number) {
    document.add({.name = name, .head = name, .unit = Unit::Count, .what = what}, number);
  };
  count("games", "Games", total.games);
  count("decisions", "Decisions of all games", report.result.sum.decisions);
  document.add({.name = "seconds", .head = "seconds", .unit = Unit::Seconds, .what = "Time of this run"}, report.seconds);
  count("undecided", "Games without a winner", total.undecided);
  count("faults", "Games that exceeded a bound of the program, or in which --check found something", total.faults);
  count("forfeits", "Games lost because an agent gave no legal answer", total.forfeits[0] + total.forfeits[1]);
  add_set_pairs(document, report);
  document.note("\n");
  document.add(faults_table(report));
  document.add(forfeits_table(report.result.sum.forfeits_by_cause));
  document.add(violations_table(report));
  document.add(games_table(report));
  if (!report.cards.empty())
    document.note("cards: " + thousands(std::ssize(report.cards)) + "\nleast: " + deck_card_name(report.cards.front().card) +
                  ", played " + thousands(report.cards.front().uses.played) + " times\n\n");
  document.add(cards_table(report));
  document.add(instructions_table(report));
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
