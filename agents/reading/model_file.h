#pragma once
// Weights of the evaluation as text, and those that are part of the program.
//
//   archon-model 1
//   # how it was made: lines that reading skips
//   Intercept 0.0312
//   Own.OneKey 1.207
//   ...
//
// One line a feature, in the order of feature_name(). A file with other features is an error: it was fitted for another
// version of the evaluation.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/reading/evaluation.h"

namespace archon {

struct ModelResult {
  std::optional<Model> model;         // nothing when there are problems
  std::vector<std::string> problems;  // all of them; "line 3: ..."
};

ModelResult parse_model(std::string_view text);

// `comments` are written behind # at the top. parse_model gives back the same weights, bit by bit.
std::string model_text(const Model& model, const std::vector<std::string>& comments);

// The models that agents may judge by, as values of their parameter `model`: those of agents/models, by name, and files that
// were read by this process (agents/reading/weights_files.h). Thread safe; a model lives as long as the process.
inline constexpr int kFittedModel = 0, kGuessedModel = 1;
std::vector<std::string_view> model_names();  // of agents/models
const Model& known_model(int value);
std::string model_name(int value);    // of agents/models, or the path of the file
std::string model_digest(int value);  // of the text of a file; else empty
// The value of a file, a path with or without a digest; below 0 when `problem` says why it can't be used.
int read_model_file(std::string_view named, std::string& problem);

}  // namespace archon
