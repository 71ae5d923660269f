#include "sim/documents/matrix_document.h"

#include <algorithm>
#include <utility>

#include "sim/command/run_facts.h"
#include "sim/documents/strength_columns.h"
#include "sim/present/deck_columns.h"
#include "sim/ratings/known_strengths.h"
#include "sim/stats/number_text.h"

namespace archon::cli {

void MatrixReport::sum_up() {
  summary = summarize(matrix, known_strengths(provenance.decks, provenance.agents));
  if (second) second->shifts = pilot_shifts(summary, second->matrix);
}

std::optional<PairRate> MatrixReport::rate(int deck, int opponent) const {
  const MatrixCell* cell = matrix.cell(deck, opponent);
  if (!cell) return std::nullopt;
  const std::optional<PairRate>& found = summary.rates[static_cast<size_t>(cell - matrix.cells.data())];
  return found && cell->a != deck ? found->turned() : found;
}

std::optional<PilotShift> MatrixReport::shift(int deck) const {
  return second ? second->shifts.decks[static_cast<size_t>(deck)] : std::nullopt;
}

bool MatrixReport::has_chains() const {
  return std::ranges::any_of(matrix.cells, [](const MatrixCell& cell) { return cell.handicap() != nullptr; });
}

bool MatrixReport::has_sas() const {
  return std::ranges::any_of(provenance.decks, [](const DeckFile& each) { return each.deck.identity.sas.has_value(); });
}

namespace matrix_text {

using namespace present;

// A deck of the report, with its place in the order.
struct Ranked {
  const MatrixReport* report;
  std::ptrdiff_t rank;
  int deck;

