#include "sim/documents/gauntlet_document.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>

#include "sim/command/run_facts.h"
#include "sim/documents/chain_words.h"
#include "sim/documents/strength_columns.h"
#include "sim/present/deck_columns.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace gauntlet_text {

using namespace present;

constexpr int kGap = 2, kShortName = 24;
constexpr size_t kDecksWithIntervals = 6;  // of mine, side by side in 128 characters

std::string points(const Interval& interval) { return fixed(100 * interval.low, 0) + " - " + fixed(100 * interval.high, 0); }

std::string place(size_t number) { return "(" + std::to_string(number + 1) + ")"; }

// The decks of the field, from the one that does best against mine; at the end those that met none of mine.
std::vector<int> hardest_first(const MatrixReport& report) {
  const Matrix& matrix = report.matrix;
  constexpr double kMetNone = 2;
  std::vector<std::pair<double, int>> field;
  for (int opponent = matrix.pairs.field; opponent < matrix.decks; ++opponent) {
    double sum = 0;
    int others = 0, met = 0;
    for (int deck : report.summary.order) {
      if (deck == opponent) continue;
      ++others;
      const std::optional<double> rate = report.summary.posterior->value(deck, opponent);
      if (!rate) continue;
      sum += *rate;
      ++met;
    }
    // Rounding errors tell none of those apart that did equally well.
    if (others > 0) field.emplace_back(met > 0 ? std::round(1e9 * sum / met) / 1e9 : kMetNone, opponent);
  }
  std::ranges::stable_sort(field, {}, &std::pair<double, int>::first);
  std::vector<int> order;
  for (const auto& [mean_rate, opponent] : field) order.push_back(opponent);
  return order;
}

using CellWriter = std::function<void(int deck, int opponent)>;

// A column of so many characters for each of mine, a line for each of the field, with as much of its name as fits.
void draw_lines(std::ostream& out, int width, int columns, const MatrixReport& report, const CellWriter& write) {
  const std::vector<int>& order = report.summary.order;
  const int left = width - columns * static_cast<int>(std::ssize(order)) - kGap;
  for (size_t i = 0; i < order.size(); ++i) out << right(place(i), columns);
  out << "  against\n";
  for (const int opponent : hardest_first(report)) {
    for (const int deck : order) write(deck, opponent);
    out << "  " << (width > 0 ? shortened_middle(report.name(opponent), left) : report.name(opponent)) << '\n';
  }
}

bool fits(int width, int columns, const MatrixReport& report) {
  return width == 0 || columns * static_cast<int>(std::ssize(report.summary.order)) + kGap + kShortName <= width;
}

// Of each of mine the opponent that is hardest for it, where not all match-ups fit.
void draw_hardest(std::ostream& out, int width, const MatrixReport& report) {
  constexpr int kPlace = 5, kRate = 5, kRange = 10;
  out << wrapped(
             "Each match-up does not fit into " + std::to_string(width) + " columns: --wide shows them, --format csv has them",
             width)
      << '\n';
  out << "\nThe hardest opponent of each, with the win rate against it in percent\n\n";
  for (size_t i = 0; i < report.summary.order.size(); ++i) {
    const int deck = report.summary.order[i];
    const std::optional<MetOpponent>& worst = report.summary.decks[static_cast<size_t>(deck)].worst;
    if (!worst) continue;
    const WinRate rate = report.rate(deck, worst->deck)->alone;
    out << right(place(i), kPlace) << right(fixed(100 * rate.value, 0), kRate) << right(points(rate.interval), kRange) << "  "
        << shortened_middle(report.name(worst->deck), width - kPlace - kRate - kRange - kGap) << '\n';
  }
}

