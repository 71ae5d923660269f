#include "sim/command/run_facts.h"

#include "sim/stats/number_text.h"

namespace archon::cli {

namespace {

void add_truth_of_goal(present::Document& document, const std::string& unfinished) {
  using namespace present;
  document.add({.name = "complete", .unit = Unit::Truth, .what = "The goal of the run was reached"}, unfinished.empty());
  document.add({.name = "unfinished", .what = "Games played and asked for, why the run ended, how to go on", .may_miss = true},
               unfinished.empty() ? Cell() : Cell(unfinished));
}

}  // namespace

void add_completion(present::Document& document, const std::string& unfinished) {
  if (!unfinished.empty()) document.note("UNFINISHED: " + unfinished + "\n\n");
  add_truth_of_goal(document, unfinished);
}

void add_outcome(present::Document& document, const Outcome& outcome) {
  using namespace present;
  document.note(outcome.header());
  add_truth_of_goal(document, outcome.unfinished);
  document.add(
      {.name = "asked_" + outcome.unit, .unit = Unit::Count, .what = "Goal: so many " + outcome.unit, .may_miss = true},
      outcome.asked > 0 ? Cell(outcome.asked) : Cell());
  document.add(
      {.name = "asked_precision", .unit = Unit::Points, .what = "Goal: half the width of the interval", .may_miss = true},
      outcome.precision > 0 ? Cell(outcome.precision) : Cell());
  document.add({.name = "asked_seconds", .unit = Unit::Seconds, .what = "Time limit", .may_miss = true},
               outcome.seconds > 0 ? Cell(outcome.seconds) : Cell());
}

void add_counts(present::Document& document, const Tally& total) {
  using namespace present;
  const int64_t forfeits = total.forfeits[0] + total.forfeits[1];
  document.add({.name = "games", .unit = Unit::Count, .what = "Games played"}, total.games);
  document.add({.name = "undecided", .unit = Unit::Count, .what = "Of these: without a winner"}, total.undecided);
  document.add({.name = "faults", .unit = Unit::Count, .what = "Of these: exceeded a bound of the program"}, total.faults);
  document.add({.name = "forfeits", .unit = Unit::Count, .what = "Of these: lost because an agent gave no legal answer"},
               forfeits);
  document.note("games " + thousands(total.games) + ", undecided " + thousands(total.undecided) + ", faults " +
                thousands(total.faults) + ", forfeits " + thousands(forfeits) + "\n");
}

}  // namespace archon::cli
