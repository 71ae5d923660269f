#include "sim/documents/sas_document.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim/command/run_facts.h"
#include "sim/stats/distributions.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace sas_text {

using namespace present;

constexpr size_t kPairsShown = 5;  // the ones that SAS is most off, on either side

// What a chain costs near the even handicap, logit: the median over the pairs.
double middle_slope(const SasReport& report) {
  std::vector<double> slopes;
  for (const PairEstimate& each : report.pairs) slopes.push_back(each.estimate.all.slope);
  return slopes.empty() ? 0 : median(slopes);
}

// How far a match is off 50 % that is so many chains off even.
double points_off(const SasReport& report, double chains) { return kPoints * (logistic(middle_slope(report) * chains) - 0.5); }

Cell points_cell(const PointsFit& fit) {
  return std::isfinite(fit.points_a_chain) ? Cell(fit.points_a_chain, fit.points_interval) : Cell();
}

// A way to say how many chains two decks need.
struct Way {
  const SasReport* report;
  std::string name;
  const PointsFit* fit;  // null: it is no rating
  double scatter;
  std::optional<Interval> interval{};
};

std::vector<Way> ways(const SasReport& report) {
  std::vector<Way> all;
  if (report.ratings.empty()) return all;
  all.push_back({&report, "no chains", nullptr, report.ratings.front().fit.scatter_without});
  for (const SasReport::OfRating& each : report.ratings)
    all.push_back({&report, each.name, &each.fit, each.fit.scatter, each.fit.scatter_interval});
  all.push_back({&report, "games of the pair", nullptr, games_error(report.by_sas)});
  return all;
}

std::vector<ColumnOf<Way>> way_columns() {
  const auto figure = [](Column says, auto of) {
    says.may_miss = true;
    return ColumnOf<Way>{std::move(says), [of](const Way& way) { return way.fit == nullptr ? Cell() : Cell(of(*way.fit)); }};
  };
  return {
      {{.name = "by",
        .head = "chains by",
        .what = "What says how many chains: a rating (Archon: without games, on the scale of all sets), nothing, or the games "
                "of the pair itself"},
       [](const Way& way) { return Cell(way.name); }},
      figure({.name = "points_a_chain",
              .head = "points a chain",
              .unit = Unit::Number,
              .what = "For which a chain is to be given; null: the rating does not say, or there is no end",
              .interval = true,
              .digits = 1},
             points_cell),
      figure({.name = "chains_a_point", .unit = Unit::Number, .what = "Chains to give for a point", .interval = true},
             [](const PointsFit& fit) { return Cell(fit.chains_a_point, fit.chains_interval); }),
      figure({.name = "points_by_chains",
              .head = "the other way",
              .unit = Unit::Number,
              .what = "By how many points decks differ for each chain between them: points_a_chain of a rating without error",
              .drop = 3,
              .digits = 1},
             [](const PointsFit& fit) { return Cell(fit.points_by_chains); }),
      {{.name = "off_chains",
        .head = "off, chains",
        .unit = Unit::Number,
        .what = "Root mean square of how far these chains are from even; of ratings the error of the games is taken off",
        .interval = true,
        .may_miss = true,
        .drop_interval = 2,
        .digits = 1},
       [](const Way& way) { return way.interval ? Cell(way.scatter, *way.interval) : Cell(way.scatter); }},
      {{.name = "win_rate_off",
        .head = "off, points",
        .unit = Unit::Points,
        .what = "The same in win rate: what a match that is so far from even is off 50 %, at the median cost of a chain",
        .drop = 1},
       [](const Way& way) { return Cell(points_off(*way.report, way.scatter)); }}};
}

std::vector<ColumnOf<SasReport::OfSets>> set_columns() {
  using Row = SasReport::OfSets;
  return {{{.name = "set_a", .head = "set", .what = "Set of a deck"}, [](const Row& row) { return Cell(row.set_a); }},
          {{.name = "set_b", .head = "against", .what = "Set of the other"}, [](const Row& row) { return Cell(row.set_b); }},
          {{.name = "pairs", .head = "pairs", .unit = Unit::Count, .what = "That were played"},
           [](const Row& row) { return Cell(row.pairs); }},
          {{.name = "points_a_chain",
            .head = "points a chain",
            .unit = Unit::Number,
            .what = "Points of SAS for which a chain is to be given; null: there is no end",
            .interval = true,
            .may_miss = true,
            .digits = 1},
           [](const Row& row) { return points_cell(row.fit); }},
          {{.name = "off_chains",
            .head = "off, chains",
            .unit = Unit::Number,
            .what = "Root mean square of how far these chains are from even",
            .digits = 1},
           [](const Row& row) { return Cell(row.fit.scatter); }}};
}

struct PairRow {
  const SasReport* report;
  size_t pair;

  const RatedPair& of() const { return report->by_sas[pair]; }
  const HandicapEstimate& estimate() const { return report->pairs[pair].estimate; }
  const Deck& deck(int which) const { return report->provenance.decks[static_cast<size_t>(which)].deck; }
  double by_sas() const { return report->ratings.empty() ? 0 : report->ratings.front().fit.chains_a_point * of().difference; }
};

