#include "sim/report/document_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/facts/visible_text.h"
#include "sim/concepts/concepts.h"
#include "sim/present/printers.h"
#include "sim/report/page_data.h"
#include "sim/report/page_frame.h"
#include "sim/stats/number_text.h"

namespace archon {
namespace document_page {

using namespace report;
using namespace present;
using nlohmann::json;

constexpr size_t kMostRows = 5000;  // of a table, in the data
constexpr size_t kPlainRows = 100;  // likewise, for those without script
constexpr int kDigits = 6;          // after the point, as CSV has them
constexpr std::string_view kLink = "link";
// What programs know a deck by, and people don't.
constexpr std::array<std::string_view, 4> kForPrograms = {"hash", "id", "file", "link"};

std::string_view unit_word(Unit unit) {
  switch (unit) {
    case Unit::Text:
      return "text";
    case Unit::Count:
      return "count";
    case Unit::Share:
      return "share";
    case Unit::Number:
      return "number";
    case Unit::Elo:
      return "elo";
    case Unit::Chains:
      return "chains";
    case Unit::Points:
      return "points";
    case Unit::Seconds:
      return "seconds";
    case Unit::Truth:
      return "truth";
  }
  return "";
}

// What is infinite has no number in JSON, but a sign that people want to see.
json number(const Column& column, double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (std::isnan(value)) return nullptr;
  return rounded(column.unit == Unit::Points ? value / 100 : value, kDigits);
}

void add_cell(json& row, const Column& column, const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell.value))
    row.push_back(visible_text(*text));
  else if (const auto* count = std::get_if<int64_t>(&cell.value))
    row.push_back(*count);
  else if (const auto* value = std::get_if<double>(&cell.value))
    row.push_back(number(column, *value));
  else if (const auto* truth = std::get_if<bool>(&cell.value))
    row.push_back(*truth);
  else
    row.push_back(nullptr);
  if (!column.interval) return;
  row.push_back(cell.interval ? number(column, cell.interval->low) : json(nullptr));
  row.push_back(cell.interval ? number(column, cell.interval->high) : json(nullptr));
}

// "win_rate_of_bid" as a head.
std::string words_of_name(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string head_of(const Column& column) { return column.head.empty() ? words_of_name(column.name) : column.head; }

// People see columns with a head; of a table for programs alone all, but what is no figure.
bool is_shown(const Table& table, const Column& column) {
  return !column.head.empty() || (!table.shown && std::ranges::find(kForPrograms, column.name) == kForPrograms.end());
}

json column_data(const Column& column) {
  json data = {{"name", column.name}, {"head", head_of(column)}, {"unit", unit_word(column.unit)}, {"what", column.what}};
  if (column.interval) data["interval"] = true;
  if (column.unit != Unit::Text && column.unit != Unit::Truth) data["digits"] = digits_of(column);
  return data;
}

std::string with_capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string heading(const Table& table) { return visible_text(with_capital(table.title.empty() ? table.what : table.title)); }

json table_data(const Table& table) {
  json columns = json::array(), rows = json::array();
  std::vector<size_t> shown;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (!is_shown(table, table.columns[i]) && table.columns[i].name != kLink) continue;
    shown.push_back(i);
    columns.push_back(column_data(table.columns[i]));
  }
  for (size_t each = 0; each < std::min(table.size, kMostRows); ++each) {
    const std::vector<Cell> cells = table.row(each);
    json row = json::array();
    for (const size_t i : shown) add_cell(row, table.columns[i], cells[i]);
    rows.push_back(std::move(row));
  }
  json mattering = nullptr;
  for (size_t i = 0; table.matters && i < rows.size(); ++i)
    if (table.matters(i)) mattering.push_back(i);
  return {{"name", table.name}, {"mattering", mattering}, {"heading", heading(table)}, {"folded", !table.shown},
          {"ends", table.ends}, {"size", table.size},     {"columns", columns},        {"rows", rows}};
}

json fact_data(const Fact& fact) {
  json row = json::array();
  add_cell(row, fact.column, fact.cell);
  return {{"column", column_data(fact.column)}, {"row", row}};
}

std::string_view kind_word(Picture::Kind kind) {
  switch (kind) {
    case Picture::Kind::Lines:
      return "lines";
    case Picture::Kind::Heat:
      return "heat";
    case Picture::Kind::Whiskers:
      return "whiskers";
    case Picture::Kind::Bars:
      return "bars";
  }
  return "";
}

// Whether the page has all rows that are drawn, and there are some.
bool can_be_drawn(const Document& document, const Picture& picture) {
  bool some = false;
  for (const std::string& name : {picture.table, picture.dots, picture.marked}) {
    const Table* const table = document.table(name);
    if (!table) continue;
    if (table->size > kMostRows) return false;
    some = some || (table->size > 0 && name != picture.marked);
  }
  return some;
}

json picture_data(const Picture& picture) {
  return {{"kind", kind_word(picture.kind)},
          {"table", text_or_null(picture.table)},
          {"value", picture.value},
          {"names", picture.names},
          {"along", text_or_null(picture.along)},
          {"each", text_or_null(picture.each)},
          {"dots", text_or_null(picture.dots)},
          {"marked", text_or_null(picture.marked)},
          {"marks", picture.marks},
          {"apart", text_or_null(picture.apart)},
          {"heading", visible_text(picture.title)},
          {"says", visible_text(picture.says)}};
}

// The lines of a note without the blank ones around them.
std::string trimmed(const std::string& text) {
  const size_t from = text.find_first_not_of(" \n"), to = text.find_last_not_of(" \n");
  return from == std::string::npos ? "" : visible_text(text.substr(from, to - from + 1));
}

