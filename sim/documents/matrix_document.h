#pragma once
// The results of `archon matrix`.
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent_registry.h"
#include "sim/matrix/matrix.h"
#include "sim/matrix/matrix_summary.h"
#include "sim/matrix/second_pilot.h"
#include "sim/present/document.h"
#include "sim/results/provenance.h"

namespace archon::cli {

struct MatrixReport {
  Matrix matrix;
  MatrixSummary summary;
  Provenance provenance;     // its decks are those of the matrix
  std::string unfinished{};  // a sentence about games that were asked for and not played; may be empty
  std::optional<SecondPilot> second{};

  const std::string& name(int deck) const { return provenance.decks[static_cast<size_t>(deck)].deck.name; }
  void sum_up();  // fills in what follows from the games: the summary, and the shifts of a second agent
  // Of `deck`, whether the two have met or not (MatrixPosterior).
  std::optional<PairRate> rate(int deck, int opponent) const;
  // Of a deck, where a second agent played it.
  std::optional<PilotShift> shift(int deck) const;
  bool has_chains() const;
  bool has_sas() const;  // any of its decks
};

present::Document matrix_document(const MatrixReport& report);  // the report must outlive it

// What the documents of matrix and gauntlet begin with: whether it is complete, what is missing, counts of games, first player.
void add_totals(present::Document& document, const MatrixReport& report);

// Chains `on` a deck that make it even, their interval, and how many games with chains say so.
template <class Row>
std::vector<present::ColumnOf<Row>> handicap_columns(const std::string& on, std::optional<HandicapFit> (*fit)(const Row&),
                                                     int64_t (*games)(const Row&)) {
  using namespace present;
  return {
      {{.name = "handicap",
        .unit = Unit::Chains,
        .what = "Chains " + on + " that make it even; null beyond 24 and without --chains",
        .interval = true,
        .may_miss = true},
       [fit](const Row& row) {
         const std::optional<HandicapFit> found = fit(row);
         if (!found) return Cell();
         Cell cell = found->beyond() ? Cell() : Cell(found->root);
         cell.interval = open_ended(found->interval);
         return cell;
       }},
      {{.name = "handicap_beyond", .unit = Unit::Truth, .what = "More than 24 chains are needed", .may_miss = true},
       [fit](const Row& row) {
         const std::optional<HandicapFit> found = fit(row);
         return found ? Cell(found->beyond()) : Cell();
       }},
      {{.name = "chained_games", .unit = Unit::Count, .what = "Games with chains"},
       [games](const Row& row) { return Cell(games(row)); }},
  };
}

// A win rate with its interval; nothing where there is none.
inline present::Cell cell_of(const std::optional<WinRate>& rate) {
  return rate ? present::Cell(rate->value, rate->interval) : present::Cell();
}
inline present::Cell cell_of(const std::optional<PairRate>& rate) { return rate ? cell_of(rate->alone) : present::Cell(); }

// For people: win rates, and chains where there are any, of each deck against each other, as far as they fit.
void draw_matrix(std::ostream& out, int width, const MatrixReport& report);
std::string cycles_text(const MatrixReport& report);
// That pairs have few games, where that is so; else empty.
std::string few_games_text(const MatrixSummary& summary);
std::string unmet_note(const MatrixSummary& summary);  // what means rest on where pairs have not met; else empty
std::string time_text(const MatrixReport& report);     // how games were decided that time ended; empty without a limit
std::string totals_text(const MatrixReport& report);   // the first player, and games by what became of them

// The number of a deck's row, from 1.
std::ptrdiff_t place(const MatrixReport& report, int deck);

// A number with a background from orange (0) to blue (1), on which black can be read; 1/2 is grey. Without colour as it is.
void write_heat(std::ostream& out, double win_rate, const std::string& text);

}  // namespace archon::cli
