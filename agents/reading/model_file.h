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

// The models of agents/models by name, in the order in which parameters of agents count them.
std::vector<std::string_view> model_names();
const Model& built_in_model(int index);  // requires a valid index
inline constexpr int kFittedModel = 0, kGuessedModel = 1;

}  // namespace archon
