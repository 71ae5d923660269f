#include "sim/play/run_loop.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::TemporaryFolder;

namespace {

void nap(int64_t milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

// Game n gives n; the sum of the first games is known by Gauss. `wanted`: enough when the sum is as large as that.
class Numbers final : public SeriesOf<int64_t> {
 public:
  explicit Numbers(int64_t wanted = 1'000'000'000) : wanted_(wanted) {}
  bool enough(int64_t) const override { return sum_ >= wanted_; }
  std::string batch() override { return std::to_string(std::exchange(batch_, 0)); }
  bool restore(const LedgerBatch& batch) override {
    sum_ += std::stoll(batch.data);
    return batch.data != "-1";
  }
  int64_t sum() const { return sum_; }

 protected:
  int64_t play(int64_t game) const override { return game; }
  void take(int64_t, const int64_t& played) override {
    sum_ += played;
    batch_ += played;
  }

 private:
  const int64_t wanted_;
  int64_t sum_ = 0, batch_ = 0;
};

std::unique_ptr<Ledger> ledger_in(const TemporaryFolder& folder, const std::string& name = "numbers") {
  LedgerResult opened = Ledger::open(folder.file(name), "numbers", nlohmann::json::object());
  REQUIRE(opened.ledger);
  return std::move(opened.ledger);
}

}  // namespace

TEST_CASE("work is taken in its order, whichever ends first") {
  for (const int threads : {1, 3}) {
    std::vector<int64_t> slots(kSlots), taken;
    const auto work = [&](int64_t number, size_t slot) {
      nap(number % 5 == 0 ? 2 : 0);
      slots[slot] = number;
    };
    const auto take = [&](int64_t number, size_t slot) {
      CHECK(slots[slot] == number);
      taken.push_back(number);
      return true;
    };
    CHECK(work_in_order(7, 207, threads, work, take) == 200);
    REQUIRE(taken.size() == 200);
    for (size_t i = 0; i < taken.size(); ++i) CHECK(taken[i] == static_cast<int64_t>(i) + 7);
  }
}

TEST_CASE("what is asked for may have no end: the loop ends when it is stopped, and takes what was begun") {
  std::atomic<int64_t> begun = 0;
  int64_t taken = 0;
  RunControl control(3);
  control.stop = [&] { return begun >= 5000; };  // more than there are slots
  const auto work = [&](int64_t, size_t) { ++begun; };
  const auto take = [&](int64_t, size_t) { return ++taken > 0; };
  CHECK(work_in_order(0, INT64_MAX, control, work, take) == begun);
  CHECK(taken == begun);
  CHECK(taken >= 5000);
  CHECK(taken < 5010);
}

TEST_CASE("nothing is taken after the last one that is wanted") {
  int64_t taken = 0;
  const auto take = [&](int64_t number, size_t) {
    ++taken;
    return number < 100;
  };
  CHECK(work_in_order(
            0, 1'000'000'000, 3, [](int64_t, size_t) {}, take) == 101);
  CHECK(taken == 101);
}

TEST_CASE("an exception of the work ends the loop") {
  const auto work = [](int64_t number, size_t) {
    if (number == 10) throw std::runtime_error("ten");
  };
  CHECK_THROWS_WITH(work_in_order(0, 1'000'000'000, 3, work, [](int64_t, size_t) { return true; }), "ten");
}

TEST_CASE("progress is told while a single game lasts") {
  int told = 0;
  int64_t last = -1;
  const RunControl control(1, [&](int64_t done, int64_t) {
    ++told;
    last = done;
  });
  work_in_order(
      0, 1, control, [](int64_t, size_t) { nap(1200); }, [](int64_t, size_t) { return true; });
  CHECK(told >= 4);
  CHECK(last == 1);
}

TEST_CASE("a series that is stopped goes on from its ledger") {
  const TemporaryFolder folder;
  const std::unique_ptr<Ledger> ledger = ledger_in(folder);
  RunControl control(2);
  control.ledger = ledger.get();
  int asked = 0;
  control.stop = [&] { return ++asked > 30; };
  Numbers part;
  const SeriesEnd stopped = play_series(part, 100, control);
  CHECK_FALSE(stopped.complete);
  CHECK(stopped.games == 30);
  CHECK(part.sum() == 29 * 30 / 2);
  control.stop = {};
  Numbers rest;
  const SeriesEnd end = play_series(rest, 100, control);
  CHECK(end.complete);
  CHECK(end.games == 100);
  CHECK(end.played == 70);
  CHECK(rest.sum() == 99 * 100 / 2);
  Numbers again, fewer, enough(45), enough_already(10);
  CHECK(play_series(again, 100, control).played == 0);
  CHECK(again.sum() == 99 * 100 / 2);
  CHECK(play_series(fewer, 50, control).games == 100);
  CHECK(play_series(enough, 1'000'000'000, control).complete);
  const SeriesEnd ten = play_series(enough_already, 1'000'000'000, 2);
  CHECK(ten.games == 5);  // 0 + 1 + 2 + 3 + 4
  CHECK(ten.complete);
}

TEST_CASE("a ledger with what is no batch, or with two that overlap, is not gone on with") {
  const TemporaryFolder folder;
  RunControl control(1);
  const auto refused = [&](const std::string& name, const std::vector<LedgerBatch>& batches, const std::string& why) {
    const std::unique_ptr<Ledger> ledger = ledger_in(folder, name);
    control.ledger = ledger.get();
    REQUIRE(ledger->append(batches) == "");
    Numbers numbers;
    CHECK_THROWS_WITH(play_series(numbers, 100, control), Catch::Contains(why));
  };
  refused("bad", {{"games", 0, 10, "-1"}}, "game 0 can't be read");
  refused("empty", {{"games", 0, 0, "0"}}, "game 0 can't be read");
  refused("overlap", {{"games", 0, 10, "45"}, {"games", 9, 10, "0"}}, "game 9 overlaps");
}

TEST_CASE("games that are missing between those of a ledger are played") {
  const TemporaryFolder folder;
  const std::unique_ptr<Ledger> ledger = ledger_in(folder);
  RunControl control(2);
  control.ledger = ledger.get();
  const std::vector<LedgerBatch> batches = {{"games", 20, 10, "245"}, {"games", 60, 2, "121"}};
  REQUIRE(ledger->append(batches) == "");
  Numbers some;
  const SeriesEnd first = play_series(some, 0, control);
  CHECK(first.games == 0);
  CHECK(first.after_gap == 12);
  int asked = 0;
  control.stop = [&] { return ++asked > 30; };
  Numbers part;
  const SeriesEnd stopped = play_series(part, 100, control);
  CHECK(stopped.games == 40);
  CHECK(stopped.played == 30);
  CHECK(stopped.after_gap == 2);
  CHECK_FALSE(stopped.complete);
  control.stop = {};
  Numbers all;
  const SeriesEnd end = play_series(all, 100, control);
  CHECK(end.complete);
  CHECK(end.games == 100);
  CHECK(end.played == 58);
  CHECK(end.after_gap == 0);
  CHECK(all.sum() == 99 * 100 / 2);
}

TEST_CASE("shards of a series, merged, are the whole, and a merged ledger knows what is missing") {
  const TemporaryFolder folder;
  const std::unique_ptr<Ledger> whole = ledger_in(folder, "whole");
  int64_t played = 0;
  const auto merge = [&](int number, int64_t stop_after) {
    const std::unique_ptr<Ledger> part = ledger_in(folder, std::to_string(number));
    RunControl control(2);
    control.ledger = part.get();
    control.shard = {.number = number, .of = 7, .command = {"count", "--shard", Shard{number, 7}.text()}};
    int asked = 0;
    control.stop = [&] { return ++asked > stop_after; };
    Numbers numbers;
    const SeriesEnd end = play_series(numbers, 100, control);
    CHECK(end.complete == (stop_after > 100));
    played += end.played;
    REQUIRE(whole->merge_from(*part).error == "");
  };
  for (const int number : {5, 0, 1, 3}) merge(number, number == 3 ? 4 : 1000);
  std::string problem;
  const auto lacking = [&] {
    const std::vector<ShardedRun> runs = sharded_runs(*whole, problem);
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].goal.shard.command_of(2) == std::vector<std::string>{"count", "--shard", "3/7"});
    return runs[0];
  };
  CHECK(lacking().lacking == std::vector<int64_t>{0, 0, 14, 11, 14, 0, 15});
  CHECK(lacking().known == std::vector<bool>{true, true, false, true, false, true, false});
  for (const int number : {2, 3, 4, 6}) merge(number, 1000);
  CHECK(lacking().lacking == std::vector<int64_t>(7, 0));
  CHECK(problem.empty());
  CHECK(played == 100);
  RunControl control(1);
  control.ledger = whole.get();
  Numbers all;
  CHECK(play_series(all, 100, control).played == 0);
  CHECK(all.sum() == 99 * 100 / 2);
}
