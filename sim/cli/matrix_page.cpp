// The results of `archon matrix` as a page: what sim/report.h asks for.
#include <algorithm>

#include "agents/registry.h"
#include "sim/cli/matrix_text.h"
#include "sim/report.h"

namespace archon::cli {
namespace {

ReportDeck report_deck(const MatrixReport& report, size_t index) {
  const Deck& deck = report.provenance.decks[index].deck;
  const DeckSummary& summary = report.summary.decks[index];
  ReportDeck out;
  out.name = deck.name;
  out.set = deck.set;
  for (House house : deck.houses) out.houses.emplace_back(house_title(house));
  out.mean = summary.mean;
  if (summary.rating) out.rating = ReportRating{summary.rating->elo, summary.rating->interval};
  out.worst = summary.worst;
  out.nash_weight = summary.nash_weight;
  return out;
}

// Cells have their decks in the order of the hashes, the report in that of the list.
ReportPair report_pair(const MatrixReport& report, const MatrixCell& cell) {
  const Matrix& matrix = report.matrix;
  const Tally total = cell.result.total();
  ReportPair out;
  out.a = std::min(cell.a, cell.b);
  out.b = std::max(cell.a, cell.b);
  out.wins_a = matrix.wins(out.a, out.b);
  out.wins_b = matrix.wins(out.b, out.a);
  out.undecided = total.undecided;
  out.faults = total.faults;
  out.win_rate = matrix.win_rate(out.a, out.b);
  out.interval = matrix.interval(out.a, out.b);
  out.simultaneous = matrix.interval(out.a, out.b, cell_confidence(matrix));
  const EvenChains& even = cell.even;
  if (even.on < 0) return out;
  const bool first = even.on == out.a;
  ReportHandicap& handicap = out.handicap.emplace();
  handicap.value = first ? even.chains : -even.chains;
  handicap.interval = first ? even.interval : Interval{-even.interval.high, -even.interval.low};
  handicap.beyond = even.beyond;
  return out;
}

}  // namespace

std::string matrix_page(const MatrixReport& report) {
  ReportInput input;
  for (size_t i = 0; i < report.summary.decks.size(); ++i) input.decks.push_back(report_deck(report, i));
  for (const MatrixCell& cell : report.matrix.cells) input.pairs.push_back(report_pair(report, cell));
  if (report.summary.cycles) input.cyclic = ReportCyclic{report.summary.cycles->share, report.summary.cycles->p_value};
  input.agent = full_spec(report.provenance.agents.front());
  input.rules = report.provenance.rules;
  input.interval_method = "Wilson";
  input.provenance = provenance_lines(report.provenance);
  return report_html(input);
}

}  // namespace archon::cli
