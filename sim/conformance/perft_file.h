#pragma once
// Files of perft fixtures (tests/perft/README.md): positions, and how many sequences of decisions they have.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/conformance/perft.h"

namespace archon {

struct PerftDepth {
  size_t line = 0;  // of the file, from 0
  int depth = 0;
  std::optional<PerftCount> expected;  // none yet: the line has only the depth
};

struct PerftFixture {
  std::string name;
  PerftGame game;
  std::vector<PerftDepth> depths;  // increasing
};

struct PerftFile {
  std::vector<std::string> lines;
  std::vector<PerftFixture> fixtures;
  std::vector<std::string> problems;  // "line 3: no such field"
};

// `folder`: where the paths of decks begin.
PerftFile read_perft(std::string_view text, const std::string& folder);

// A line of a file: "depth: 3 leaves 1234 sum 0123456789abcdef".
std::string perft_line(int depth, const PerftCount& count);

}  // namespace archon
