// archon conformance: cases of rules that any engine can be held against.
#include <iostream>
#include <map>
#include <memory>

#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/conformance/conformance.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace conformance_command {

using namespace present;

struct Options {
  std::string file;
  std::vector<std::string> levels, names;
  int threads = 0;
  Presenting presenting;
};

// The cases of a rulebook, level and status.
struct Row {
  std::string rules, level, status;
  int64_t passed = 0, failed = 0;
};

std::vector<ColumnOf<Row>> columns() {
  const auto of = [](const std::string& name, Unit unit, const std::string& what, auto cell) {
    return ColumnOf<Row>{{.name = name, .head = name, .unit = unit, .what = what, .may_miss = false},
                         [cell](const Row& each) { return Cell(cell(each)); }};
  };
  return {of("level", Unit::Text, "core, rulings or cards", [](const Row& each) { return each.level; }),
          of("rules", Unit::Text, "Rulebook that is played", [](const Row& each) { return each.rules; }),
          of("status", Unit::Text, "On what the cases rest", [](const Row& each) { return each.status; }),
          of("passed", Unit::Count, "Cases that went as they say", [](const Row& each) { return each.passed; }),
          of("failed", Unit::Count, "Cases that did not", [](const Row& each) { return each.failed; })};
}

std::vector<Row> rows_of(const std::vector<const ConformanceCase*>& cases,
                         const std::vector<std::vector<std::string>>& problems) {
  constexpr std::string_view kOrder = "core rulings cards";
  std::map<std::tuple<size_t, std::string, std::string>, Row> rows;
  for (size_t i = 0; i < cases.size(); ++i) {
    const ConformanceCase& one = *cases[i];
    Row& row = rows[{kOrder.find(one.level), one.rules, one.status}];
    row.rules = one.rules, row.level = one.level, row.status = one.status;
    ++(problems[i].empty() ? row.passed : row.failed);
  }
  std::vector<Row> list;
  for (auto& [key, row] : rows) list.push_back(std::move(row));
  return list;
}

Document document_of(const std::vector<Row>& rows, const std::string& failures, double seconds, const Invocation& invocation) {
  Document document{.name = "conformance", .command = "archon conformance", .title = "cases of rules"};
  document.add(table_of<Row>({.name = "counts", .what = "A level, rulebook and status each"}, columns(), rows));
  int64_t passed = 0, failed = 0;
  for (const Row& row : rows) passed += row.passed, failed += row.failed;
  document.add({.name = "seconds", .unit = Unit::Seconds, .what = "Time it took"}, seconds);
  document.note(failures + std::to_string(passed) + " passed, " + std::to_string(failed) + " failed\n");
  document.provenance.command_line = invocation.command_line;
  return document;
}

bool wanted(const Options& options, const ConformanceCase& one) {
  const auto any = [](const std::vector<std::string>& list, auto fits) {
    return list.empty() || std::ranges::any_of(list, fits);
  };
  return any(options.levels, [&](const std::string& level) { return level == one.level; }) &&
         any(options.names,
             [&](const std::string& text) { return (one.name + " " + one.from).find(text) != std::string::npos; });
}

int run(const Options& options, const Invocation& invocation) {
  constexpr size_t kMostBytes = 256 << 20;
  Problems problems("conformance");
  problems.check_threads(options.threads);
  for (const std::string& level : options.levels)
    problems.check(level == "core" || level == "rulings" || level == "cards", "--level: core, rulings or cards, not " + level);
  const TextInput input = read_text_input(options.file, kMostBytes);
  problems.check(input.problem.empty(), options.file + ": " + input.problem);
  if (problems.any()) return problems.print();
  const ConformanceFile file = read_conformance(input.text);
  for (const std::string& problem : file.problems) problems.add(options.file + ": " + problem);
  std::vector<const ConformanceCase*> cases;
  for (const ConformanceCase& one : file.cases)
    if (wanted(options, one)) cases.push_back(&one);
  problems.check(!cases.empty() || problems.any(), options.file + ": no such cases");
  if (problems.any()) return problems.print();
  const Stopwatch watch;
  const std::vector<std::vector<std::string>> found = run_cases(cases, options.threads);
  std::string failures;
  for (size_t i = 0; i < cases.size(); ++i) {
    if (found[i].empty()) continue;
    failures += "FAILED " + cases[i]->from + ": " + visible_text(cases[i]->name) + '\n';
    for (const std::string& problem : found[i]) failures += "  " + visible_text(problem) + '\n';
  }
  const std::vector<Row> rows = rows_of(cases, found);
  if (const int code = options.presenting.show(document_of(rows, failures, watch.seconds(), invocation)); code != kDone)
    return code;
  return failures.empty() ? kDone : kFailed;
}

}  // namespace conformance_command

void add_conformance(Command program) {
  using namespace conformance_command;
  Command command = program.add("conformance", "Play cases of the rules, which other engines can play too (for developers)");
  auto options = std::make_shared<Options>();
  command.option("FILE", options->file, "The suite: a case a line, as 'archon_scenarios tests --cases FILE' writes it")
      .required();
  command.option("--level", options->levels, "Only this level, core, rulings or cards; one or more times");
  command.option("--case", options->names,
                 "Only cases with this text in their name or the file they are from; one or more times");
  command.option("-j,--threads", options->threads, "Number of threads, 0 for one a core; the results do not depend on it");
  options->presenting.add_to(command);
  command.footer(
      "tests/conformance/README.md describes cases, and how another engine plays them.\n"
      "The exit code is 1 when a case does not go as it says.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
