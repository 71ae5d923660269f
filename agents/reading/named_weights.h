#pragma once
// Files of weights with a line a name: a weight goes by its name, not by its place, so that a new card or instruction moves
// none.
//
//   archon-policy 2 names 5f0c9a6e31b27d84
//   # how it was made: lines that reading skips
//   card dust-imp<tab>80048021...
//   ...
//
// The lines stand in any order. The first one has a digest of all names, so that a line that was lost or changed is found. A
// name that the program doesn't know is skipped, and one that the file doesn't have counts as 0: the file was written for
// another version. Both are gaps, to be told.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace archon {

struct NamedWeights {
  std::string name;
  std::span<float> weights;
};

struct WeightFormat {
  std::string_view first_words;  // of the file: "archon-policy 2"
  std::string_view what;         // "weights of 4 hexadecimal digits"
  void (*write)(std::span<const float> weights, std::string& text);
  bool (*read)(std::string_view text, std::span<float> weights);  // false when the text is not just so many weights
};

struct NameGaps {
  std::vector<std::string> unknown;  // "line 7: card foo"
  std::vector<std::string> missing;  // "card bar"

  bool any() const { return !unknown.empty() || !missing.empty(); }
};

// "1 name is unknown and skipped (line 7: card foo); 2 names are missing and count as 0 (card bar, role Use)": of many names
// the first five. Empty without gaps.
std::string gaps_text(const NameGaps& gaps);

// 16 hexadecimal digits that another text has not.
std::string text_digest(std::string_view text);

// `rows`: all that the file holds, each name once. `comments` are written behind # at the top.
std::string weights_text(const WeightFormat& format, std::span<const NamedWeights> rows, std::span<const std::string> comments);

// Reads the weights of the rows, and says which names only one of file and program has. The problem, or empty: "line 3: ...";
// then the weights are not to be used.
std::string read_weights(const WeightFormat& format, std::string_view text, std::span<const NamedWeights> rows, NameGaps& gaps);

}  // namespace archon
