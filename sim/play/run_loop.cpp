#include "sim/play/run_loop.h"

#include <algorithm>
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

// Adds what the ledger has to the series; how many games.
int64_t restore(Series& series, const Ledger& ledger) {
  int64_t games = 0;
  for (const LedgerBatch& batch : ledger.batches(kCell)) {
    const std::string what = "the batch of the ledger at game " + std::to_string(batch.first);
    if (batch.first != games) throw UnreadableLedger(what + " does not follow the one before");
    if (batch.games < 1 || !series.restore(batch)) throw UnreadableLedger(what + " can't be read");
    games += batch.games;
  }
  return games;
}

}  // namespace

std::function<bool()> after_seconds(double seconds) {
  return [end = WallClock::now() + std::chrono::duration<double>(seconds)] { return WallClock::now() >= end; };
}

int64_t work_in_order(int64_t first, int64_t end, const RunControl& control, const std::function<void(int64_t, size_t)>& work,
                      const std::function<bool(int64_t, size_t)>& take) {
  return first < end ? OrderedWork(first, end, control, work, take).run() : 0;
}

SeriesEnd play_series(Series& series, int64_t games, const RunControl& control) {
  SeriesEnd out;
  if (control.ledger) out.games = restore(series, *control.ledger);
  int64_t saved = out.games;
  WallClock::time_point last_save = WallClock::now();
  const auto save = [&] {
    last_save = WallClock::now();
    if (!control.ledger || saved == out.games) return true;
    const LedgerBatch batch{std::string(kCell), saved, out.games - saved, series.batch()};
    out.error = control.ledger->append(std::span(&batch, 1));
    saved = out.games;
    return out.error.empty();
  };
  const auto take = [&](int64_t game, size_t slot) {
    series.take(game, slot);
    ++out.games;
    return !series.enough(out.games) && (WallClock::now() - last_save < kBetweenSaves || save());
  };
  RunControl part = control;
  if (control.progress)
    part.progress = [&](int64_t finished, int64_t asked) {
      const auto [done, total] = series.progress(finished, asked);
      control.progress(done, total);
    };
  const auto play = [&](int64_t game, size_t slot) { series.play(game, slot); };
  if (!series.enough(out.games)) out.played = work_in_order(out.games, games, part, play, take);
  if (out.error.empty()) save();
  out.complete = out.error.empty() && (out.games >= games || series.enough(out.games));
  return out;
}

}  // namespace archon
