// Documents for people: terminal and Markdown.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <span>
#include <type_traits>

#include "sim/present/printers.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/number_text.h"

namespace archon::present {
namespace {

constexpr int kGap = 2;  // between columns
constexpr int kShort = 24,
              kShortest = 12;  // names are cut to so many columns; to so few where no column can be left out any more
const std::string kInterval = "interval of ";
constexpr std::string_view kBetween = "...";  // rows that are not shown

// A column as it is printed: a value, or the interval beside it.
struct Printed {
  std::string head, name;  // name: for the line that says what was left out
  std::vector<std::string> cells{};
  int width = 0, drop = 0;
  bool text = false;  // to the left, and may be cut
};

bool is_text(const Column& column) { return column.unit == Unit::Text || column.unit == Unit::Truth; }

// Which of the rows of a table: all; the first and the last where it says so; of these those that matter.
enum class Rows : uint8_t { All, Ends, Mattering };

bool shows_all(const Table& table, Rows which) { return which == Rows::All || table.ends == 0 || table.size <= 2 * table.ends; }

std::vector<std::vector<Cell>> shown_rows(const Table& table, Rows which) {
  std::vector<std::vector<Cell>> rows;
  for (size_t i = 0; i < table.size; ++i) {
    const bool matters = which != Rows::Mattering || !table.matters || table.matters(i);
    if (matters && (shows_all(table, which) || i < table.ends || i + table.ends >= table.size)) rows.push_back(table.row(i));
  }
  return rows;
}

void measure(Printed& column) {
  column.width = width(column.head);
  for (const std::string& cell : column.cells) column.width = std::max(column.width, width(cell));
}

std::vector<Printed> printed(const Table& table, Rows which) {
  const std::vector<std::vector<Cell>> rows = shown_rows(table, which);
  std::vector<Printed> all;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    if (column.head.empty()) continue;
    Printed& value =
        all.emplace_back(Printed{.head = column.head, .name = column.head, .drop = column.drop, .text = is_text(column)});
    for (const std::vector<Cell>& row : rows) value.cells.push_back(cell_text(column, row[i]));
    if (!column.interval) continue;
    const int drop = column.drop_interval > 0 ? column.drop_interval : column.drop + 1;
    Printed& range = all.emplace_back(Printed{.head = "95 %", .name = kInterval + column.head, .drop = drop});
    for (const std::vector<Cell>& row : rows)
      range.cells.push_back(row[i].interval ? interval_text(column, *row[i].interval) : "-");
  }
  std::ranges::for_each(all, measure);
  return all;
}

int total_width(const std::vector<Printed>& columns) {
  return std::accumulate(columns.begin(), columns.end(), -kGap,
                         [](int sum, const Printed& each) { return sum + each.width + kGap; });
}

// Cuts the widest names first, to no fewer columns than `least`, until the table is no wider.
void cut_names(std::vector<Printed>& columns, int most, int least) {
  while (total_width(columns) > most) {
    Printed* widest = nullptr;
    for (Printed& each : columns)
      if (each.text && each.width > std::max(least, width(each.head)) && (!widest || each.width > widest->width))
        widest = &each;
    if (!widest) return;
    --widest->width;
  }
}

// Whether the column, or that whose interval it is, is among them.
bool named(const std::vector<std::string>& names, const Printed& column) {
  return std::ranges::any_of(names,
                             [&](const std::string& each) { return each == column.name || kInterval + each == column.name; });
}

// The names of the columns that were left out.
std::vector<std::string> fit(std::vector<Printed>& columns, int most) {
  std::vector<std::string> left_out;
  while (most > 0) {
    cut_names(columns, most, kShort);
    if (total_width(columns) <= most) break;
    const int last = std::ranges::max_element(columns, {}, &Printed::drop)->drop;
    if (last == 0) break;
    for (const Printed& each : columns)
      if (each.drop == last && !named(left_out, each)) left_out.push_back(each.name);
    std::erase_if(columns, [last](const Printed& each) { return each.drop == last; });
    std::ranges::for_each(columns, measure);
  }
  if (most > 0) cut_names(columns, most, kShortest);
  return left_out;
}

std::string padded(const Printed& column, const std::string& text) {
  return column.text ? left(shortened_middle(text, column.width), column.width) : right(text, column.width);
}

std::string without_end_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

void write_lines(std::ostream& out, const std::vector<Printed>& columns, size_t gap_after) {
  std::string line;
  for (const Printed& each : columns) line += (line.empty() ? "" : "  ") + padded(each, each.head);
  out << without_end_spaces(line);
  for (size_t row = 0; row < columns.front().cells.size(); ++row) {
    if (row == gap_after) out << kBetween << '\n';
    line.clear();
    for (const Printed& each : columns) line += (&each == columns.data() ? "" : "  ") + padded(each, each.cells[row]);
    out << without_end_spaces(line);
  }
}

void write_table(std::ostream& out, const Table& table, int most, Rows which) {
  if (!table.shown) return;
  if (!table.title.empty()) out << wrapped(table.title, most) << "\n\n";
  std::vector<Printed> columns = printed(table, which);
  const std::vector<std::string> left_out = fit(columns, most);
  write_lines(out, columns, shows_all(table, which) ? table.size : table.ends);
  if (const size_t shown = columns.front().cells.size(); shown < table.size && table.matters)
    out << wrapped("left out: " + thousands(static_cast<int64_t>(table.size - shown)) + " of " +
                       thousands(static_cast<int64_t>(table.size)) + " rows (--wide shows all)",
                   most)
        << '\n';
  if (!left_out.empty()) out << wrapped("too narrow for: " + joined(left_out) + " (--wide shows all)", most) << '\n';
  out << '\n';
}

std::string fact_line(const Fact& fact) {
  if (fact.column.head.empty() || fact.cell.missing()) return "";
  std::string text =
      fact.column.head + ": " + cell_text(fact.column, fact.cell) + (fact.column.unit == Unit::Share ? " %" : "");
  if (fact.cell.interval) text += " (" + interval_text(fact.column, *fact.cell.interval) + ")";
  return text + "\n";
}

// Text that Markdown would take for its own signs.
std::string escaped(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (std::string_view("\\|*_`<>[]").find(c) != std::string_view::npos) cell += '\\';
    cell += c;
  }
  return cell;
}

