#pragma once
// What all commands share: their problems, options, decks and exit codes.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "engine/make_matchup.h"
#include "sim/command/arguments.h"
#include "sim/command/deck_input.h"
#include "sim/command/time_options.h"
#include "sim/play/match.h"
#include "sim/results/ledger.h"
#include "sim/results/provenance.h"

namespace archon::cli {

// Everything that is wrong with what the user gave, collected before anything is played.
class Problems {
 public:
  explicit Problems(std::string command) : command_(std::move(command)) {}

  void add(const std::string& problem) { problems_.push_back(problem); }
  void check(bool good, const std::string& problem) {
    if (!good) add(problem);
  }
  void check_agent(std::string_view option, std::string_view spec);  // and allows a program that plays to be run (sim/bots)
  // The same where equal seeds must give equal answers: no program that plays.
  void check_own_agent(std::string_view option, std::string_view spec);
  void check_threads(int threads);      // --threads
  void check_every_pair(size_t decks);  // at most 200 decks: all their pairs are held
  bool any() const { return !problems_.empty(); }
  void tell(const std::string& what) const;  // a line on stderr at once: nothing that ends the command
  // A file that will be written at the end: that its folder is there, and that both may be written, as far as can be known now.
  // An empty path is no file.
  void check_output(const std::string& option, const std::string& path);
  void make_folder(const std::string& option, const std::string& path);  // when it is not there
  // To stderr, at most 200 of them, then their number. The exit code: kFailed when all that is wrong is a place that can't be
  // written to, else kUsage.
  int print() const;

 private:
  std::string command_;
  size_t unwritable_ = 0;  // of the problems
  std::vector<std::string> problems_;
};

std::vector<std::string> rulebooks();  // for --rules, the newest first

// Options of every command that plays games.
struct RunOptions {
  uint64_t seed = 1;
  int threads = 0;  // 0: one a core
  std::string rules = "18.4";
  TimeOptions time{};  // given only where a command adds them

  void add_to(Command command);
  void check(Problems& problems) const;
  MatchupOptions matchup_options() const;
};

void add_format(Command command, std::string& format);  // the option --format: table or json

// A problem for each deck that is in the list already: its games would be the same games again.
void check_different(const std::vector<DeckFile>& decks, Problems& problems);

// A problem for each deck that the rulebook doesn't know.
void check_known(const std::vector<DeckFile>& decks, const RulesProfile& rules, Problems& problems);

// The matchups (0, 1), (0, 2) ... (1, 2) ...; the rulebook must know all decks.
std::vector<Matchup> every_pair(std::span<const DeckFile> decks, const MatchupOptions& options);

std::string json_text(const nlohmann::ordered_json& json);  // indented; bytes that are no UTF-8 are U+FFFD
void print(const nlohmann::ordered_json& json);             // on standard output

// The exit code for a ledger that could not be opened.
int ledger_code(const LedgerResult& opened);

// Seconds since it was made.
class Stopwatch {
 public:
  double seconds() const;

 private:
  int64_t start_ = now();
  static int64_t now();
};

}  // namespace archon::cli
