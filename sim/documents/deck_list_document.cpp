#include "sim/documents/deck_list_document.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "sim/present/deck_columns.h"
#include "sim/present/terminal_text.h"
#include "sim/ratings/rating_model.h"

namespace archon::cli {
namespace deck_list_rows {

using namespace present;

struct Listed {
  DeckFile file;  // of a deck that can't be read the name alone
  bool read = true;
  double rating = 0;
  int64_t warnings = 0;
  std::vector<std::string> problems{};
};

// "'Tsong': unknown card 'Dust Impp'": what follows the name.
std::string without_name(const DeckProblem& problem) {
  const size_t end = problem.message.starts_with('\'') ? problem.message.find("': ") : std::string::npos;
  return end == std::string::npos ? problem.message : problem.message.substr(end + 3);
}

std::vector<Listed> rows_of(const TriedDecks& tried) {
  std::vector<Listed> rows;
  std::map<uint64_t, const std::string*> seen;  // names by hash
  for (const DeckFile& each : tried.decks) {
    Listed row{.file = each, .rating = rate_deck(built_in_ratings(), each.deck).rating()};
    const auto [before, fresh] = seen.emplace(deck_hash(each.deck), &each.deck.name);
    if (!fresh) row.problems.push_back("the same deck as '" + *before->second + "'");
    row.warnings = std::ranges::count_if(tried.warnings, [&](const TriedDecks::Told& told) {
      return told.file == each.file && told.problem.deck == each.deck.name;
    });
    rows.push_back(std::move(row));
  }
  for (const SkippedDeck& each : tried.decks.skipped) {
    Listed row{.file = {}, .read = false};
    row.file.deck.name = each.name;
    row.file.file = each.file;
    for (const auto& [file, problem] : tried.problems)
      if (file == each.file && problem.deck == each.name) row.problems.push_back(without_name(problem));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string houses_text(const Deck& deck) {
  std::vector<std::string> houses;
  for (const House house : deck.houses) houses.emplace_back(house_title(house));
  return joined(houses);
}

std::vector<ColumnOf<Listed>> columns(const std::vector<Listed>& rows) {
  const auto any = [&](auto is) { return std::ranges::any_of(rows, is); };
  const bool has_sas = any([](const Listed& each) { return each.file.deck.identity.sas.has_value(); });
  const bool has_problems = any([](const Listed& each) { return !each.problems.empty(); });
  std::vector<ColumnOf<Listed>> all =
      deck_columns<Listed>(has_sas, [](const Listed& each) -> const DeckFile& { return each.file; });
  all.insert(all.begin() + 2, {{.name = "houses", .head = "houses", .what = "Its three houses", .drop = 9},
                               [](const Listed& each) { return Cell(houses_text(each.file.deck)); }});
  all.push_back({{.name = "rating",
                  .head = "rating",
                  .unit = Unit::Number,
                  .what = "As 'archon rate' has it: Elo on one scale for all sets, 1,500 being a mean deck",
                  .digits = 0},
                 [](const Listed& each) { return Cell(each.rating); }});
  all.push_back(
      {{.name = "warnings", .unit = Unit::Count, .what = "How much the input does not tell of it, such as bonus icons"},
       [](const Listed& each) { return Cell(each.warnings); }});
  for (ColumnOf<Listed>& each : all) {  // of one that can't be read only these are known
    if (each.column.name == "deck" || each.column.name == "file") continue;
    each.column.may_miss = true;
    each.cell = [cell = each.cell](const Listed& row) { return row.read ? cell(row) : Cell(); };
  }
  all.push_back({{.name = "problems",
                  .head = has_problems ? "problems" : "",
                  .what = "Why it can't be read, or which deck it is once more",
                  .may_miss = true,
                  .drop = 1},
                 [](const Listed& each) { return each.problems.empty() ? Cell() : Cell(joined(each.problems, "; ")); }});
  return all;
}

}  // namespace deck_list_rows

present::Document deck_list(const TriedDecks& tried, const Invocation& invocation, const std::string& also) {
  using namespace deck_list_rows;
  Document document{.name = "deck-list", .command = "archon deck list", .title = "a line a deck"};
  const std::vector<Listed> rows = rows_of(tried);
  document.add(table_of<Listed>(
      {.name = "decks", .what = "A deck each, as the inputs have them; those that can't be read last"}, columns(rows), rows));
  document.note("rating: Elo by values of cards, 1,500 a mean deck ('archon rate': how certain)\n");
  if (!also.empty()) document.note(also);
  document.provenance.decks = tried.decks;
  document.provenance.decks.skipped.clear();  // they are in the list
  document.provenance.decks.warnings = std::ssize(tried.warnings);
  document.provenance.command_line = invocation.command_line;
  return document;
}

}  // namespace archon::cli
