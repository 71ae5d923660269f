#pragma once
// What archon arena shows: the result as a table or as JSON, and the state of a run while it plays.
#include <string>
#include <vector>

#include "sim/arena/arena.h"
#include "sim/arena/arena_ratings.h"
#include "sim/cli/long_run.h"

namespace archon::cli {

struct ArenaReport {
  const ArenaSpec& spec;
  const ArenaRun& run;
  ArenaRatings ratings;
  Provenance provenance;
  double seconds = 0;
  Outcome outcome{};

  int decks() const { return static_cast<int>(provenance.decks.size()); }
  bool duel() const { return spec.agents.size() == 2; }
};

std::string arena_table(const ArenaReport& report);
std::string arena_json(const ArenaReport& report);

// The state of a run on stderr: two lines that are refreshed, or where stderr is no terminal a new line every ten seconds.
class ArenaLive {
 public:
  explicit ArenaLive(const ArenaSpec& spec) : spec_(spec) {}
  void show(const ArenaRun& run);
  void clear();

 private:
  const ArenaSpec& spec_;
  Stopwatch watch_;
  double printed_ = 0;  // seconds
  bool shown_ = false;
};

}  // namespace archon::cli
