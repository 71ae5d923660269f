// A matrix drawn for people.
#include <algorithm>
#include <functional>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include "sim/command/output.h"
#include "sim/documents/matrix_document.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/distributions.h"

namespace archon::cli {
namespace matrix_grid {

// A column a deck, numbered in the order of the rows: 28 decks fit into 128 characters.
constexpr int kCell = 4, kHead = 4;

using CellWriter = std::function<void(int row, int column)>;

void write_grid(std::ostream& out, const MatrixReport& report, const CellWriter& write) {
  const std::vector<int>& order = report.summary.order;
  out << std::string(kHead, ' ');
  for (size_t i = 0; i < order.size(); ++i) out << right(std::to_string(i + 1), kCell);
  out << '\n';
  for (size_t i = 0; i < order.size(); ++i) {
    out << right(std::to_string(i + 1), kHead);
    for (int column : order) order[i] == column ? void(out << right("-", kCell)) : write(order[i], column);
    out << '\n';
  }
}

// On the row alone: chains on the column stand in the cell on the other side of the diagonal.
std::string chains_text(const std::optional<HandicapFit>& fit) {
  if (!fit || fit->root < 0) return ".";
  return fit->beyond() ? ">24" : fixed(fit->root, 0);
}

double median_half_width(const Matrix& matrix) {
  std::vector<double> widths;
  for (const MatrixCell& cell : matrix.cells) {
    if (!cell.handicap()) continue;
    const Interval interval = clamped(cell.handicap()->interval);
    widths.push_back((interval.high - interval.low) / 2);
  }
  return median(std::move(widths));
}

// Half the width of the widest interval, in points.
double widest(const MatrixReport& report, WinRate PairRate::*which) {
  double widest = 0;
  for (const std::optional<PairRate>& rate : report.summary.rates)
    if (rate) widest = std::max(widest, 100 * (((*rate).*which).interval.high - ((*rate).*which).interval.low) / 2);
  return widest;
}

}  // namespace matrix_grid

std::ptrdiff_t place(const MatrixReport& report, int deck) {
  const std::vector<int>& order = report.summary.order;
  return std::ranges::find(order, deck) - order.begin() + 1;
}

void write_heat(std::ostream& out, double win_rate, const std::string& text) {
  constexpr const char* kBackgrounds[] = {"209", "216", "223", "254", "189", "153", "111"};  // of 256 colours
  const auto step = static_cast<size_t>(std::clamp((win_rate - 0.15) / 0.1, 0.0, 6.0));      // grey: 45 to 55 %
  write_style(out, std::string("38;5;16;48;5;") + kBackgrounds[step]);
  out << text;
  write_style(out, "");
}

// Decks as the rows of the table count them.
std::string cycles_text(const MatrixReport& report) {
  const CycleTest& test = *report.summary.cycles;
  const auto name = [&](const Cycle& cycle) {
    std::string text;
    for (size_t i = 0; i < 4; ++i) text += (i ? " > " : "") + std::to_string(place(report, cycle.items[i % 3]));
    return text + " (p " + p_text(cycle.p_value) + ")";
  };
  const std::string what = "significant cycles of three decks: ",
                    all = " of " + thousands(test.triples) + ", all considered at once";
  if (test.significant == 0)
    return what + "none" + all + (test.nearest.empty() ? "" : "; nearest " + name(test.nearest.front())) + "\n";
  std::string text = what + thousands(test.significant) + all;
  const auto shown = std::ranges::count_if(test.nearest, [](const Cycle& cycle) { return cycle.p_value <= kCycleLevel; });
  for (const Cycle& cycle : std::span(test.nearest).first(static_cast<size_t>(shown)))
    text += (&cycle == test.nearest.data() ? ": " : ", ") + name(cycle);
  return text + (shown < test.significant ? " ..." : "") + "\n";
}

void draw_matrix(std::ostream& out, int width, const MatrixReport& report) {
  using namespace matrix_grid;
  const Matrix& matrix = report.matrix;
  const int needed = kHead + kCell * static_cast<int>(std::ssize(report.summary.order));
  if (width > 0 && needed > width) {
    out << wrapped("Each deck against each other takes " + std::to_string(needed) +
                       " columns: --wide shows it, --report draws it, --format csv has every pair",
                   width)
        << "\n\n";
    return;
  }
  out << wrapped("Win rate of the row against the column, in percent (95 % intervals: at most +-" +
                     fixed(widest(report, &PairRate::alone), 1) + ", all at once +-" +
                     fixed(widest(report, &PairRate::at_once), 1) + ")",
                 width)
      << "\n\n";
  write_grid(out, report, [&](int row, int column) {
    const std::optional<double> rate = report.summary.posterior->value(row, column);
    if (!rate) return void(out << right("?", kCell));
    write_heat(out, *rate, right(fixed(100 * *rate, 0), kCell));
  });
  if (report.has_chains()) {
    out << '\n'
        << wrapped("Chains on the row that make it even with the column (95 % intervals: half of them at most +-" +
                       fixed(median_half_width(matrix), 1) + ")",
                   width)
        << "\n\n";
    write_grid(out, report, [&](int row, int column) { out << right(chains_text(matrix.handicap(row, column)), kCell); });
  }
  out << '\n';
}

}  // namespace archon::cli
