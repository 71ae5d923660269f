#pragma once
// Cases of the conformance suite (tests/conformance/README.md), played through a session of `archon engine`: what is shown is
// what any other program would be told.
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace archon {

inline constexpr std::string_view kSuiteVersion = "kf-conformance 1";

struct ConformanceCase {
  std::string rules, level, name, from, status;  // `from`: file and folder of the scenario
  nlohmann::json json;
};

struct ConformanceFile {
  std::vector<ConformanceCase> cases;
  std::vector<std::string> problems;  // "line 3: no such level"
};

// Reads a suite, a case a line; all mistakes are collected.
ConformanceFile read_conformance(std::string_view text);

// What went otherwise than the case says, empty if nothing did; the first wrong step ends it.
std::vector<std::string> run_case(const ConformanceCase& one);
// Of each, in the order of the cases, on so many threads (0: one a core).
std::vector<std::vector<std::string>> run_cases(const std::vector<const ConformanceCase*>& cases, int threads);

}  // namespace archon