void draw_matchups(std::ostream& out, int width, const MatrixReport& report) {
  constexpr int kNarrow = 5, kWithInterval = 14;
  if (!fits(width, kNarrow, report)) return draw_hardest(out, width, report);
  const bool intervals = report.summary.order.size() <= kDecksWithIntervals && fits(width, kWithInterval, report);
  const int columns = intervals ? kWithInterval : kNarrow;
  out << wrapped(std::string("Win rate of my decks, in percent") + (intervals ? " with 95 % intervals" : "") +
                     ", hardest opponents first\n\n",
                 width);
  draw_lines(out, width, columns, report, [&](int deck, int opponent) {
    const std::optional<PairRate> found = report.rate(deck, opponent);
    if (!found) return void(out << right(deck == opponent ? "-" : "?", columns));
    const WinRate& rate = found->alone;
    const std::string text = fixed(100 * rate.value, 0) + (intervals ? right(points(rate.interval), 9) : "");
    write_heat(out, rate.value, right(text, columns));
  });
  if (!report.has_chains()) return;
  out << '\n' << wrapped("Chains that make it even (positive: on my deck, negative: on the opponent)\n\n", width);
  draw_lines(out, width, kNarrow, report, [&](int deck, int opponent) {
    const std::optional<HandicapFit> fit = report.matrix.handicap(deck, opponent);
    out << right(fit ? signed_chains(fit->root, 0) : "-", kNarrow);
  });
}

// One of my decks, with its place in the order.
struct Mine {
  const MatrixReport* report;
  size_t rank;
  int deck;

  const DeckSummary& summary() const { return report->summary.decks[static_cast<size_t>(deck)]; }
};

// An opponent of a deck, and the win rate against it.
std::vector<ColumnOf<Mine>> extreme(const std::string& which, std::optional<MetOpponent> DeckSummary::*opponent, int drop) {
  return {
      {{.name = which + "_win_rate",
        .head = which + " %",
        .unit = Unit::Share,
        .what = "Against that opponent",
        .may_miss = true,
        .drop = drop,
        .digits = 0},
       [opponent](const Mine& each) {
         const std::optional<MetOpponent>& met = each.summary().*opponent;
         return met ? Cell(met->win_rate) : Cell();
       }},
      {{.name = which + "_opponent",
        .head = "against",
        .what = "The opponent against which its win rate is the " + which + ", of those it has met",
        .may_miss = true,
        .drop = drop},
       [opponent](const Mine& each) {
         const std::optional<MetOpponent>& met = each.summary().*opponent;
         return met ? Cell(each.report->name(met->deck)) : Cell();
       }},
  };
}

std::vector<ColumnOf<Mine>> deck_table_columns(const MatrixReport& report) {
  const std::vector<ColumnOf<Mine>> rank = {
      {{.name = "rank", .head = "#", .unit = Unit::Count, .what = "From 1, by win_rate; decks without games last"},
       [](const Mine& each) { return Cell(each.rank); }}};
  const auto file = [](const Mine& each) -> const DeckFile& {
    return each.report->provenance.decks[static_cast<size_t>(each.deck)];
  };
  return rank + deck_columns<Mine>(report.has_sas(), file) +
         strength_columns<Mine>(report, "the field", "the mean of the field",
                                [](const Mine& each) -> const DeckSummary& { return each.summary(); }) +
         extreme("best", &DeckSummary::best, 7) + extreme("worst", &DeckSummary::worst, 6);
}

// One of my decks against one of the field.
struct Matchup {
  const MatrixReport* report;
  int deck, opponent;
  const MatrixCell* cell;
};

