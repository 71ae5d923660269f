#pragma once
// What archon arena shows: the result, and the state of a run while it plays.
#include <string>
#include <vector>

#include "sim/arena/arena.h"
#include "sim/arena/arena_ratings.h"
#include "sim/command/long_run.h"
#include "sim/present/document.h"

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

present::Document arena_document(const ArenaReport& report);  // the report must outlive it

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
