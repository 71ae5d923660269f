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
  if (!unfinished.empty()) document.warn("UNFINISHED: " + unfinished + "\n\n");
  add_truth_of_goal(document, unfinished);
}

void add_outcome(present::Document& document, const Outcome& outcome) {
  using namespace present;
  document.parts.push_back(Note{outcome.header(), !outcome.unfinished.empty()});
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

present::Table forfeits_table(const ForfeitsByCause& forfeits) {
  using namespace present;
  using Row = std::pair<std::string, int64_t>;
  return table_of<Row>({.name = "forfeits_by_cause",
                        .what = "Games lost because an agent gave no legal answer, by cause, as far as it is known",
                        .title = forfeits.empty() ? "" : "Forfeits by cause",
                        .shown = !forfeits.empty()},
                       {{{.name = "cause", .head = "cause", .what = "illegal, exception, late, crash, babble or silent"},
                         [](const Row& each) { return Cell(each.first); }},
                        {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Games"},
                         [](const Row& each) { return Cell(each.second); }}},
                       {forfeits.begin(), forfeits.end()});
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

namespace {

struct DecidedGames {
  Lead by;
  int64_t games;
};

// How a lead is told to people.
std::string_view lead_text(Lead lead) {
  switch (lead) {
    case Lead::Nothing:
      return "tied in all of this (undecided)";
    case Lead::Keys:
      return "by keys";
    case Lead::Aember:
      return "by aember";
    case Lead::Potential:
      return "by potential aember";
  }
  return "";
}

std::vector<DecidedGames> decided_games(const LeadCounts& by_time) {
  std::vector<DecidedGames> rows;
  for (const Lead lead : {Lead::Keys, Lead::Aember, Lead::Potential, Lead::Nothing})
    if (const int64_t games = by_time[static_cast<size_t>(lead)]; games > 0) rows.push_back({lead, games});
  return rows;
}

}  // namespace

present::Table ended_by_time_table(const LeadCounts& by_time) {
  using namespace present;
  return table_of<DecidedGames>(
      {.name = "ended_by_time", .what = "Games that ended because time was called; none without a limit", .shown = false},
      {{{.name = "decided_by", .what = "What the winner had more of: keys, aember, potential; nothing: undecided"},
        [](const DecidedGames& each) { return Cell(lead_word(each.by)); }},
       {{.name = "games", .unit = Unit::Count, .what = "Games"}, [](const DecidedGames& each) { return Cell(each.games); }}},
      decided_games(by_time));
}

std::string ended_by_time_text(const LeadCounts& by_time, int64_t games, const TimeLimit& limit) {
  if (!limit.any()) return "";
  const int64_t ended = ended_by_time(by_time);
  std::string text = "time ended " + thousands(ended) + " of " + thousands(games) + " games";
  if (games > 0) text += " (" + percent(mean(ended, games)) + ")";
  std::string parts;
  for (const DecidedGames& each : decided_games(by_time))
    parts += (parts.empty() ? ": " : ", ") + thousands(each.games) + " " + std::string(lead_text(each.by));
  return text + parts;
}

void add_ended_by_time(present::Document& document, const LeadCounts& by_time, int64_t games, const TimeLimit& limit) {
  document.add(ended_by_time_table(by_time));
  if (const std::string text = ended_by_time_text(by_time, games, limit); !text.empty()) document.note(text + "\n");
}

}  // namespace archon::cli
