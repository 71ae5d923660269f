#pragma once
// Scenarios: games in the middle, what is done in them, and what must come of it. tests/README.md describes the language.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position/position.h"

namespace scenario {

enum class LineKind : uint8_t { Do, Choose, Expect };

// One part of a do, choose or expect line: a single action, answer or condition.
struct Line {
  LineKind kind = LineKind::Do;
  int number = 0;  // in the file
  std::vector<std::string> words;
};

struct Scenario {
  std::string file;
  int number = 0;  // of its first line
  std::string title;
  std::string section;                       // the comment above, as a paragraph of its own
  std::string status;                        // "advised", "open" ... where a `status:` line says so
  std::string text;                          // as written, without comments
  std::map<std::string, std::string> cards;  // id -> other definition, which this scenario plays with
  archon::Position position;
  std::vector<Line> lines;
};

struct Problem {
  std::string file;
  int number = 0;
  std::string text;
};

struct ReadResult {
  std::vector<Scenario> scenarios;
  std::vector<Problem> problems;
};

// Reads a whole file of scenarios; all mistakes are collected.
ReadResult read_scenarios(const std::string& file, std::string_view text);

// The card that keeps a main step from ending by itself: one lies in each hand and belongs to every house.
inline constexpr std::string_view kSpare = "spare";
inline constexpr std::string_view kFiller = "virtuous-works";  // what spares and default decks consist of
// The artifact on each side that stands idle: a scenario that doesn't speak of it must leave it alone.
inline constexpr std::string_view kIdle = "idle";
inline constexpr std::string_view kIdleCard = "round-table";

}  // namespace scenario
