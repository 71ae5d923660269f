// archon merge: the ledgers of several shards made one.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/facts/visible_text.h"
#include "sim/cli/commands.h"
#include "sim/cli/matrix_options.h"
#include "sim/command/command.h"
#include "sim/matrix/matrix_goal.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/present/terminal_text.h"
#include "sim/race/deck_race.h"

namespace archon::cli {
namespace merge_command {

struct Options {
  std::vector<std::string> ledgers;
  std::string out;
};

int failed(const std::string& error, int code) {
  std::cerr << "archon merge: " << visible_line(error) << '\n';
  return code;
}

bool is_race(const Ledger& ledger) { return ledger.kind() == kBestLedger || ledger.kind() == kBuildLedger; }

constexpr size_t kMostLines = 200;  // of shards, and of commands

// Finds what shards lack of the games of the ledger; "" or why these can't be read.
std::string find_lacks_of(const Ledger& ledger, ShardStates& states) {
  const LedgerGoal& goal = states.goals.front();
  const nlohmann::json seed = ledger.settings().value("seed", nlohmann::json());
  Matrix whole = empty_matrix(goal.decks, seed.is_number_unsigned() ? seed.get<uint64_t>() : 0, 0, 1, goal.pairs);
  std::string problem = read_matrix(ledger, whole, goal.part);
  if (problem.empty()) find_lacks(states, whole, 0);
  return problem;
}

// What each shard lacks, a line each; and the commands of those that lack something.
void tell_shards(const ShardStates& states, std::vector<std::string>& lines, std::vector<std::string>& commands) {
  const size_t all = states.shards.size();
  for (size_t i = 0; i < all; ++i) {
    const ShardStates::State& shard = states.shards[i];
    std::string line = all == 1 ? "all pairs" : "shard " + std::to_string(i + 1) + " of " + std::to_string(all);
    if (!shard.goal && shard.lack.any()) line += " is missing";
    line += shard.lack.any() ? ": " + lack_text(shard.lack, states.pairs_of(i)) : ": complete";
    lines.push_back(line);
    if (shard.lack.any()) commands.push_back(shell_line(states.goal_of(i).shard.command_of(static_cast<int>(i))));
  }
}

void print_lines(const std::vector<std::string>& lines, const std::string& indent) {
  for (size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) std::cout << indent << lines[i] << '\n';
  if (lines.size() > kMostLines) std::cout << indent << "... and " << lines.size() - kMostLines << " more\n";
}

// What is said of the shards of a ledger.
struct Told {
  std::vector<std::string> lines, commands;  // commands: what is to be done yet
  std::string next = "Unfinished. Submit again";
  std::string problem;
};

Told tell_matrices(const Ledger& merged) {
  Told told;
  std::vector<ShardStates> matrices = group_goals(ledger_goals(merged, told.problem));
  for (ShardStates& states : matrices) {
    if (told.problem.empty()) told.problem = find_lacks_of(merged, states);
    if (!told.problem.empty()) return told;
    if (matrices.size() > 1)
      told.lines.push_back(thousands(std::ssize(states.goals.front().decks)) + " decks, " + thousands(states.pairs) +
                           " pairs:");
    tell_shards(states, told.lines, told.commands);
  }
  return told;
}

// Of the last round of a race; when it is whole, all shards play the next.
Told tell_round(const Ledger& merged) {
  Told told;
  std::optional<ShardStates> states = last_round(merged, told.problem);
  if (states && told.problem.empty()) told.problem = find_lacks_of(merged, *states);
  if (!states || !told.problem.empty()) return told;
  const LedgerGoal& goal = states->goals.front();
  const std::string round = "round " + std::to_string(goal.round.number) + " of " + std::to_string(goal.round.of);
  if (!states->complete()) {
    told.lines.push_back(round + ":");
    tell_shards(*states, told.lines, told.commands);
  } else if (goal.round.number == goal.round.of) {
    told.lines.push_back(round + " is whole: the command without --shard shows the results");
  } else {
    told.lines.push_back(round + " is whole");
    told.next = "Unfinished. Play the next one";
    for (int i = 0; i < goal.shard.of; ++i) told.commands.push_back(shell_line(goal.shard.command_of(i)));
  }
  return told;
}

// Of a run of numbered games; when all are there, the command that shows what they say.
Told tell_runs(const Ledger& merged) {
  Told told;
  for (const ShardedRun& run : sharded_runs(merged, told.problem)) {
    told.lines.push_back(thousands(run.goal.games) + (run.goal.cells.size() > 1 ? " games of each two:" : " games:"));
    const Shard& shard = run.goal.shard;
    for (int i = 0; i < shard.of; ++i) {
      const auto at = static_cast<size_t>(i);
      const int64_t lacking = run.lacking[at];
      const std::string which = "shard " + std::to_string(i + 1) + " of " + std::to_string(shard.of);
      told.lines.push_back(
          which +
          (lacking == 0 ? ": complete" : (run.known[at] ? ": lacks " : " is missing: lacks ") + thousands(lacking) + " games"));
      if (lacking > 0) told.commands.push_back(shell_line(shard.command_of(i)));
    }
  }
  return told;
}

// Says which shards lack what, and what to submit again; the exit code.
int tell_goals(const std::string& path, const Ledger& merged) {
  const Told told = merged.kind() == kMatrixLedger ? tell_matrices(merged)
                    : is_race(merged)              ? tell_round(merged)
                                                   : tell_runs(merged);
  if (!told.problem.empty()) return failed(path + ": " + told.problem, kInconclusive);
  print_lines(told.lines, "");
  if (told.commands.empty()) return kDone;
  std::cout << '\n' << told.next << ", in the folder where it was, and merge again:\n";
  print_lines(told.commands, "  ");
  return kInconclusive;
}

// What makes it impossible to merge a ledger; "" where nothing does.
std::string unmergeable(const Ledger& ledger) {
  if (ledger.kind() == kMatrixLedger) return unreadable_batch(ledger);
  std::string problem;
  const bool none = is_race(ledger) ? !last_round(ledger, problem) : sharded_runs(ledger, problem).empty();
  if (none && problem.empty())
    problem = "this is not of a shard of 'archon " + ledger.kind() + "', and what was played as a whole is gone on with alone";
  return problem;
}

// Each ledger is looked at first, so that all problems are told; only one is open at a time, whatever their number.
struct First {
  std::string kind;
  nlohmann::json settings;
};

First check_parts(const Options& options, Problems& problems) {
  First first;
  std::error_code error;
  for (const std::string& path : options.ledgers) {
    const LedgerResult part = Ledger::read(path, first.kind);
    problems.check(part.ledger != nullptr, part.error);
    problems.check(!std::filesystem::equivalent(path, options.out, error), path + ": is --out itself");
    if (!part.ledger) continue;
    if (const std::string problem = unmergeable(*part.ledger); !problem.empty()) problems.add(path + ": " + problem);
    if (first.kind.empty()) first = {part.ledger->kind(), part.ledger->settings()};
  }
  return first;
}

int run(const Options& options) {
  Problems problems("merge");
  const First first = check_parts(options, problems);
  if (problems.any()) return problems.print();

  std::error_code error;
  const bool there = std::filesystem::exists(options.out, error);
  LedgerResult opened = Ledger::open(options.out, first.kind, first.settings);
  if (!opened.ledger) return failed(opened.error, ledger_code(opened));
  int64_t added = 0;
  std::vector<std::string> unknown;
  for (const std::string& path : options.ledgers) {
    const LedgerResult part = Ledger::read(path, first.kind);
    const Ledger::Merged merged = part.ledger ? opened.ledger->merge_from(*part.ledger) : Ledger::Merged{.error = part.error};
    added += merged.added;
    if (merged.error.empty()) {
      if (first.kind != kMatrixLedger && !is_race(*part.ledger)) continue;
      std::string problem;
      if (first.kind == kMatrixLedger && ledger_goals(*part.ledger, problem).empty()) unknown.push_back(path);
      problem = keep_goals_of(*part.ledger, *opened.ledger);
      if (!problem.empty()) return failed(problem, kFailed);
      continue;
    }
    opened.ledger.reset();
    if (!there) std::filesystem::remove(options.out, error);
    return failed(merged.error, merged.mismatch ? kMismatch : merged.unwritable ? kFailed : kUsage);
  }
  std::cout << thousands(added) << " new batches in " << options.out << '\n';
  for (const std::string& path : unknown)
    std::cout << visible_line(path)
              << ": goal unknown, so nobody can say whether it is complete (of a version that kept none)\n";
  return tell_goals(options.out, *opened.ledger);
}

}  // namespace merge_command

void add_merge(Command program) {
  using namespace merge_command;
  Command command = program.add("merge", "Ledgers of the shards of a run made one");
  auto options = std::make_shared<Options>();
  command
      .option("LEDGERS", options->ledgers,
              "Ledgers that --shard of 'archon matrix', gauntlet, arena, best ... wrote; they stay as they are")
      .required();
  command.option("-o,--out", options->out, "Ledger to write, or to add to when it is there").required();
  command.footer(
      "Says which shards are complete, what others lack, which are missing, and what to submit again. Then the command of the\n"
      "shards without --shard shows the results, and plays what is missing; of a matrix 'archon matrix --from LEDGER', too.\n"
      "Of best and build it speaks of the last round: once that is whole, all shards are to be played again, for the next "
      "one.\n"
      "Games that two ledgers share must have the same results. Exit codes: 0 done, 2 bad input, 3 merged but unfinished, 4\n"
      "the ledgers have other settings.");
  command.calls([options](const Invocation&) { return run(*options); });
}

}  // namespace archon::cli