std::vector<ColumnOf<PairRow>> pair_columns() {
  std::vector<ColumnOf<PairRow>> columns;
  for (const bool first : {true, false}) {
    const std::string letter = first ? "a" : "b";
    const auto deck = [first](const PairRow& row) -> const Deck& { return row.deck(first ? row.of().a : row.of().b); };
    columns.push_back({{.name = "deck_" + letter, .head = "deck " + letter, .what = "Name of deck " + letter},
                       [deck](const PairRow& row) { return Cell(deck(row).name); }});
    columns.push_back(
        {{.name = "set_" + letter, .what = "Its set"}, [deck](const PairRow& row) { return Cell(deck(row).set); }});
    columns.push_back(
        {{.name = "sas_" + letter, .head = "SAS", .unit = Unit::Number, .what = "Its SAS", .drop = 3, .digits = 0},
         [deck](const PairRow& row) { return Cell(deck(row).identity.sas.value_or(0)); }});
  }
  return columns + std::vector<ColumnOf<PairRow>>{
                       {{.name = "handicap",
                         .head = "even at",
                         .unit = Unit::Chains,
                         .what = "Chains on deck a, less than 0: on b, with which both win half; null beyond 24",
                         .interval = true,
                         .may_miss = true,
                         .drop_interval = 1},
                        [](const PairRow& row) {
                          const HandicapFit& fit = row.estimate().all;
                          const double shown = fit.beyond() ? std::copysign(kInfinity, fit.root) : fit.root;
                          return Cell(shown, open_ended(fit.interval));
                        }},
                       {{.name = "handicap_by_sas",
                         .head = "by SAS",
                         .unit = Unit::Chains,
                         .what = "Chains on deck a by the difference in SAS and chains_a_point of all pairs"},
                        [](const PairRow& row) { return Cell(row.by_sas()); }},
                       {{.name = "games", .head = "games", .unit = Unit::Count, .what = "That were played", .drop = 2},
                        [](const PairRow& row) { return Cell(row.estimate().games); }}};
}

// The pairs, those first whose deck a needs most more than by SAS.
std::vector<PairRow> pair_rows(const SasReport& report) {
  std::vector<PairRow> rows;
  for (size_t i = 0; i < report.pairs.size(); ++i) rows.push_back({&report, i});
  std::ranges::stable_sort(rows, std::greater<>(), [](const PairRow& row) { return row.of().handicap - row.by_sas(); });
  return rows;
}

}  // namespace sas_text

present::Document sas_document(const SasReport& report) {
  using namespace sas_text;
  Document document{
      .name = "chains-sas", .command = "archon chains --sas", .title = "for how many points of SAS a chain is to be given"};
  document.main = "ways";
  add_outcome(document, report.outcome);
  document.add({.name = "decks", .unit = Unit::Count, .what = "Whose SAS is known"}, report.provenance.decks.size());
  document.add({.name = "pairs", .unit = Unit::Count, .what = "Of them, that were played"}, report.pairs.size());
  document.note(thousands(std::ssize(report.pairs)) + " pairs of " + thousands(std::ssize(report.provenance.decks)) +
                " decks whose SAS is known\n\n");
  document.add({.name = "points_a_chain",
                .head = "Points of SAS for a chain",
                .unit = Unit::Number,
                .what = "For which a chain is to be given to the deck with more; null: without pairs, or where there is no end",
                .interval = true,
                .may_miss = true,
                .digits = 1},
               report.ratings.empty() ? Cell() : points_cell(report.ratings.front().fit));
  document.add({.name = "slope",
                .unit = Unit::Number,
                .what = "What a chain costs near the even handicap, logit: median",
                .may_miss = true},
               report.pairs.empty() ? Cell() : Cell(middle_slope(report)));
  document.note("\n");
  document.add(table_of<Way>({.name = "ways",
                              .what = "How far from even matches are, by what says how many chains",
                              .title = "How far from even a match is (root mean square)"},
                             way_columns(), ways(report)));
  document.add(table_of<SasReport::OfSets>({.name = "set_pairs",
                                            .what = "SAS by the sets of the two decks, where ten pairs or more were played",
                                            .title = "By sets",
                                            .shown = report.set_pairs.size() > 1},
                                           set_columns(), report.set_pairs));
  document.add(table_of<PairRow>({.name = "matches",
                                  .what = "The pairs, those first where deck a needs most chains more than by SAS",
                                  .title = "Where SAS is most off",
                                  .ends = kPairsShown},
                                 pair_columns(), pair_rows(report)));
  Tally total;
  LeadCounts by_time{};
  for (const PairEstimate& each : report.pairs) {
    total.add(each.estimate.total());
    add(by_time, each.by_time);
  }
  add_counts(document, total);
  add_ended_by_time(document, by_time, total.games, report.provenance.time);
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