void write_markdown_table(std::ostream& out, const Table& table) {
  if (!table.shown) return;
  if (!table.title.empty()) out << escaped(table.title) << "\n\n";
  const std::vector<Printed> columns = printed(table, Rows::Ends);
  for (const Printed& each : columns) out << "| " << escaped(each.head) << ' ';
  out << "|\n";
  for (const Printed& each : columns) out << (each.text ? "|---" : "|---:");
  out << "|\n";
  for (size_t row = 0; row < columns.front().cells.size(); ++row) {
    if (!shows_all(table, Rows::Ends) && row == table.ends) {
      for (size_t i = 0; i < columns.size(); ++i) out << "| " << kBetween << ' ';
      out << "|\n";
    }
    for (const Printed& each : columns) out << "| " << escaped(each.cells[row]) << ' ';
    out << "|\n";
  }
  out << '\n';
}

}  // namespace

void write_text(std::ostream& out, const Document& document, int width, bool all_rows) {
  const Rows which = all_rows ? Rows::All : Rows::Mattering;
  for (const auto& part : document.parts) {
    if (const auto* fact = std::get_if<Fact>(&part)) out << wrapped(fact_line(*fact), width);
    if (const auto* table = std::get_if<Table>(&part)) write_table(out, *table, width, which);
    if (const auto* note = std::get_if<Note>(&part)) out << wrapped(note->text, width);
    if (const auto* drawing = std::get_if<Drawing>(&part)) drawing->draw(out, width);
  }
  for (const std::string& line : provenance_footer(document.provenance)) out << wrapped(line, width) << '\n';
}

void write_markdown(std::ostream& out, const Document& document) {
  for (const auto& part : document.parts) {
    if (const auto* fact = std::get_if<Fact>(&part))
      if (const std::string line = fact_line(*fact); !line.empty()) out << escaped(line) << '\n';
    if (const auto* table = std::get_if<Table>(&part)) write_markdown_table(out, *table);
    if (const auto* note = std::get_if<Note>(&part)) out << escaped(note->text) << '\n';
  }
  for (const std::string& line : provenance_footer(document.provenance)) out << "* " << escaped(line) << '\n';
}

}  // namespace archon::present