// The words of heads and titles that there are explanations of.
json words_said(const Document& document) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kNames = {
      {{"aerc", "AERC"}, {"elo", "Elo"}, {"nash", "Nash"}, {"sas", "SAS"}, {"sprt", "SPRT"}}};
  std::string said = document.provenance.agents.empty() ? "" : "agent ";
  const auto add = [&](const Column& column) {
    if (!column.head.empty()) said += "; " + column.head + (column.interval ? "; 95 %" : "");
  };
  for (const auto& part : document.parts) {
    if (const auto* fact = std::get_if<Fact>(&part)) add(fact->column);
    const auto* table = std::get_if<Table>(&part);
    if (!table || !table->shown) continue;
    said += "; " + heading(*table);
    std::ranges::for_each(table->columns, add);
  }
  std::vector<std::string> names;
  for (const std::string& name : concepts_in(said)) {
    const auto proper = std::ranges::find(kNames, name, [](const auto& each) { return each.first; });
    names.emplace_back(proper == kNames.end() ? name : proper->second);
  }
  return words_data(names);
}

// For those without script: the same tables, the first rows of them.
std::string plain_table(const Table& table) {
  std::string html = "<h2>" + escaped(heading(table)) + "</h2>\n<table class=numbers><tr>";
  for (const Column& column : table.columns) {
    if (!is_shown(table, column)) continue;
    html += "<th>" + escaped(head_of(column));
    if (column.interval) html += "<th>95 %";
  }
  for (size_t each = 0; each < std::min(table.size, kPlainRows); ++each) {
    const std::vector<Cell> cells = table.row(each);
    html += "\n<tr>";
    for (size_t i = 0; i < cells.size(); ++i) {
      const Column& column = table.columns[i];
      if (!is_shown(table, column)) continue;
      html += "<td>" + escaped(visible_text(cell_text(column, cells[i])));
      if (column.interval) html += "<td>" + (cells[i].interval ? interval_text(column, *cells[i].interval) : "-");
    }
  }
  html += "\n</table>\n";
  if (table.size > kPlainRows)
    html += "<p>The first " + thousands(kPlainRows) + " of " + thousands(static_cast<int64_t>(table.size)) + " rows.</p>\n";
  return html;
}

std::string fact_text(const Fact& fact) {
  if (fact.column.head.empty() || fact.cell.missing()) return "";
  std::string text =
      fact.column.head + ": " + cell_text(fact.column, fact.cell) + (fact.column.unit == Unit::Share ? " %" : "");
  return fact.cell.interval ? text + " (" + interval_text(fact.column, *fact.cell.interval) + ")" : text;
}

std::string plain(const Document& document) {
  const auto paragraph = [](const std::string& text, const std::string& kind) {
    return text.empty() ? "" : "<p" + kind + ">" + escaped(text) + "</p>\n";
  };
  std::string first, rest;
  for (const auto& part : document.parts) {
    if (const auto* note = std::get_if<Note>(&part))
      (note->warning ? first : rest) += paragraph(trimmed(note->text), note->warning ? " class=warning" : "");
    if (const auto* fact = std::get_if<Fact>(&part)) rest += paragraph(visible_text(fact_text(*fact)), "");
    if (const auto* table = std::get_if<Table>(&part); table && table->shown && table->size > 0) rest += plain_table(*table);
  }
  for (const std::string& line : provenance_lines(document.provenance)) rest += paragraph(line, "");
  return first + "<p>A script in this file draws the page, and scripts are switched off. The figures:</p>\n" + rest;
}

json parts_data(const Document& document) {
  json parts = json::array();
  for (const auto& part : document.parts) {
    if (const auto* note = std::get_if<Note>(&part); note && !note->warning && !trimmed(note->text).empty())
      parts.push_back({{"note", trimmed(note->text)}});
    if (const auto* fact = std::get_if<Fact>(&part); fact && !fact->column.head.empty() && !fact->cell.missing())
      parts.push_back({{"fact", fact_data(*fact)}});
    if (const auto* table = std::get_if<Table>(&part); table && table->size > 0)
      parts.push_back({{"table", table_data(*table)}});
    if (const auto* picture = std::get_if<Picture>(&part); picture && can_be_drawn(document, *picture))
      parts.push_back({{"picture", picture_data(*picture)}});
  }
  return parts;
}

json warnings_data(const Document& document) {
  json warnings = json::array();
  for (const auto& part : document.parts)
    if (const auto* note = std::get_if<Note>(&part); note && note->warning && !trimmed(note->text).empty())
      warnings.push_back(trimmed(note->text));
  return warnings;
}

// The decks, where they are few enough to be named.
std::string description(const Document& document) {
  constexpr size_t kNamed = 4;
  const DeckList& decks = document.provenance.decks;
  if (decks.size() > kNamed) return thousands(std::ssize(decks)) + " decks of KeyForge";
  std::string names;
  for (const DeckFile& each : decks) names += (names.empty() ? "" : ", ") + visible_line(each.deck.name);
  return names;
}

}  // namespace document_page

std::string document_page_html(const present::Document& document, const std::string& address) {
  using namespace document_page;
  const std::string title = with_capital(document.title);
  return framed({title, description(document), address, plain(document)},
                {{"page", "document"},
                 {"version", kPageVersion},
                 {"command", document.command},
                 {"title", title},
                 {"decks", description(document)},
                 {"warnings", warnings_data(document)},
                 {"parts", parts_data(document)},
                 {"provenance", provenance_lines(document.provenance)},
                 {"words", words_said(document)}});
}

}  // namespace archon
