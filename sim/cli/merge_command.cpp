// archon merge: the ledgers of several shards made one.
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/facts/visible_text.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/present/terminal_text.h"

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

// Each ledger is looked at first, so that all problems are told; only one is open at a time, whatever their number.
nlohmann::json check_parts(const Options& options, Problems& problems) {
  nlohmann::json settings;
  std::error_code error;
  for (const std::string& path : options.ledgers) {
    const LedgerResult part = Ledger::read(path, kMatrixLedger);
    problems.check(part.ledger != nullptr, part.error);
    if (part.ledger)
      if (const std::string problem = unreadable_batch(*part.ledger); !problem.empty()) problems.add(path + ": " + problem);
    problems.check(!std::filesystem::equivalent(path, options.out, error), path + ": is --out itself");
    if (part.ledger && settings.is_null()) settings = part.ledger->settings();
  }
  return settings;
}

int run(const Options& options) {
  Problems problems("merge");
  const nlohmann::json settings = check_parts(options, problems);
  if (problems.any()) return problems.print();

  std::error_code error;
  const bool there = std::filesystem::exists(options.out, error);
  LedgerResult opened = Ledger::open(options.out, kMatrixLedger, settings);
  if (!opened.ledger) return failed(opened.error, ledger_code(opened));
  int64_t added = 0;
  for (const std::string& path : options.ledgers) {
    const LedgerResult part = Ledger::read(path, kMatrixLedger);
    const Ledger::Merged merged = part.ledger ? opened.ledger->merge_from(*part.ledger) : Ledger::Merged{.error = part.error};
    added += merged.added;
    if (merged.error.empty()) continue;
    opened.ledger.reset();
    if (!there) std::filesystem::remove(options.out, error);
    return failed(merged.error, merged.mismatch ? kMismatch : merged.unwritable ? kFailed : kUsage);
  }
  std::cout << thousands(added) << " new batches in " << options.out << '\n';
  return kDone;
}

}  // namespace merge_command

void add_merge(Command program) {
  using namespace merge_command;
  Command command = program.add("merge", "Ledgers of the shards of a matrix made one");
  auto options = std::make_shared<Options>();
  command.option("LEDGERS", options->ledgers, "Ledgers that 'archon matrix --shard' wrote; they stay as they are").required();
  command.option("-o,--out", options->out, "Ledger to write, or to add to when it is there").required();
  command.footer(
      "Then 'archon matrix --from LEDGER' shows the results. Games that two ledgers share must have the same results.");
  command.calls([options](const Invocation&) { return run(*options); });
}

}  // namespace archon::cli
