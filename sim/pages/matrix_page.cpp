#include "sim/pages/matrix_page.h"

#include <algorithm>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/documents/pilot_columns.h"
#include "sim/pages/deck_details.h"
#include "sim/stats/distributions.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace {

ReportDeck report_deck(const MatrixReport& report, size_t index) {
  const Deck& deck = report.provenance.decks[index].deck;
  const DeckSummary& summary = report.summary.decks[index];
  ReportDeck out;
  out.name = visible_line(deck.name);
  out.set = deck.set;
  for (House house : deck.houses) out.houses.emplace_back(house_title(house));
  if (summary.mean) {
    out.mean = summary.mean->value;
    out.mean_interval = summary.mean->interval;
  }
  if (const std::optional<AnyPilotRate> any = any_pilot_rate(report, static_cast<int>(index))) {
    out.any = any->value;
    out.any_interval = any->interval;
  }
  if (const std::optional<RateChange> change = pilot_change(report, static_cast<int>(index))) {
    out.shift = change->value;
    out.shift_interval = change->interval;
  }
  if (summary.rating) out.rating = ReportRating{summary.rating->elo, summary.rating->interval};
  if (summary.worst) out.worst = summary.worst->deck;
  out.nash_weight = summary.nash_weight;
  return out;
}

// Cells have their decks in the order of the hashes, the report in that of the list.
ReportPair report_pair(const MatrixReport& report, int a, int b) {
  const Matrix& matrix = report.matrix;
  const Tally total = matrix.cell(a, b)->result.total();
  ReportPair out;
  out.wins_a = matrix.wins(a, b);
  out.wins_b = matrix.wins(b, a);
  out.undecided = total.undecided;
  out.faults = total.faults;
  if (const std::optional<PairRate> rate = report.rate(a, b)) {
    out.rate = rate->alone;
    out.uneven = rate->at_once.interval.low > 0.5 || rate->at_once.interval.high < 0.5;
  }
  if (const std::optional<HandicapFit> fit = matrix.handicap(a, b)) {
    const double root = clamped({fit->root, fit->root}).low;
    out.handicap = ReportHandicap{.value = root, .interval = clamped(fit->interval), .beyond = fit->beyond()};
  }
  return out;
}

// The curves that are as likely as the games say: their middle, and where 95 % of them lie.
std::vector<ReportCurvePoint> fitted_curve(const MatrixReport& report, const ReportCurve& curve) {
  constexpr int kCurves = 400;
  const std::vector<Observation> levels = report.matrix.levels(curve.a, curve.b);
  const std::vector<WinCurve> curves = sampled_curves(levels, kCurves, report.matrix.cell(curve.a, curve.b)->seed);
  std::vector<ReportCurvePoint> points;
  for (int handicap = static_cast<int>(levels.front().x); handicap <= static_cast<int>(levels.back().x); ++handicap) {
    std::vector<double> rates;
    for (const WinCurve& each : curves) rates.push_back(each[handicap]);
    points.push_back(
        {.handicap = static_cast<double>(handicap), .win_rate = median(rates), .interval = middle_interval(rates)});
  }
  return points;
}

// The games of the chain searches, for the pairs of the best decks, the better one first. Ten curves leave the page small.
std::vector<ReportCurve> report_curves(const MatrixReport& report) {
  constexpr size_t kBestDecks = 5;
  const std::vector<int>& order = report.summary.order;
  std::vector<ReportCurve> curves;
  for (size_t i = 0; i < std::min(kBestDecks, order.size()); ++i) {
    for (size_t j = i + 1; j < std::min(kBestDecks, order.size()); ++j) {
      ReportCurve curve{.a = order[i], .b = order[j]};
      if (!report.matrix.handicap(curve.a, curve.b)) continue;
      for (const Observation& level : report.matrix.levels(curve.a, curve.b)) {
        if (level.games == 0) continue;
        curve.points.push_back({.handicap = level.x,
                                .games = level.games,
                                .win_rate = mean(level.wins, level.games),
                                .interval = wilson_interval(level.wins, level.games)});
      }
      curve.fitted = fitted_curve(report, curve);
      curves.push_back(std::move(curve));
    }
  }
  return curves;
}

ReportCycles report_cycles(const CycleTest& test) {
  ReportCycles out{.triples = test.triples, .significant = test.significant};
  if (!test.nearest.empty()) {
    out.decks = test.nearest.front().items;
    out.p_value = test.nearest.front().p_value;
  }
  return out;
}

}  // namespace

ReportInput report_input(const MatrixReport& report, const MatrixPage& page) {
  ReportInput input;
  input.address = page.address;
  for (size_t i = 0; i < report.summary.decks.size(); ++i) input.decks.push_back(report_deck(report, i));
  for (size_t i = 0; i < page.details.size(); ++i) input.decks[i].details = page.details[i];
  input.pair = [&report](int a, int b) { return report_pair(report, a, b); };
  if (report.summary.cycles) input.cycles = report_cycles(*report.summary.cycles);
  input.residuals = report.summary.residuals;
  input.curves = report_curves(report);
  input.card_values =
      "Value: Elo points that a copy adds to a deck, against a mean card of its house in the set, with 95 % intervals: by the "
      "model of archon rate, which was fitted to games between generated decks, not to those of this matrix.";
  input.warning = missing_text(report.matrix.missing());
  if (!report.unfinished.empty())
    input.warning = "Unfinished: " + report.unfinished + "." + (input.warning.empty() ? "" : " " + input.warning);
  if (report.summary.pairs_met > 0)
    input.first_player = ReportFirstPlayer{report.summary.first_player_win_rate, report.summary.first_player_interval};
  if (const int64_t forfeits = report.summary.forfeits, fallbacks = report.summary.fallbacks; forfeits + fallbacks > 0)
    input.notes.push_back("The agents forfeited " + thousands(forfeits) + " games and fell back in " + thousands(fallbacks) +
                          " decisions.");
  if (const std::string met = unmet_note(report.summary); !met.empty()) input.notes.push_back(met + ".");
  if (const std::string few = few_games_text(report.summary); !few.empty()) input.notes.push_back(few + ".");
  input.notes.push_back(
      "Ratings count a virtual game of each deck against an average one, half won and half lost, which keeps them finite.");
  if (const TimeLimit& time = report.provenance.time; time.any())
    input.notes.push_back("As at events, " + time.text() + "; then " + kAfterTime + "; " + time_text(report) + ".");
  if (const auto& misfit = report.summary.misfit)
    input.notes.push_back("The win rates of pairs are " + fixed(100 * misfit->value, 1) + " points (95 % interval " +
                          fixed(100 * misfit->interval.low, 1) + " to " + fixed(100 * misfit->interval.high, 1) +
                          ") off those that the ratings predict: root mean square, noise taken off.");
  input.agent = visible_line(short_spec(report.provenance.agents.front()));
  input.agent_spec = visible_line(full_spec(report.provenance.agents.front()));
  if (report.second) input.second_agent = visible_line(report.second->agent);
  input.pilots = visible_text(pilot_text(report));
  input.rules = visible_line(report.provenance.rules);
  if (std::ranges::any_of(page.details, [](const DeckDetails& deck) { return deck.course.games > 0; }))
    input.notes.push_back(
        "How the games of a deck go is from some games that were played again; their number stands on its page.");
  input.replay = replay_options(report);
  input.provenance = provenance_lines(report.provenance);
  return input;
}

}  // namespace archon::cli
