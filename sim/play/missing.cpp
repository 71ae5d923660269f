#include "sim/play/missing.h"

#include "sim/stats/number_text.h"

namespace archon {

void MissingGames::add(const MatchCounts& counts) {
  const Tally total = counts.total();
  games += total.games;
  undecided += total.undecided;
  faults += total.faults;
  forfeits += total.forfeits[0] + total.forfeits[1];
}

void MissingGames::add(const MissingGames& more) {
  games += more.games;
  undecided += more.undecided;
  faults += more.faults;
  forfeits += more.forfeits;
  archon::add(by_bound, more.by_bound);
  archon::add(by_cause, more.by_cause);
}

MissingGames missing_games(const MatchResult& result) {
  MissingGames missing;
  missing.add(result);
  missing.undecided -= tied(result.by_time);
  missing.by_bound = result.faults_by_bound;
  missing.by_cause = result.forfeits_by_cause;
  return missing;
}

std::string counts_text(const std::map<std::string, int64_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) text += (text.empty() ? "" : ", ") + name + " " + thousands(count);
  return text;
}

std::string missing_text(const MissingGames& missing) {
  if (missing.missing() == 0) return "";
  std::string kinds, bounds = counts_text(missing.by_bound), causes = counts_text(missing.by_cause);
  if (!bounds.empty()) bounds = " (bound exceeded: " + bounds + ")";
  if (!causes.empty()) causes = " (" + causes + ")";
  const auto add = [&](int64_t number, const std::string& kind) {
    if (number) kinds += (kinds.empty() ? "" : ", ") + thousands(number) + " " + kind;
  };
  add(missing.undecided, "undecided");
  add(missing.faults, (missing.faults == 1 ? "fault" : "faults") + bounds);
  add(missing.forfeits, "forfeited" + causes);
  return thousands(missing.missing()) + " of " + thousands(missing.games) +
         (missing.missing() == 1 ? " games was" : " games were") + " not played to the end: " + kinds + ".";
}

}  // namespace archon
