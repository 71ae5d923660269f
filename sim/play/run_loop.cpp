#include "sim/play/run_loop.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "sim/play/threads.h"

namespace archon {
namespace {

using WallClock = std::chrono::steady_clock;

class OrderedWork {
 public:
  OrderedWork(int64_t first, int64_t end, const RunControl& control, const std::function<void(int64_t, size_t)>& work,
              const std::function<bool(int64_t, size_t)>& take)
      : first_(first), end_(end), control_(control), work_(work), take_(take), next_(first), taken_(first) {}

  int64_t run() {
    const auto threads = static_cast<size_t>(std::min<int64_t>(thread_count(control_.threads), end_ - first_));
    std::jthread reporter;
    if (control_.progress) reporter = std::jthread([this](const std::stop_token& token) { report(token); });
    parallel_for(threads, static_cast<int>(threads), [this](size_t) { work_until_over(); });
    reporter = {};
    if (control_.progress) control_.progress(first_ + finished_count_, end_);
    return taken_ - first_;
  }

 private:
  void work_until_over() {
    std::unique_lock lock(mutex_);
    while (true) {
      room_.wait(lock, [this] { return over_ || next_ - taken_ < static_cast<int64_t>(kSlots); });
      if (over_ || next_ == end_) return;
      if (control_.stop && control_.stop()) return end();
      const int64_t number = next_++;
      const size_t slot = slot_of(number);
      lock.unlock();
      try {
        work_(number, slot);
      } catch (...) {
        lock.lock();
        end();
        throw;
      }
      lock.lock();
      finished_[slot] = true;
      ++finished_count_;
      take_finished();
    }
  }

  void take_finished() {
    const int64_t before = taken_;
    while (!enough_ && taken_ < next_ && finished_[slot_of(taken_)]) {
      finished_[slot_of(taken_)] = false;
      enough_ = !take_(taken_, slot_of(taken_));
      ++taken_;
    }
    if (enough_) end();
    if (taken_ > before) room_.notify_all();
  }

  void end() {
    over_ = true;
    room_.notify_all();
  }

  void report(const std::stop_token& token) {
    std::condition_variable_any waker;
    std::unique_lock lock(mutex_);
    while (!token.stop_requested()) {
      control_.progress(first_ + finished_count_, end_);
      waker.wait_for(lock, token, std::chrono::milliseconds(200), [] { return false; });
    }
  }

  size_t slot_of(int64_t number) const { return static_cast<size_t>(number - first_) % kSlots; }

  const int64_t first_, end_;
  const RunControl& control_;
  const std::function<void(int64_t, size_t)>& work_;
  const std::function<bool(int64_t, size_t)>& take_;
  std::mutex mutex_;              // of what follows, and of all calls but those of work_
  std::condition_variable room_;  // one was taken, or the loop is over
  int64_t next_, taken_;          // the number to begin next; to take next
  int64_t finished_count_ = 0;
  std::vector<bool> finished_ = std::vector<bool>(kSlots);  // and not yet taken
  bool over_ = false;                                       // nothing more is begun
  bool enough_ = false;                                     // nothing more is taken
};

constexpr std::string_view kCell = "games";
constexpr std::chrono::seconds kBetweenSaves{1};

// Plays the games begin ... end - 1 of a series that the ledger has not got.
class SeriesRun {
 public:
  SeriesRun(Series& series, int64_t begin, int64_t end, const RunControl& control)
      : series_(series), begin_(begin), end_(end), at_(begin), saved_(begin), control_(control) {
    if (control.ledger) kept_ = control.ledger->batches(kCell);
    if (control.progress)
      control_.progress = [this](int64_t finished, int64_t) {
        const auto [done, total] = series_.progress(finished - begin_, end_ - begin_);
        this->progress_(done, total);
      };
    progress_ = control.progress;
  }

  SeriesEnd run() {
    do restore();
    while (!over() && play());
    out_.games = at_ - begin_;
    out_.complete = out_.error.empty() && over();
    for (; next_ < kept_.size(); ++next_) out_.after_gap += kept_[next_].games;
    return std::move(out_);
  }

 private:
  bool enough() const { return control_.shard.whole() && series_.enough(at_); }
  bool over() const { return at_ >= end_ || enough(); }

  // Adds the batches that follow on what was taken.
  void restore() {
    for (; next_ < kept_.size(); ++next_) {
      const LedgerBatch& batch = kept_[next_];
      const std::string what = "the batch of the ledger at game " + std::to_string(batch.first);
      if (batch.games < 1) throw UnreadableLedger(what + " can't be read");
      if (batch.first + batch.games <= begin_) continue;  // of another shard
      if (batch.first > at_) return;
      if (batch.first < at_) throw UnreadableLedger(what + " overlaps with the one before");
      if (!series_.restore(batch)) throw UnreadableLedger(what + " can't be read");
      saved_ = at_ += batch.games;
      kept_[next_].data = {};
    }
  }

  // Up to the next batch of the ledger, or the end. Whether all of that was played.
  bool play() {
    const int64_t until = next_ < kept_.size() ? std::min(end_, kept_[next_].first) : end_;
    last_save_ = WallClock::now();
    const auto take = [this](int64_t game, size_t slot) {
      series_.take(game, slot);
      ++at_;
      return !enough() && (WallClock::now() - last_save_ < kBetweenSaves || save());
    };
    const auto play = [this](int64_t game, size_t slot) { series_.play(game, slot); };
    out_.played += work_in_order(at_, until, control_, play, take);
    return out_.error.empty() && save() && at_ == until;
  }

  bool save() {
    last_save_ = WallClock::now();
    if (!control_.ledger || saved_ == at_) return true;
    const LedgerBatch batch{std::string(kCell), saved_, at_ - saved_, series_.batch()};
    out_.error = control_.ledger->append(std::span(&batch, 1));
    saved_ = at_;
    return out_.error.empty();
  }

  Series& series_;
  const int64_t begin_, end_;
  int64_t at_, saved_;  // the game that is taken next; that is saved next
  RunControl control_;
  Progress progress_;
  std::vector<LedgerBatch> kept_;  // by the ledger, from the beginning on
  size_t next_ = 0;                // of them, to be restored
  WallClock::time_point last_save_;
  SeriesEnd out_;
};

}  // namespace

std::function<bool()> after_seconds(double seconds) {
  return [end = WallClock::now() + std::chrono::duration<double>(seconds)] { return WallClock::now() >= end; };
}

int64_t work_in_order(int64_t first, int64_t end, const RunControl& control, const std::function<void(int64_t, size_t)>& work,
                      const std::function<bool(int64_t, size_t)>& take) {
  return first < end ? OrderedWork(first, end, control, work, take).run() : 0;
}

SeriesEnd play_series(Series& series, int64_t games, const RunControl& control) {
  if (control.shard.whole()) return SeriesRun(series, 0, games, control).run();
  assert(control.ledger);
  const ShardGoal goal{.shard = control.shard, .games = games, .batch = 1, .cells = {std::string(kCell)}};
  if (std::string error = keep_shard_goal(*control.ledger, goal); !error.empty()) return {.error = std::move(error)};
  return SeriesRun(series, goal.begin(), goal.end(), control).run();
}

}  // namespace archon