std::vector<ColumnOf<Matchup>> matchup_columns() {
  const auto count = [](const std::string& name, const std::string& what, auto get) {
    return ColumnOf<Matchup>{{.name = name, .unit = Unit::Count, .what = what},
                             [get](const Matchup& each) { return Cell(get(each)); }};
  };
  const auto file_of = [](const MatrixReport& report, int deck) -> const DeckFile& {
    return report.provenance.decks[static_cast<size_t>(deck)];
  };
  const std::vector<ColumnOf<Matchup>> own = {
      {{.name = "deck", .what = "Name of mine"}, [](const Matchup& each) { return Cell(each.report->name(each.deck)); }},
      {{.name = "opponent", .what = "Name of the deck of the field"},
       [](const Matchup& each) { return Cell(each.report->name(each.opponent)); }},
      count("games", "Games without chains", [](const Matchup& each) { return each.cell->result.total().games; }),
      count("wins", "Won by mine", [](const Matchup& each) { return each.report->matrix.wins(each.deck, each.opponent); }),
      count("losses", "Won by the opponent",
            [](const Matchup& each) { return each.report->matrix.wins(each.opponent, each.deck); }),
      count("undecided", "Without a winner", [](const Matchup& each) { return each.cell->result.total().undecided; }),
      count("faults", "Exceeded a bound of the program", [](const Matchup& each) { return each.cell->result.total().faults; }),
      {{.name = "win_rate",
        .unit = Unit::Share,
        .what = "Of mine: what the games of all and the ratings make likely of this pair; none where one of both has no games",
        .interval = true,
        .may_miss = true},
       [](const Matchup& each) { return cell_of(each.report->rate(each.deck, each.opponent)); }},
      {{.name = "counted_win_rate",
        .unit = Unit::Share,
        .what = "Of mine over the decided games of this pair alone",
        .interval = true,
        .may_miss = true},
       [](const Matchup& each) { return cell_of(each.report->matrix.counted(each.deck, each.opponent)); }},
      {{.name = "hash", .what = "Of mine"},
       [file_of](const Matchup& each) { return Cell(hash_text(deck_hash(file_of(*each.report, each.deck).deck))); }},
      {{.name = "opponent_hash", .what = "Of the deck of the field"},
       [file_of](const Matchup& each) { return Cell(hash_text(deck_hash(file_of(*each.report, each.opponent).deck))); }},
  };
  return own + handicap_columns<Matchup>(
                   "on mine", [](const Matchup& each) { return each.report->matrix.handicap(each.deck, each.opponent); },
                   [](const Matchup& each) { return each.cell->chained_games(); });
}

// My decks from the best down, each against those of the field in their order.
std::vector<Matchup> matchups_of(const MatrixReport& report) {
  std::vector<Matchup> all;
  for (const int deck : report.summary.order)
    for (int opponent = report.matrix.pairs.field; opponent < report.matrix.decks; ++opponent)
      if (const MatrixCell* cell = report.matrix.cell(deck, opponent)) all.push_back({&report, deck, opponent, cell});
  return all;
}

}  // namespace gauntlet_text

present::Document gauntlet_document(const MatrixReport& report) {
  using namespace gauntlet_text;
  Document document{
      .name = "gauntlet", .command = "archon gauntlet", .title = "my decks against a field", .also = "gauntlet.json of --out"};
  document.main = "matchups";
  add_totals(document, report);
  const int field = report.matrix.decks - report.matrix.pairs.field;
  document.add({.name = "field", .unit = Unit::Count, .what = "Decks of the field"}, field);
  const auto decks_text = [](int64_t count) { return thousands(count) + (count == 1 ? " deck" : " decks"); };
  document.note(decks_text(std::ssize(report.summary.order)) + " of mine against a field of " + decks_text(field) +
                "; Elo is the difference from the mean of the field\n\n");
  std::vector<Mine> mine;
  for (const int deck : report.summary.order) mine.push_back({&report, mine.size() + 1, deck});
  document.add(
      table_of<Mine>({.name = "decks", .what = "Mine, from the best down"}, deck_table_columns(report), std::move(mine)));
  document.add(Picture{.kind = Picture::Kind::Heat,
                       .table = "matchups",
                       .value = "win_rate",
                       .along = "opponent",
                       .each = "deck",
                       .title = "Who beats whom",
                       .says = "Win rate of my decks, side by side, in percent; the hardest opponents come first."});
  document.parts.push_back(Drawing{[&report](std::ostream& out, int width) {
    draw_matchups(out, width, report);
    out << '\n';
  }});
  document.add(table_of<Matchup>({.name = "matchups", .what = "Each of mine against each deck of the field", .shown = false},
                                 matchup_columns(), matchups_of(report)));
  add_second_pilot(document, report);
  document.note(pilot_text(report));
  document.note(totals_text(report));
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
