// archon perft: how many sequences of decisions positions have.
#include <filesystem>
#include <iostream>
#include <memory>

#include "engine/deck/text_input.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/presenting.h"
#include "sim/conformance/perft_file.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace perft_command {

using namespace present;

struct Options {
  std::string file;
  std::vector<std::string> fixtures;
  bool update = false;
  int threads = 0;
  Presenting presenting;
};

// What one depth of a fixture came to.
struct Counted {
  const PerftFixture* fixture;
  const PerftDepth* depth;
  PerftCount count;

  bool right() const { return depth->expected == count; }
};

std::string hexadecimal(const PerftCount& count) {
  const std::string line = perft_line(1, count);
  return line.substr(line.rfind(' ') + 1);
}

std::vector<ColumnOf<Counted>> columns() {
  const auto of = [](const std::string& name, Unit unit, const std::string& what, auto cell) {
    return ColumnOf<Counted>{{.name = name, .head = name, .unit = unit, .what = what, .may_miss = name.starts_with("expected")},
                             [cell](const Counted& each) { return Cell(cell(each)); }};
  };
  using OptionalCount = std::optional<int64_t>;
  using OptionalText = std::optional<std::string>;
  return {of("fixture", Unit::Text, "Name of the position", [](const Counted& each) { return each.fixture->name; }),
          of("depth", Unit::Count, "Decisions", [](const Counted& each) { return each.depth->depth; }),
          of("leaves", Unit::Count, "Sequences of so many decisions", [](const Counted& each) { return each.count.leaves; }),
          of("sum", Unit::Text, "Sum of the hashes of the positions they end in",
             [](const Counted& each) { return hexadecimal(each.count); }),
          of("expected_leaves", Unit::Count, "By the file",
             [](const Counted& each) {
               return each.depth->expected ? OptionalCount(each.depth->expected->leaves) : OptionalCount();
             }),
          of("expected_sum", Unit::Text, "By the file",
             [](const Counted& each) {
               return each.depth->expected ? OptionalText(hexadecimal(*each.depth->expected)) : OptionalText();
             }),
          of("right", Unit::Truth, "Whether both are as the file says", [](const Counted& each) { return each.right(); })};
}

std::vector<Counted> count(const std::vector<PerftFixture>& fixtures, int threads) {
  std::vector<PerftTask> tasks;
  for (const PerftFixture& each : fixtures) tasks.push_back({&each.game, each.depths.back().depth});
  const std::vector<std::vector<PerftCount>> counts = perft(tasks, threads);
  std::vector<Counted> rows;
  for (size_t i = 0; i < fixtures.size(); ++i)
    for (const PerftDepth& depth : fixtures[i].depths)
      rows.push_back({&fixtures[i], &depth, counts[i][static_cast<size_t>(depth.depth - 1)]});
  return rows;
}

std::string updated(std::vector<std::string> lines, const std::vector<Counted>& rows) {
  for (const Counted& each : rows) lines[each.depth->line] = perft_line(each.depth->depth, each.count);
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

Document document_of(const std::vector<Counted>& rows, double seconds, const Invocation& invocation) {
  Document document{.name = "perft", .command = "archon perft", .title = "sequences of decisions"};
  document.add(table_of<Counted>({.name = "counts", .what = "A depth of a fixture each"}, columns(), rows));
  int64_t leaves = 0, passed = 0;
  for (const Counted& each : rows) {
    passed += each.right();
    if (each.depth == &each.fixture->depths.back()) leaves += static_cast<int64_t>(each.count.leaves);
  }
  document.add({.name = "leaves", .unit = Unit::Count, .what = "At the last depth of each fixture, added up"}, leaves);
  document.add({.name = "seconds", .unit = Unit::Seconds, .what = "Time it took"}, seconds);
  document.note(thousands(leaves) + " leaves, " + fixed(seconds, 2) + " s, " +
                thousands(static_cast<int64_t>(static_cast<double>(leaves) / seconds)) + " leaves/s\n" +
                std::to_string(passed) + " passed, " + std::to_string(std::ssize(rows) - passed) + " failed\n");
  document.provenance.command_line = invocation.command_line;
  return document;
}

std::vector<PerftFixture> chosen(const PerftFile& file, const std::vector<std::string>& names, Problems& problems) {
  if (names.empty()) return file.fixtures;
  std::vector<PerftFixture> fixtures;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(file.fixtures, name, &PerftFixture::name);
    problems.check(found != file.fixtures.end(), "--fixture: there is none with the name " + name);
    if (found != file.fixtures.end()) fixtures.push_back(*found);
  }
  return fixtures;
}

int run(const Options& options, const Invocation& invocation) {
  constexpr size_t kMostBytes = 1 << 20;
  Problems problems("perft");
  problems.check_threads(options.threads);
  if (options.update) problems.check_output("FILE", options.file);
  const TextInput input = read_text_input(options.file, kMostBytes);
  problems.check(input.problem.empty(), options.file + ": " + input.problem);
  if (problems.any()) return problems.print();
  const PerftFile file = read_perft(input.text, std::filesystem::path(options.file).parent_path().string());
  for (const std::string& problem : file.problems) problems.add(options.file + ": " + problem);
  problems.check(!file.fixtures.empty() || problems.any(), options.file + ": no fixtures");
  const std::vector<PerftFixture> fixtures = chosen(file, options.fixtures, problems);
  if (problems.any()) return problems.print();
  const Stopwatch watch;
  const std::vector<Counted> rows = count(fixtures, options.threads);
  const double seconds = watch.seconds();
  if (options.update)
    if (const std::string problem = write_file(options.file, updated(file.lines, rows)); !problem.empty())
      return failed("perft", problem);
  if (const int code = options.presenting.show(document_of(rows, seconds, invocation)); code != kDone) return code;
  return options.update || std::ranges::all_of(rows, &Counted::right) ? kDone : kFailed;
}

}  // namespace perft_command

void add_perft(Command program) {
  using namespace perft_command;
  Command command = program.add("perft", "Count the sequences of decisions of positions, to check rules (for developers)");
  auto options = std::make_shared<Options>();
  command.option("FILE", options->file, "File of fixtures, as tests/perft/fixtures.txt").required();
  command.option("--fixture", options->fixtures, "Only the fixture of this name; one or more times");
  command.flag("--update", options->update, "Write the counts into the file, after a change of the rules");
  command.option("-j,--threads", options->threads, "Number of threads, 0 for one a core; the results do not depend on it");
  options->presenting.add_to(command);
  command.footer(
      "Leaves: sequences of so many decisions; sum: of the hashes of the positions in which they end. Chance is that of the "
      "seed.\n"
      "The exit code is 1 when a count is not as the file says.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
