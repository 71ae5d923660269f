#pragma once
// Runs that may take long: the options that end them and keep their games, what is shown meanwhile, and what is said about a
// run that ended before it was done.
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "sim/command/command.h"
#include "sim/play/run_loop.h"
#include "sim/results/ledger.h"
#include "sim/results/shard.h"

namespace archon {
struct RoundShard;
}

namespace archon::cli {

struct LongRunOptions {
  std::string time, ledger, shard{};
  std::string keeper = "--ledger";  // the option that keeps the games; empty: there is none
  Command command;

  void add_time(Command to);
  void add_ledger(Command to);
  void add_shard(Command to);
  void check(Problems& problems) const;
  // That a shard has a ledger, a number of games, and none of these options: it has no results of its own.
  // `only_time`: no number was given.
  void check_shard(bool only_time, std::initializer_list<const char*> of_results, Problems& problems) const;
  // That a race can have shards: of so many games, 0: none were named.
  void check_race_shard(int64_t games, std::initializer_list<const char*> of_results, Problems& problems) const;
  double seconds() const;  // of --time; 0: no limit
};

// The shard that --shard names, or a problem.
Shard shard_option(const std::string& text, Problems& problems);

// What was asked for, and what became of it.
struct Outcome {
  std::string unit = "games";
  int64_t asked = 0;       // of them; 0: no number was named
  double precision = 0;    // points that were asked for; 0: none were
  double seconds = 0;      // likewise
  int64_t played = 0;      // with those of the ledger
  std::string unfinished;  // why that is not all, and how to go on; empty: it is
  std::string lacks{};     // what not even a run without a goal but --time may lack; empty: nothing

  int code() const { return unfinished.empty() ? kDone : kInconclusive; }
  // First lines of a table, and a blank one: that it is unfinished; what was asked for, where it is not just the games played.
  std::string header() const;
  void add_to(nlohmann::ordered_json& json) const;  // "asked", "complete", "unfinished"
};

// One run of a command. While it lasts, the first SIGINT or SIGTERM lets it end in good order.
class LongRun {
 public:
  // `words`: those after the program's name, of a command that may be played in shards.
  LongRun(std::string command, const LongRunOptions& options, std::vector<std::string> words = {});

  // Opens the ledger, when one is named. kDone, or the exit code for what was said on stderr.
  int open(std::string_view kind, const nlohmann::json& settings);

  // The same for a race, of which a shard first takes in what the ledger has of all that is merged.
  int open_race(std::string_view kind, const nlohmann::json& settings);

  // Threads, ledger, the time that is left, and a progress line about so many of these.
  RunControl control(int threads, const std::string& unit);

  // The same for a part of the run, which may take this share of --time.
  RunControl part(const RunControl& control, double share);

  // What is shown below the progress line from now on, where that is on a terminal; to be called while nothing is played.
  void show_below(std::vector<std::string> lines) { *below_ = std::move(lines); }

  // Closes the ledger and erases the progress line. `complete`: the goal was reached; --time is a goal where it is the only one
  // (asked and precision are 0). Says on stderr when it was not.
  void finish(bool complete, Outcome& outcome);

  bool sharded() const { return !shard_.whole(); }
  // Instead of the results: what the ledger has of the shard, and how to come by the results; the exit code. After `finish`.
  int tell_shard(int64_t games, int64_t played, const Outcome& outcome) const;
  int tell_round(const RoundShard& round, const Outcome& outcome) const;  // likewise of a race

  double seconds() const { return watch_.seconds(); }  // since it was made

 private:
  const std::string command_;
  const LongRunOptions& options_;
  Shard shard_;
  std::unique_ptr<Ledger> ledger_;
  Stopwatch watch_;
  const std::shared_ptr<bool> time_over_ = std::make_shared<bool>(false);  // it ended the run or a part of it
  const std::shared_ptr<std::vector<std::string>> below_ = std::make_shared<std::vector<std::string>>();
};

std::string decks_hash(const std::vector<DeckFile>& decks);  // of all of them in their order, for the settings of a ledger

int failed(const std::string& command, const std::string& error, int code = kFailed);  // says it on stderr

std::string clock_text(double seconds);  // "0:07 min", "59:59 min", "1:00 h"
std::string rate_text(double a_second);  // "1,234 a second", "3.5 a minute"

// A line on stderr that is refreshed while games are played, and perhaps others below it; where stderr is no terminal, a new
// line every ten seconds. The run ends after so many seconds; 0: no limit.
Progress progress_line(std::string what, double seconds = 0, std::shared_ptr<const std::vector<std::string>> below = {});
void end_progress_line();
bool errors_on_terminal();  // whether standard error is one

// From here on, the first SIGINT or SIGTERM only makes interrupted() true, so that what is in hand can be finished and saved;
// the second ends the program.
void catch_interrupts();
bool interrupted();

}  // namespace archon::cli
