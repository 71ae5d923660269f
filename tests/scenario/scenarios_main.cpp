// archon_scenarios FILE_OR_FOLDER...: runs every scenario of the files, or of all *.test files below the folders.
// With --mutants FILE it tries changed definitions instead and prints what became of each.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "tests/scenario/case_writer.h"
#include "tests/scenario/mutants.h"
#include "tests/scenario/runner.h"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> test_files(const std::vector<std::string>& arguments) {
  std::vector<fs::path> files;
  for (const std::string& argument : arguments) {
    if (!fs::is_directory(argument)) {
      files.emplace_back(argument);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argument))
      if (entry.path().extension() == ".test") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

void print(const scenario::Problem& problem) {
  std::printf("%s:%d: %s\n", problem.file.c_str(), problem.number, problem.text.c_str());
}

struct Counts {
  int passed = 0, failed = 0;
};

struct Options {
  std::vector<std::string> paths;
  std::string filter, mutants, cases;
  bool list = false, trace = false;
};

std::optional<std::string> text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (file) return text.str();
  std::printf("%s: cannot read it\n", path.string().c_str());
  return std::nullopt;
}

// The scenarios of a file that fit the filter. A file with mistakes counts as a failure.
std::vector<scenario::Scenario> read_file(const fs::path& path, const Options& options, Counts& counts) {
  const std::optional<std::string> text = text_of(path);
  scenario::ReadResult read = scenario::read_scenarios(path.string(), text.value_or(""));
  for (const scenario::Problem& problem : read.problems) print(problem);
  if (!text || !read.problems.empty()) {
    ++counts.failed;
    return {};
  }
  std::erase_if(read.scenarios, [&](const scenario::Scenario& one) {
    return one.title.find(options.filter) == std::string::npos && path.string().find(options.filter) == std::string::npos;
  });
  return std::move(read.scenarios);
}

void run(const scenario::Scenario& one, const Options& options, Counts& counts) {
  if (options.list || options.trace) std::printf("%s:%d: %s\n", one.file.c_str(), one.number, one.title.c_str());
  if (options.list) return;
  const std::vector<scenario::Problem> problems = scenario::run_scenario(one, options.trace);
  problems.empty() ? ++counts.passed : ++counts.failed;
  if (problems.empty()) return;
  std::printf("FAILED %s\n", one.title.c_str());
  for (const scenario::Problem& problem : problems) print(problem);
}

// Writes the scenarios as the conformance suite, and says what is not in it and why.
int write_cases(const std::vector<scenario::Scenario>& scenarios, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  std::map<std::string, int> left_out;
  int written = 0, unsaid = 0;
  for (const scenario::Scenario& one : scenarios) {
    const scenario::WrittenCase each = scenario::write_case(one);
    if (each.line.empty()) {
      ++left_out[each.why];
      std::printf("%s:%d: left out, %s: %s\n", one.file.c_str(), one.number, each.why.c_str(), one.title.c_str());
      continue;
    }
    file << each.line << '\n';
    ++written;
    unsaid += static_cast<int>(each.unsaid.size());
    for (const std::string& condition : each.unsaid)
      std::printf("%s:%d: without %s\n", one.file.c_str(), one.number, condition.c_str());
  }
  file.close();
  for (const auto& [why, number] : left_out) std::printf("%d left out: %s\n", number, why.c_str());
  std::printf("%d cases written, %d conditions of them left out\n", written, unsaid);
  if (!file) std::printf("%s: cannot write it\n", path.c_str());
  return !file;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Runs scenarios: games in the middle, what is done in them, and what must come of it."};
  app.add_option("paths", options.paths, "files, or folders with *.test files")->required()->check(CLI::ExistingPath);
  app.add_option("--filter", options.filter, "only scenarios with this text in their title or file name");
  app.add_option("--mutants", options.mutants, "try these definitions, `====` between them; the first of each card is its own")
      ->check(CLI::ExistingFile);
  app.add_option("--cases", options.cases, "write them to this file as cases of the conformance suite (tests/conformance)");
  app.add_flag("--list", options.list, "print the titles and run nothing");
  app.add_flag("--trace", options.trace, "print every decision");
  CLI11_PARSE(app, argc, argv);
  Counts counts;
  std::vector<scenario::Scenario> scenarios;
  for (const fs::path& path : test_files(options.paths))
    for (scenario::Scenario& one : read_file(path, options, counts)) scenarios.push_back(std::move(one));
  if (!options.mutants.empty()) {
    const std::optional<std::string> definitions = text_of(options.mutants);
    if (!definitions || counts.failed > 0) return 1;
    for (const scenario::MutantResult& result : scenario::try_mutants(*definitions, scenarios))
      std::printf("%s\t%s\n", scenario::fate_word(result.fate).data(), result.detail.c_str());
    return 0;
  }
  if (!options.cases.empty()) return write_cases(scenarios, options.cases) || counts.failed > 0;
  for (const scenario::Scenario& one : scenarios) run(one, options, counts);
  if (options.list) return counts.failed > 0;
  std::printf("%d passed, %d failed\n", counts.passed, counts.failed);
  return counts.failed > 0;
}
