#pragma once
// The loop of every run of many games: all cores play them in the order of their numbers, they are counted in that order, saved
// about once a second, and the run can be ended at any game and gone on with. What was counted are always the first games of
// the run, so that an ended run is the one that asks for so many games, whatever ended it and on any number of threads.
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "sim/results/ledger.h"
#include "sim/results/shard.h"

namespace archon {

// Called a few times a second, however long a game takes, with the number of finished games; by one thread at a time.
using Progress = std::function<void(int64_t done, int64_t total)>;

// What the one who asks for a run has to say about it.
struct RunControl {
  RunControl(int threads_ = 0, Progress progress_ = {}) : threads(threads_), progress(std::move(progress_)) {}

  int threads;                 // 0: one a core
  Progress progress;           // may be empty
  std::function<bool()> stop;  // asked before each game, by one thread at a time, whether to begin no more; may be empty
  Ledger* ledger = nullptr;    // keeps the games; may be null, but not that of a shard
  Shard shard{};               // which part of a series (or of an arena's batches) is played; `games` must be their number
};

std::function<bool()> after_seconds(double seconds);  // true from so long after this call

inline constexpr size_t kSlots = 2048;  // what is finished waits in one of them until it is taken

// Calls work(number, slot) for first, first + 1 ... end - 1, each begun in this order, on control.threads threads; then take
// (number, slot) in this order, one at a time. When `stop` says so nothing more is begun, and what was begun is taken; when
// take says false nothing more is taken. How many were taken. Memory and time a call do not grow with end. An exception ends
// the loop and is passed on.
int64_t work_in_order(int64_t first, int64_t end, const RunControl& control,
                      const std::function<void(int64_t number, size_t slot)>& work,
                      const std::function<bool(int64_t number, size_t slot)>& take);

// Games 0, 1, 2 ... that add up to something.
class Series {
 public:
  virtual ~Series() = default;
  virtual void play(int64_t game, size_t slot) = 0;  // by any thread
  virtual void take(int64_t game, size_t slot) = 0;  // adds it up; in the order of the games
  // Whether the first `games` games, which were taken, are all that are wanted. A function of them alone.
  virtual bool enough([[maybe_unused]] int64_t games) const { return false; }
  // For the ledger: what was taken since the last call; and adds up what such a text says, false when it can't be read.
  virtual std::string batch() = 0;
  virtual bool restore(const LedgerBatch& batch) = 0;
  // How far it is, when so many games are finished of those asked for, and of what.
  virtual std::pair<int64_t, int64_t> progress(int64_t finished, int64_t asked) const { return {finished, asked}; }
};

// A series whose games are of this type.
template <class Game>
class SeriesOf : public Series {
 public:
  void play(int64_t game, size_t slot) final { games_[slot] = play(game); }
  void take(int64_t game, size_t slot) final { take(game, games_[slot]); }

 protected:
  virtual Game play(int64_t game) const = 0;
  virtual void take(int64_t game, const Game& played) = 0;

 private:
  std::vector<Game> games_ = std::vector<Game>(kSlots);
};

struct SeriesEnd {
  int64_t games = 0;      // of the series or of the shard, with those of the ledger
  int64_t played = 0;     // of this run
  int64_t after_gap = 0;  // of the ledger, but not counted: games between are missing
  bool complete = false;  // they are as many as asked for, or enough
  std::string error;      // of the ledger; what was saved before is safe
};

// Plays the games that the ledger has not got, until there are so many or enough. Of a ledger with more, all count that follow
// without a gap. Batches lie in the ledger's cell "games"; where shards left gaps between them, these are played. Throws
// UnreadableLedger where batches overlap or say what can't be.
//
// A shard plays a part of so many games in a row (ShardGoal), and what it adds up are these alone, from which no result
// follows; `enough` is not asked. Its ledger keeps what it was to play.
SeriesEnd play_series(Series& series, int64_t games, const RunControl& control);

}  // namespace archon
