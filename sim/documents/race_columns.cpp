#include "sim/documents/race_columns.h"

#include "sim/command/run_facts.h"

namespace archon::cli {

present::Cell race_rate(const RaceGames& games) {
  if (games.decided() == 0) return {};
  return {mean(games.wins, games.decided()), wilson_interval(games.wins, games.decided())};
}

void add_race_counts(present::Document& document, const RaceResult& race, const TimeLimit& time, int64_t played) {
  Tally total;
  total.games = played;
  total.undecided = race.missing.undecided + tied(race.by_time);
  total.faults = race.missing.faults;
  total.forfeits[0] = race.missing.forfeits;
  add_counts(document, total);
  add_ended_by_time(document, race.by_time, total.games, time);
}

}  // namespace archon::cli
