#pragma once
// What a command found, as facts, tables and notes, before it is known who reads it. Each figure is named once, with its unit,
// its head and its meaning; terminal, Markdown, CSV, JSON and schema are printers of the same rows (sim/present/printers.h), so
// that they say the same under the same names. What no game stands behind is a cell without a value: "-", an empty CSV cell,
// null.
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/results/provenance.h"
#include "sim/stats/statistics.h"

namespace archon::present {

// How a value is written. Share: from 0 to 1 in CSV and JSON, percent for people. Points: differences of shares, in percentage
// points here and for people, divided by 100 in CSV and JSON. Elo, Chains and Points have a sign for people.
enum class Unit : uint8_t { Text, Count, Share, Number, Elo, Chains, Points, Seconds, Truth };

struct Column {
  std::string name;    // in CSV and JSON: win_rate
  std::string head{};  // for people; empty: only CSV and JSON have it
  Unit unit = Unit::Text;
  std::string what{};     // its meaning, for the schema
  bool interval = false;  // its 95 % interval stands beside it, as NAME_low and NAME_high
  bool may_miss = false;  // there may be no value
  int drop = 0;           // where the terminal is too narrow, columns with the highest number go first, all of them; 0 stays
  int drop_interval = 0;  // of the interval beside it; 0: one more than that of the column
  int digits = -1;        // after the point, for people; -1: as usual for the unit
};

using Value = std::variant<std::monostate, bool, int64_t, double, std::string>;

struct Cell {
  Value value{};
  std::optional<Interval> interval{};

  Cell() = default;
  Cell(std::string text) : value(std::move(text)) {}
  Cell(std::string_view text) : value(std::string(text)) {}
  Cell(const char* text) : value(std::string(text)) {}
  Cell(bool truth) : value(truth) {}
  Cell(std::integral auto count) : value(static_cast<int64_t>(count)) {}
  Cell(double number) : value(number) {}
  Cell(double number, Interval of_it) : value(number), interval(of_it) {}
  template <class T>
  Cell(const std::optional<T>& maybe) : Cell(maybe ? Cell(*maybe) : Cell()) {}

  bool missing() const { return std::holds_alternative<std::monostate>(value); }
};

// Rows are made when they are printed: a matrix of 1,000 decks has half a million.
struct Table {
  std::string name, what;  // in JSON; for the schema
  std::vector<Column> columns{};
  size_t size = 0;
  std::function<std::vector<Cell>(size_t)> row{};  // of 0 to size - 1
  std::string title{};                             // a line above it, for people; may be empty
  size_t ends = 0;                                 // people see so many of the first rows and of the last; 0: all
  std::function<bool(size_t)> matters{};           // and of those such rows, unless they ask for all; empty: all
  bool shown = true;                               // to people; else only CSV and JSON have it
};

// A column with how a row of the caller's own type gives its cell.
template <class Row>
struct ColumnOf {
  Column column;
  std::function<Cell(const Row&)> cell;
};

// Columns one after the other.
template <class Row>
std::vector<ColumnOf<Row>> operator+(std::vector<ColumnOf<Row>> first, std::vector<ColumnOf<Row>> second) {
  std::ranges::move(second, std::back_inserter(first));
  return first;
}

// Fills in columns and rows of a table that has its name. What rows point to must outlive the document.
template <class Row>
Table table_of(Table table, std::vector<ColumnOf<Row>> columns, std::vector<Row> rows) {
  for (const ColumnOf<Row>& each : columns) table.columns.push_back(each.column);
  table.size = rows.size();
  table.row = [columns = std::move(columns), rows = std::make_shared<const std::vector<Row>>(std::move(rows))](size_t i) {
    std::vector<Cell> cells;
    for (const ColumnOf<Row>& each : columns) cells.push_back(each.cell((*rows)[i]));
    return cells;
  };
  return table;
}

// One figure that is no row. People see "head: value" where it has a head.
struct Fact {
  Column column;
  Cell cell;
};

// Text for people alone; ends with a line's end.
struct Note {
  std::string text;
  bool warning = false;  // has to be known before any result: pages put it first
};

// What people see drawn, such as a grid with colours; its figures stand in a table. Gets the width in columns, 0: no limit.
struct Drawing {
  std::function<void(std::ostream& out, int width)> draw;
};

// What pages draw of tables of the document, which it names with their columns; other printers leave it out.
struct Picture {
  // Lines: `value` over the numbers `along`, a drawing for each of `each`. Heat: a square for each row, `each` side by side,
  // `along` from top to bottom. Whiskers: the interval of each row. Bars: from 0, with the interval.
  enum class Kind : uint8_t { Lines, Heat, Whiskers, Bars };
  Kind kind = Kind::Lines;
  std::string table{};               // Lines: of the line and its band; may be empty
  std::string value{};               // a column with an interval
  std::vector<std::string> names{};  // Whiskers and Bars: columns that say which row it is
  std::string along{}, each{};       // columns
  std::string dots{};                // Lines: a table with columns of these names, too, whose rows are dots
  std::string marked{};              // Lines: a table with `each`, and
  std::vector<std::string> marks{};  //   columns of it that stand on the axis
  std::string apart{};               // Whiskers: rows without a value of this column are to compare with
  std::string title{}, says{};       // heading, and sentences about how to read it
};

struct Document {
  std::string name;     // of the schema: "chains-sas"
  std::string command;  // which says it: "archon chains --sas"
  std::string title;    // what it says, beginning with a small letter: "for how many points of SAS a chain is to be given"
  std::string also{};   // where else it is written: "result.json of --out"; empty: nowhere
  std::vector<std::variant<Fact, Table, Note, Drawing, Picture>> parts{};
  Provenance provenance{};
  std::string main{};  // the table that CSV is of, where no other is named; empty: the first

  void add(Column column, Cell cell) { parts.push_back(Fact{std::move(column), std::move(cell)}); }
  void add(Table table) { parts.push_back(std::move(table)); }
  void add(Picture picture) { parts.push_back(std::move(picture)); }
  template <class Row>
  void add_facts(const std::vector<ColumnOf<Row>>& columns, const Row& row) {  // a fact of each column
    for (const ColumnOf<Row>& each : columns) add(each.column, each.cell(row));
  }
  void note(std::string text) { parts.push_back(Note{std::move(text)}); }
  void warn(std::string text) { parts.push_back(Note{std::move(text), true}); }

  const Table* table(std::string_view called) const;  // null: there is none
  std::vector<std::string> tables() const;            // their names
};

}  // namespace archon::present
