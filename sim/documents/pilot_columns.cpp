#include "sim/documents/pilot_columns.h"

#include <algorithm>
#include <cmath>

#include "sim/stats/number_text.h"

namespace archon::cli {
namespace pilot_text_parts {

constexpr size_t kNamed = 5;

double as_points(double logit) { return 25 * logit; }  // near even

std::string of_others() {
  const Interval even = any_pilot_interval(0.5, {0.5, 0.5});
  return "intervals are those of this agent; played well by others, a deck's win rate may be " +
         fixed(100 * (even.high - 0.5), 0) + " points off: agents\nshift decks by " + fixed(as_points(kPilotLogit), 1) +
         " points (standard deviation between standard and strong, 28 decks)\n";
}

// Of mine whose shift is not chance, those that shift most.
std::string sure_decks(const MatrixReport& report) {
  std::vector<int> sure;
  for (const int deck : report.summary.order)
    if (const std::optional<PilotShift> shift = report.shift(deck); shift && shift->sure()) sure.push_back(deck);
  std::ranges::stable_sort(sure, std::greater(), [&](int deck) { return std::abs(report.shift(deck)->logit); });
  if (sure.empty()) return "which of them is not sure (more of its games tell: --second-games)\n";
  std::string text;
  for (size_t i = 0; i < std::min(sure.size(), kNamed); ++i) {
    const RateChange change = *pilot_change(report, sure[i]);
    text += (i == 0 ? "" : "; ") + report.name(sure[i]) + " by " + with_sign(100 * change.value, 1) + " (" +
            with_sign(100 * change.interval.low, 1) + " to " + with_sign(100 * change.interval.high, 1) + ")";
  }
  return "most surely " + text + (sure.size() > kNamed ? ", and " + std::to_string(sure.size() - kNamed) + " more" : "") + "\n";
}

std::string of_second(const MatrixReport& report) {
  const SecondPilot& second = *report.second;
  const Tally games = second.games();
  std::string text = second.agent + " played " + thousands(games.games) + " games of these pairs";
  if (games.games > games.decided())
    text += " (" + thousands(games.undecided) + " undecided, " + thousands(games.faults) + " faults)";
  const PilotShifts& shifts = second.shifts;
  return text + ": with it differences between decks are " + fixed(shifts.stretch, 2) + " times as large (" +
         fixed(shifts.stretch_interval.low, 2) + " - " + fixed(shifts.stretch_interval.high, 2) +
         ");\nbeyond that decks shift by " + fixed(as_points(shifts.spread), 1) + " points (standard deviation), " +
         sure_decks(report);
}

}  // namespace pilot_text_parts

std::string pilot_text(const MatrixReport& report) {
  using namespace pilot_text_parts;
  if (report.second) return of_second(report);
  return play_well(report.provenance.agents) ? of_others() : "";
}

std::optional<AnyPilotRate> any_pilot_rate(const MatrixReport& report, int deck) {
  const std::optional<WinRate>& mean = report.summary.decks[static_cast<size_t>(deck)].mean;
  if (!mean || !play_well(report.provenance.agents)) return {};
  if (report.second && !play_well({&report.second->agent, 1})) return {};
  if (const std::optional<PilotShift> shift = report.shift(deck))
    return any_pilot_rate(mean->value, mean->interval, *shift, report.second->shifts.spread);
  return AnyPilotRate{mean->value, any_pilot_interval(mean->value, mean->interval)};
}

std::optional<RateChange> pilot_change(const MatrixReport& report, int deck) {
  const std::optional<PilotShift> shift = report.shift(deck);
  const std::optional<WinRate>& mean = report.summary.decks[static_cast<size_t>(deck)].mean;
  if (!shift || !mean) return {};
  return rate_change(mean->value, *shift);
}

void add_second_pilot(present::Document& document, const MatrixReport& report) {
  using namespace present;
  const std::optional<SecondPilot>& second = report.second;
  document.add({.name = "second_agent", .what = "Who played a sample of the pairs as well (--second)", .may_miss = true},
               second ? Cell(full_spec(second->agent)) : Cell());
  document.add({.name = "second_games", .unit = Unit::Count, .what = "Its games", .may_miss = true},
               second ? Cell(second->games().games) : Cell());
  document.add({.name = "second_decided", .unit = Unit::Count, .what = "Of these: with a winner", .may_miss = true},
               second ? Cell(second->games().decided()) : Cell());
  document.add({.name = "pilot_stretch",
                .unit = Unit::Number,
                .what = "Log-odds of its win rates over those of the first agent, common to all pairs",
                .interval = true,
                .may_miss = true},
               second ? Cell(second->shifts.stretch, second->shifts.stretch_interval) : Cell());
  document.add({.name = "pilot_spread",
                .unit = Unit::Points,
                .what = "Standard deviation of what decks shift by beyond that, near a win rate of one half",
                .may_miss = true},
               second ? Cell(pilot_text_parts::as_points(second->shifts.spread)) : Cell());
}

}  // namespace archon::cli
