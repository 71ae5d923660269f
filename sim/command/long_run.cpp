#include "sim/command/long_run.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/facts/visible_text.h"
#include "sim/command/output.h"
#include "sim/command/pace.h"
#include "sim/present/terminal_text.h"
#include "sim/race/deck_race.h"

namespace archon::cli {
namespace {

// "90", "90s", "15m", "2h" in seconds; 0 when it is none of these.
double seconds_of(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number > 0) || number > 1e9) return 0;
  const std::string unit(end, text.data() + text.size());
  return unit.empty() || unit == "s" ? number : unit == "m" ? 60 * number : unit == "h" ? 3600 * number : 0;
}

}  // namespace

std::string clock_text(double seconds) {
  const auto all = static_cast<int64_t>(std::min(seconds, 1e9));
  const bool hours = all >= 3600;
  const int64_t small = hours ? all / 60 % 60 : all % 60;
  return thousands(hours ? all / 3600 : all / 60) + (small < 10 ? ":0" : ":") + std::to_string(small) + (hours ? " h" : " min");
}

std::string rate_text(double a_second) {
  if (a_second >= 10) return thousands(static_cast<int64_t>(a_second)) + " a second";
  if (a_second >= 1) return fixed(a_second, 1) + " a second";
  return a_second * 60 >= 1 ? fixed(a_second * 60, 1) + " a minute" : fixed(a_second * 3600, 1) + " an hour";
}

void LongRunOptions::add_time(Command to) {
  command = to;
  command.option("--time", time, "End after 90s, 15m, 2h ...; alone, or before the other goals are reached");
}

void LongRunOptions::add_ledger(Command to) {
  command = to;
  command.option("--ledger", ledger, "File that keeps the games, from which the same command goes on");
}

void LongRunOptions::add_shard(Command to) {
  to.option("--shard", shard, "2/8: play the second of eight parts, into FILE-2-of-8 of --ledger FILE; see 'archon merge'");
}

Shard shard_option(const std::string& text, Problems& problems) {
  Shard shard;
  problems.check(read_shard(text, shard), "--shard: the second of eight is 2/8, not '" + text + "'");
  return shard;
}

void LongRunOptions::check_shard(bool only_time, std::initializer_list<const char*> of_results, Problems& problems) const {
  if (!command.given("--shard")) return;
  shard_option(shard, problems);
  problems.check(!ledger.empty(), "--shard: needs --ledger FILE, beside which its own is made");
  problems.check(!only_time, "--shard: a part of --games, not of a time");
  for (const char* option : of_results)
    problems.check(!command.given(option), std::string(option) +
                                               ": a shard has no results of its own; the same command "
                                               "without --shard has it, when the ledgers are merged");
}

void LongRunOptions::check_race_shard(int64_t games, std::initializer_list<const char*> of_results, Problems& problems) const {
  check_shard(seconds() > 0 && games == 0, of_results, problems);
  problems.check(!command.given("--shard") || games <= kMostRaceGames,
                 "--games: with --shard at most " + thousands(kMostRaceGames));
}

void LongRunOptions::check(Problems& problems) const {
  problems.check(!command.given("--time") || seconds() > 0, "--time: a time such as 90s, 15m or 2h, not '" + time + "'");
}

double LongRunOptions::seconds() const { return time.empty() ? 0 : seconds_of(time); }

std::string Outcome::header() const {
  if (!unfinished.empty()) return "UNFINISHED: " + unfinished + "\n\n";
  if (played == asked) return "";
  std::string goal;
  if (asked > 0) goal = thousands(asked) + " " + unit;
  if (precision > 0) goal = fixed(precision, 2) + " points to either side";
  if (goal.empty()) goal = fixed(seconds, 1) + " seconds";
  return "Asked for " + goal + ", played " + thousands(played) + " " + unit + "\n\n";
}

