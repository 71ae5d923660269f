#pragma once
// Plays batches of games for a run that can take long: saves them to a ledger, shows progress, ends when it is told to.
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
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
};

class BatchPlayer {
 public:
  struct Settings {
    std::string agent;           // plays both sides
    double seconds = 0;          // the run is over after so long; 0: no limit
    Ledger* ledger = nullptr;    // may be null
    int threads = 0;             // 0: one a core
    Progress progress;           // may be empty
    std::function<bool()> stop;  // asked between saves whether to end; may be empty
  };
  explicit BatchPlayer(Settings settings) : settings_(std::move(settings)) {}

  // Games to play until the next save, at the speed of the last call: about a second of them. Depends on the clock; which
  // batches are played in one call must not change any result.
  int64_t games_in_hand() const;

  bool out_of_time() const { return settings_.seconds > 0 && seconds() >= settings_.seconds; }

  // Whether the run must end: its time is over, it was told to stop, or the ledger could not be written.
  bool over() const;

  // Plays the batches and appends them to the ledger, all or none. A result for each; none when the ledger could not be
  // written. `after`: games that will follow, for the progress.
  std::vector<MatchResult> play(std::span<const GameBatch> batches, double after);

  int64_t played() const { return played_; }
  const std::string& error() const { return error_; }  // of the ledger

 private:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  bool save(std::span<const GameBatch> batches, std::span<const MatchResult> results);

  Settings settings_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int64_t played_ = 0;
  double games_a_second_ = 0;
  std::string error_;
};

// A batch as it stands in the ledger, with "fault_games" and "faults_by_bound" (name and number) where there are any:
//
//   {"by_first": [[games, wins of a, wins of b, undecided, faults, forfeits of a, forfeits of b], ...],
//    "fallbacks": [of a, of b], "turns": ..., "decisions": ..., "fingerprint": ...}
//
// The index of by_first is the player who went first. A text that is not such a batch gives nothing.
std::string batch_text(const MatchResult& result);
std::optional<MatchResult> parse_batch(const std::string& text);

}  // namespace archon