  const DeckSummary& summary() const { return report->summary.decks[static_cast<size_t>(deck)]; }
};

// A figure of the worst opponent, where it has met any.
template <class Get>
auto of_worst(Get get) {
  return [get](const Ranked& each) {
    const std::optional<MetOpponent>& worst = each.summary().worst;
    return worst ? Cell(get(each, *worst)) : Cell();
  };
}

std::vector<ColumnOf<Ranked>> deck_table_columns(const MatrixReport& report) {
  const std::vector<ColumnOf<Ranked>> rank = {
      {{.name = "rank", .head = "#", .unit = Unit::Count, .what = "From 1, by win_rate; decks without games last"},
       [](const Ranked& each) { return Cell(each.rank); }}};
  const std::vector<ColumnOf<Ranked>> figures = {
      {{.name = "nash_weight",
        .head = "Nash %",
        .unit = Unit::Share,
        .what = "Share in the mixture of decks that no deck beats; none until all pairs have met",
        .may_miss = true,
        .drop = 7,
        .digits = 0},
       [](const Ranked& each) { return Cell(each.summary().nash_weight); }},
      {{.name = "worst_win_rate",
        .head = "worst %",
        .unit = Unit::Share,
        .what = "Against the opponent that is hardest for it, of those it has met",
        .may_miss = true,
        .drop = 6,
        .digits = 0},
       of_worst([](const Ranked&, const MetOpponent& worst) { return worst.win_rate; })},
      {{.name = "worst_rank",
        .head = "by #",
        .unit = Unit::Count,
        .what = "rank of that opponent",
        .may_miss = true,
        .drop = 6},
       of_worst([](const Ranked& each, const MetOpponent& worst) { return place(*each.report, worst.deck); })},
      {{.name = "worst_opponent", .what = "Name of that opponent", .may_miss = true},
       of_worst([](const Ranked& each, const MetOpponent& worst) { return each.report->name(worst.deck); })},
  };
  const auto file = [](const Ranked& each) -> const DeckFile& {
    return each.report->provenance.decks[static_cast<size_t>(each.deck)];
  };
  return rank + deck_columns<Ranked>(report.has_sas(), file) +
         strength_columns<Ranked>(report, "the opponents", "the mean of the decks",
                                  [](const Ranked& each) -> const DeckSummary& { return each.summary(); }) +
         figures;
}

struct Pair {
  const MatrixReport* report;
  const MatrixCell* cell;
};

// A column for each of the two decks.
template <class Get>
std::vector<ColumnOf<Pair>> of_both(const Column& column, Get get) {
  std::vector<ColumnOf<Pair>> both;
  for (const size_t side : {0u, 1u}) {
    Column its = column;
    its.name += side ? "_b" : "_a";
    its.what += side ? " B" : " A";
    both.push_back({its, [get, side](const Pair& each) { return Cell(get(each, side)); }});
  }
  return both;
}

Column count(const std::string& name, const std::string& what) { return {.name = name, .unit = Unit::Count, .what = what}; }

ColumnOf<Pair> of_total(const std::string& name, const std::string& what, int64_t Tally::*which) {
  return {count(name, what), [which](const Pair& each) { return Cell(each.cell->result.total().*which); }};
}

// An end of the interval that holds for all pairs at once.
ColumnOf<Pair> at_once(const std::string& name, const std::string& what, double Interval::*end) {
  return {{.name = name, .unit = Unit::Share, .what = what, .may_miss = true}, [end](const Pair& each) {
            const std::optional<PairRate> rate = each.report->rate(each.cell->a, each.cell->b);
            return rate ? Cell(rate->at_once.interval.*end) : Cell();
          }};
}

std::vector<ColumnOf<Pair>> rate_columns() {
  return {
      {{.name = "win_rate",
        .unit = Unit::Share,
        .what =
            "Of A: what the games of all decks and the ratings make likely of this pair; none where one of both has no games",
        .interval = true,
        .may_miss = true},
       [](const Pair& each) { return cell_of(each.report->rate(each.cell->a, each.cell->b)); }},
      {{.name = "counted_win_rate",
        .unit = Unit::Share,
        .what = "Of A over the decided games of this pair alone",
        .interval = true,
        .may_miss = true},
       [](const Pair& each) { return cell_of(each.report->matrix.counted(each.cell->a, each.cell->b)); }},
      at_once("simultaneous_low", "95 % interval of win_rate that holds for all pairs at once", &Interval::low),
      at_once("simultaneous_high", "Its other end", &Interval::high),
      {{.name = "first_player_win_rate", .unit = Unit::Share, .what = "Of whoever goes first", .may_miss = true},
       [](const Pair& each) {
         const MatchCounts& counts = each.cell->result;
         return counts.total().decided() ? Cell(counts.first_player_win_rate()) : Cell();
       }},
      {{.name = "seed", .what = "Of the games of this pair"},
       [](const Pair& each) { return Cell(std::to_string(each.cell->seed)); }},
  };
}

std::vector<ColumnOf<Pair>> cell_columns() {
  using Columns = std::vector<ColumnOf<Pair>>;
  return of_both({.name = "deck", .what = "Name of deck"},
                 [](const Pair& each, size_t side) { return each.report->name(side ? each.cell->b : each.cell->a); }) +
         Columns{of_total("games", "Games without chains", &Tally::games)} +
         of_both(count("wins", "Won by"), [](const Pair& each, size_t side) { return each.cell->result.total().wins[side]; }) +
         Columns{of_total("undecided", "Without a winner", &Tally::undecided),
                 of_total("faults", "Exceeded a bound of the program", &Tally::faults)} +
         of_both(count("forfeits", "Lost without a legal answer from the agent of"),
                 [](const Pair& each, size_t side) { return each.cell->result.total().forfeits[side]; }) +
         of_both(count("fallbacks", "Decisions in which a simpler agent answered for"),
                 [](const Pair& each, size_t side) { return each.cell->result.fallbacks[side]; }) +
         rate_columns() +
         of_both({.name = "hash", .what = "Of deck"},
                 [](const Pair& each, size_t side) { return hash_text(each.cell->hashes[side]); }) +
         handicap_columns<Pair>(
             "on A",
             [](const Pair& each) {
               const HandicapFit* fit = each.cell->handicap();
               return fit ? std::optional(*fit) : std::nullopt;
             },
             [](const Pair& each) { return each.cell->chained_games(); });
}

Table cycles_table(const MatrixReport& report) {
  std::vector<ColumnOf<Cycle>> names, rates;
  for (const size_t i : {0u, 1u, 2u}) {
    const std::string number = std::to_string(i + 1);
    names.push_back({{.name = "deck_" + number, .what = "Name"},
                     [&report, i](const Cycle& cycle) { return Cell(report.name(cycle.items[i])); }});
    rates.push_back({{.name = "counted_win_rate_" + number,
                      .unit = Unit::Share,
                      .what = "Of deck_" + number + " against the next, of the last against the first, over their games"},
                     [&report, i](const Cycle& cycle) {
                       return Cell(report.matrix.counted(cycle.items[i], cycle.items[(i + 1) % 3])->value);
                     }});
  }
  const std::vector<ColumnOf<Cycle>> chance = {{{.name = "p_value", .unit = Unit::Number, .what = "With all threes considered"},
                                                [](const Cycle& cycle) { return Cell(cycle.p_value); }}};
  return table_of<Cycle>(
      {.name = "cycles", .what = "Threes of decks that beat each other in a circle, the surest first", .shown = false},
      names + rates + chance, report.summary.cycles ? report.summary.cycles->nearest : std::vector<Cycle>());
}

// A pair as the deck sees it that won more often than ratings predict.
struct Surprise {
  const MatrixReport* report;
  int deck, opponent;
  double predicted, q_value;
};

std::vector<Surprise> find_surprises(const MatrixReport& report) {
  constexpr double kLevel = 0.05;  // the share of findings that may be false
  constexpr size_t kMost = 10;
  std::vector<Surprise> found;
  for (const RatingResidual& each : report.summary.residuals) {
    if (each.q_value > kLevel || found.size() == kMost) continue;
    const bool swapped = each.z < 0;
    found.push_back({&report, swapped ? each.b : each.a, swapped ? each.a : each.b,
                     swapped ? 1 - each.predicted : each.predicted, each.q_value});
  }
  return found;
}

Table surprises_table(const MatrixReport& report) {
  const std::vector<Surprise> found = find_surprises(report);
  std::vector<ColumnOf<Surprise>> columns = {
      {{.name = "deck", .head = "deck", .what = "Name of the deck that wins more often than predicted"},
       [](const Surprise& each) { return Cell(each.report->name(each.deck)); }},
      {{.name = "opponent", .head = "against", .what = "Name of the other"},
       [](const Surprise& each) { return Cell(each.report->name(each.opponent)); }},
      {{.name = "counted_win_rate",
        .head = "win %",
        .unit = Unit::Share,
        .what = "Of deck, over the games of the pair",
        .interval = true,
        .drop_interval = 2},
       [](const Surprise& each) { return cell_of(each.report->matrix.counted(each.deck, each.opponent)); }},
      {{.name = "predicted", .head = "ratings say", .unit = Unit::Share, .what = "Its win rate as the ratings predict it"},
       [](const Surprise& each) { return Cell(each.predicted); }},
      {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Decided games of the pair", .drop = 1},
       [](const Surprise& each) { return Cell(each.report->matrix.decided(each.deck, each.opponent)); }},
      {{.name = "q_value", .unit = Unit::Number, .what = "Chance that this is chance, all pairs considered"},
       [](const Surprise& each) { return Cell(each.q_value); }},
  };
  return table_of<Surprise>({.name = "surprises",
                             .what = "Pairs that defy the ratings by more than chance, at most ten, the surest first",
                             .title = "Match-ups that defy the ratings",
                             .shown = !found.empty()},
                            std::move(columns), found);
}

Table fault_table(const FaultsByBound& faults) {
  using Fault = std::pair<std::string, int64_t>;
  return table_of<Fault>(
      {.name = "faults_by_bound", .what = "The bounds that faults exceeded, as far as it is known", .shown = false},
      {{{.name = "bound", .what = "Its name"}, [](const Fault& each) { return Cell(each.first); }},
       {count("faults", "Games that exceeded it"), [](const Fault& each) { return Cell(each.second); }}},
      {faults.begin(), faults.end()});
}

void add_summary(Document& document, const MatrixReport& report) {
  const MatrixSummary& summary = report.summary;
  const std::optional<CycleTest>& cycles = summary.cycles;
  document.add({.name = "rating_misfit",
                .unit = Unit::Share,
                .what = "By how much ratings miss the win rates of pairs, noise taken off",
                .interval = true,
                .may_miss = true},
               summary.misfit ? Cell(summary.misfit->value, summary.misfit->interval) : Cell());
  document.add({.name = "triples", .unit = Unit::Count, .what = "Threes of decks that all met", .may_miss = true},
               cycles ? Cell(cycles->triples) : Cell());
  document.add({.name = "significant_cycles",
                .unit = Unit::Count,
                .what = "Of these: against every ranking, all considered at once",
                .may_miss = true},
               cycles ? Cell(cycles->significant) : Cell());
  document.add(cycles_table(report));
  if (!summary.parts.empty())
    document.note("the games fall into " + std::to_string(summary.parts.size()) +
                  " parts that did not play each other: ratings suppose that these are equally strong\n");
  if (cycles) document.note(cycles_text(report));
  if (summary.misfit)
    document.note("ratings miss the win rates of pairs by " + fixed(100 * summary.misfit->value, 1) + " points (" +
                  fixed(100 * summary.misfit->interval.low, 1) + " - " + fixed(100 * summary.misfit->interval.high, 1) +
                  "; root mean square, noise taken off)\n");
}

}  // namespace matrix_text

void add_totals(present::Document& document, const MatrixReport& report) {
  using namespace matrix_text;
  const MatrixSummary& summary = report.summary;
  add_completion(document, report.unfinished);
  if (const std::string missing = missing_text(report.matrix.missing()); !missing.empty())
    document.warn("WARNING: " + missing + "\n\n");
  if (const std::string met = unmet_note(summary); !met.empty()) document.note(met + "\n\n");
  if (const std::string few = few_games_text(summary); !few.empty()) document.warn("WARNING: " + few + "\n\n");
  document.add(count("pairs", "Pairs of decks that are to meet"), summary.pairs);
  document.add(count("pairs_met", "Of these: with decided games"), summary.pairs_met);
  document.add(count("pairs_few", "Of these: with fewer than " + thousands(kFewGames) + " decided games"), summary.pairs_few);
  document.add(count("games", "Games of all pairs, those with chains left out"), summary.games);
  document.add(count("undecided", "Of these: without a winner"), summary.undecided);
  document.add(count("faults", "Of these: exceeded a bound of the program"), summary.faults);
  document.add(count("forfeits", "Of these: lost because an agent gave no legal answer"), summary.forfeits);
  document.add(count("fallbacks", "Decisions in which an agent fell back on a simpler one"), summary.fallbacks);
  document.add({.name = "first_player_win_rate",
                .unit = Unit::Share,
                .what = "Of whoever goes first, over the decided games",
                .interval = true,
                .may_miss = true},
               summary.pairs_met > 0 ? Cell(summary.first_player_win_rate, summary.first_player_interval) : Cell());
  document.add(fault_table(report.matrix.faults_by_bound));
  document.add(forfeits_table(report.matrix.forfeits_by_cause));
  document.add(ended_by_time_table(report.matrix.by_time));
}

std::string unmet_note(const MatrixSummary& summary) {
  if (summary.pairs_met == summary.pairs || summary.pairs_met == 0) return "";
  return "Pairs that did not play have the win rates that other games and the ratings make likely";
}

std::string few_games_text(const MatrixSummary& summary) {
  if (summary.pairs_few == 0 || summary.pairs < 2) return "";
  return thousands(summary.pairs_few) + " of " + thousands(summary.pairs_met) + " pairs" +
         (summary.pairs_met < summary.pairs ? " that played" : "") + " have fewer than " + thousands(kFewGames) +
         " decided games: their win rates are mostly what other games and the ratings say (--games plays more)";
}

std::string time_text(const MatrixReport& report) {
  return ended_by_time_text(report.matrix.by_time, report.matrix.missing().games, report.provenance.time);
}

std::string totals_text(const MatrixReport& report) {
  const MatrixSummary& summary = report.summary;
  std::string text = summary.pairs_met == 0 ? ""
                                            : "the first player wins " + percent(summary.first_player_win_rate) + " (" +
                                                  percent(summary.first_player_interval) + "); ";
  text += thousands(summary.games) + " games, undecided " + thousands(summary.undecided) + ", faults " +
          thousands(summary.faults) + "\n";
  if (summary.forfeits + summary.fallbacks > 0)
    text += "the agents forfeited " + thousands(summary.forfeits) + " games and fell back in " + thousands(summary.fallbacks) +
            " decisions\n";
  if (const std::string time = time_text(report); !time.empty()) text += time + "\n";
  return text;
}

present::Document matrix_document(const MatrixReport& report) {
  using namespace matrix_text;
  Document document{
      .name = "matrix", .command = "archon matrix", .title = "every deck against every other", .also = "result.json of --out"};
  document.main = "cells";
  add_totals(document, report);
  std::vector<Ranked> decks;
  for (const int deck : report.summary.order) decks.push_back({&report, std::ssize(decks) + 1, deck});
  document.add(
      table_of<Ranked>({.name = "decks", .what = "A deck each, the best first"}, deck_table_columns(report), std::move(decks)));
  document.parts.push_back(Drawing{[&report](std::ostream& out, int width) { draw_matrix(out, width, report); }});
  document.add(surprises_table(report));
  std::vector<Pair> cells;
  for (const MatrixCell& cell : report.matrix.cells) cells.push_back({&report, &cell});
  document.add(
      table_of<Pair>({.name = "cells", .what = "A pair of decks each", .shown = false}, cell_columns(), std::move(cells)));
  add_summary(document, report);
  add_second_pilot(document, report);
  document.note(pilot_text(report));
  document.note(totals_text(report));
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
