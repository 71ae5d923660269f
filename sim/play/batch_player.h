#pragma once
// Plays batches of games of many pairs of decks for a run that can take long: saves them to a ledger, shows progress, ends when
// it is told to.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/play/match.h"
#include "sim/results/ledger.h"

namespace archon {

// Games first, first + 1 ... of a cell of the ledger.
struct GameBatch {
  std::string cell;
  const Matchup* matchup = nullptr;  // must outlive the call
  uint64_t seed = 0;
  int64_t first = 0, games = 0;
  int64_t step = -1;  // batches of one step, which follow each other, count all or none; -1: so does every game
};

class BatchPlayer {
 public:
  BatchPlayer(std::string agent, RunControl control);
  BatchPlayer(const BatchPlayer&) = delete;

  // Games to play until the next save, at the speed of the last call: about a second of them. Depends on the clock; which
  // batches are played in one call must not change any result.
  int64_t games_in_hand() const;

  // Whether the run must end: it was told to stop, or the ledger could not be written.
  bool over() const { return !error_.empty() || (control_.stop && control_.stop()); }

  // Plays the batches and appends them to the ledger, all or none. A result for each, with fewer games or none where the run
  // was stopped before them; no results when the ledger could not be written. `after`: games that will follow, for the
  // progress.
  std::vector<MatchResult> play(std::span<const GameBatch> batches, double after);

  int64_t played() const { return played_; }
  const std::string& error() const { return error_; }       // of the ledger
  const Ledger* ledger() const { return control_.ledger; }  // may be null

 private:
  bool save(std::span<const GameBatch> batches, std::span<const MatchResult> results);

  const std::string agent_;  // plays both sides
  RunControl control_;
  bool stopped_ = false;
  int64_t played_ = 0;
  double games_a_second_ = 0;
  std::string error_;
};

}  // namespace archon