void Outcome::add_to(nlohmann::ordered_json& json) const {
  nlohmann::ordered_json goal = {{unit, nullptr}, {"precision", nullptr}, {"seconds", nullptr}};
  if (asked > 0) goal[unit] = asked;
  if (precision > 0) goal["precision"] = precision;
  if (seconds > 0) goal["seconds"] = seconds;
  json["asked"] = std::move(goal);
  json["complete"] = unfinished.empty();
  json["unfinished"] = unfinished.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(unfinished);
}

LongRun::LongRun(std::string command, const LongRunOptions& options, std::vector<std::string> words)
    : command_(std::move(command)), options_(options) {
  if (!options.shard.empty()) read_shard(options.shard, shard_);
  shard_.command = std::move(words);
  catch_interrupts();
}

int LongRun::open(std::string_view kind, const nlohmann::json& settings) {
  if (options_.ledger.empty()) return kDone;
  LedgerResult opened = Ledger::open(shard_.file(options_.ledger), kind, settings);
  if (!opened.ledger) return failed(command_, opened.error, ledger_code(opened));
  ledger_ = std::move(opened.ledger);
  return kDone;
}

int LongRun::open_race(std::string_view kind, const nlohmann::json& settings) {
  if (const int code = open(kind, settings); code != kDone) return code;
  std::error_code ignored;
  if (!sharded() || !std::filesystem::exists(options_.ledger, ignored)) return kDone;  // nothing is merged yet
  const LedgerResult merged = Ledger::read(options_.ledger, kind);
  if (!merged.ledger) return failed(command_, merged.error, ledger_code(merged));
  const Ledger::Merged taken = ledger_->merge_from(*merged.ledger);
  if (taken.error.empty()) return kDone;
  return failed(command_, taken.error, taken.mismatch ? kMismatch : taken.unwritable ? kFailed : kUsage);
}

RunControl LongRun::control(int threads, const std::string& unit) {
  watch_ = {};
  const double seconds = options_.seconds();
  RunControl control(threads, progress_line(unit, seconds, below_));
  control.ledger = ledger_.get();
  control.shard = shard_;
  control.stop = [over = after_seconds(seconds > 0 ? seconds : 1e9), time_over = time_over_] {
    const bool own = over();  // of the run, whatever ended a part of it
    *time_over = *time_over || own;
    return interrupted() || own;
  };
  return control;
}

RunControl LongRun::part(const RunControl& control, double share) {
  RunControl part = control;
  if (options_.seconds() > 0)
    part.stop = [stop = control.stop, over = after_seconds(share * options_.seconds()), time_over = time_over_] {
      if (stop()) return true;
      const bool own = over();
      *time_over = *time_over || own;
      return own;
    };
  return part;
}

void LongRun::finish(bool complete, Outcome& outcome) {
  end_progress_line();
  ledger_.reset();
  outcome.seconds = options_.seconds();
  const bool time_was_goal = outcome.seconds > 0 && outcome.asked == 0 && outcome.precision <= 0 && outcome.lacks.empty();
  if (complete || (time_was_goal && !interrupted())) return;
  if (!interrupted() && !*time_over_) return;  // an error, which is told elsewhere
  outcome.unfinished = (outcome.lacks.empty() ? "" : outcome.lacks + ": ") + thousands(outcome.played);
  if (outcome.asked > outcome.played && !sharded()) outcome.unfinished += " of " + thousands(outcome.asked);
  outcome.unfinished += " " + outcome.unit + (sharded() ? " of shard " + shard_.text() : "") +
                        " before the goal was reached, then " + (interrupted() ? "it was stopped" : "the time was over");
  const std::string without = options_.keeper.empty() ? "; " : "; without " + options_.keeper + " ";
  outcome.unfinished +=
      options_.ledger.empty() ? without + "nothing is kept to go on from" : " (the same command goes on from there)";
  std::cerr << "archon " << command_ << ": unfinished: " << outcome.unfinished << '\n';
}

int LongRun::tell_shard(int64_t games, int64_t played, const Outcome& outcome) const {
  std::cout << thousands(games) << ' ' << outcome.unit << " in " << visible_line(shard_.file(options_.ledger)) << ", "
            << thousands(played) << " of them played now\n";
  return outcome.code();
}

