// archon_scenarios FILE_OR_FOLDER...: runs every scenario of the files, or of all *.test files below the folders.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

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
  std::string filter;
  bool list = false, trace = false;
};

void run_file(const fs::path& path, const Options& options, Counts& counts) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) {
    std::printf("%s: cannot read it\n", path.string().c_str());
    ++counts.failed;
    return;
  }
  const scenario::ReadResult read = scenario::read_scenarios(path.string(), text.str());
  for (const scenario::Problem& problem : read.problems) print(problem);
  if (!read.problems.empty()) {
    ++counts.failed;
    return;
  }
  for (const scenario::Scenario& one : read.scenarios) {
    if (one.title.find(options.filter) == std::string::npos && path.string().find(options.filter) == std::string::npos)
      continue;
    if (options.list || options.trace) std::printf("%s:%d: %s\n", path.string().c_str(), one.number, one.title.c_str());
    if (options.list) continue;
    const std::vector<scenario::Problem> problems = scenario::run_scenario(one, options.trace);
    problems.empty() ? ++counts.passed : ++counts.failed;
    if (problems.empty()) continue;
    std::printf("FAILED %s\n", one.title.c_str());
    for (const scenario::Problem& problem : problems) print(problem);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Runs scenarios: games in the middle, what is done in them, and what must come of it."};
  app.add_option("paths", options.paths, "files, or folders with *.test files")->required()->check(CLI::ExistingPath);
  app.add_option("--filter", options.filter, "only scenarios with this text in their title or file name");
  app.add_flag("--list", options.list, "print the titles and run nothing");
  app.add_flag("--trace", options.trace, "print every decision");
  CLI11_PARSE(app, argc, argv);
  Counts counts;
  for (const fs::path& path : test_files(options.paths)) run_file(path, options, counts);
  if (options.list) return counts.failed > 0;
  std::printf("%d passed, %d failed\n", counts.passed, counts.failed);
  return counts.failed > 0;
}