int LongRun::tell_round(const RoundShard& round, const Outcome& outcome) const {
  if (round.race_over) {
    std::cout << "all " << round.round.of << " rounds are there: the same command without --shard shows the results, once "
              << visible_line(options_.ledger) << " has them\n";
    return outcome.code();
  }
  const bool all = round.games == round.asked;
  std::cout << "round " << round.round.number << " of " << round.round.of << ": " << thousands(round.asked) << " of its "
            << thousands(round.of_round) << " games are this shard's, " << (all ? "all" : thousands(round.games))
            << " of them in " << visible_line(shard_.file(options_.ledger)) << ", " << thousands(round.played)
            << " played now\n";
  if (all)
    std::cout << "when all shards have ended, merge what they have, which says what comes next:\n  archon merge "
              << visible_line(shard_.files(options_.ledger)) << " --out " << visible_line(options_.ledger) << '\n';
  return outcome.code();
}

std::string decks_hash(const std::vector<DeckFile>& decks) {
  Fingerprint all;
  for (const DeckFile& each : decks) all.add(deck_hash(each.deck));
  return hash_text(all.value);
}

int failed(const std::string& command, const std::string& error, int code) {
  std::cerr << "archon " << command << ": " << visible_line(error) << '\n';
  return code;
}

bool errors_on_terminal() { return isatty(STDERR_FILENO) == 1; }

namespace {

int error_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// Over the lines that were there: the cursor is behind the last one.
void rewrite_progress(const std::vector<std::string>& lines) {
  static int there = 1;  // there is one terminal
  const int most = error_columns() - 1;
  erase_lines(there);
  there = std::max(1, static_cast<int>(std::ssize(lines)));
  for (const std::string& line : lines) std::cerr << (&line == lines.data() ? "" : "\n") << shortened(line, most);
  std::cerr << std::flush;
}

}  // namespace

Progress progress_line(std::string what, double seconds, std::shared_ptr<const std::vector<std::string>> below) {
  const bool terminal = errors_on_terminal();
  return [what = std::move(what), limit = seconds, below = std::move(below), watch = Stopwatch(), terminal, printed = 0.0,
          pace = Pace()](int64_t done, int64_t total) mutable {
    constexpr double kSecondsBetweenLines = 10;
    constexpr int64_t kNoEnd = 1'000'000'000'000'000;
    const double now = watch.seconds();
    pace.add(now, done);
    if (!terminal && now - printed < kSecondsBetweenLines) return;
    printed = now;
    const double rate = pace.a_second();
    const double rest = static_cast<double>(std::max<int64_t>(0, total - done));
    double left = rate > 0 ? rest / rate : std::numeric_limits<double>::infinity();
    if (limit > 0) left = std::min(left, std::max(0.0, limit - now));
    std::string line =
        thousands(done) + (total < kNoEnd ? " of " + thousands(total) : "") + " " + what + ", " + clock_text(now);
    if (rate > 0) line += ", " + rate_text(rate);
    if (left < 1e9) line += ", " + clock_text(left) + " left";
    if (!terminal) {
      std::cerr << line << '\n' << std::flush;
      return;
    }
    std::vector<std::string> lines = {std::move(line)};
    if (below) lines.insert(lines.end(), below->begin(), below->end());
    rewrite_progress(lines);
  };
}

void end_progress_line() {
  if (errors_on_terminal()) rewrite_progress({});
}

namespace {

volatile std::sig_atomic_t was_interrupted = 0;

void on_interrupt(int) {
  const int before = errno;
  was_interrupted = 1;
  constexpr char kText[] = "\narchon: finishing what is in hand (once more: stop at once)\n";
  if (write(STDERR_FILENO, kText, sizeof kText - 1) < 0) {
  }  // nobody to tell
  errno = before;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;  // the second one is the system's
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

bool interrupted() { return was_interrupted != 0; }

}  // namespace archon::cli
