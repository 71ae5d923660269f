#include "agents/reading/model_file.h"

#include <array>
#include <cassert>
#include <charconv>

#include "agents/reading/weights_files.h"
#include "engine/core/decimal.h"
#include "engine/core/embed.h"

namespace archon {
namespace {

constexpr std::string_view kFirstLine = "archon-model 1";

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string_view next_line(std::string_view& text) {
  const size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// What is wrong with the line of a feature; empty when it was read.
std::string read_weight(std::string_view line, const std::string& expected, float& weight) {
  const size_t blank = line.find(' ');
  const std::string_view name = line.substr(0, blank);
  if (name != expected) return "expected feature " + expected + ", not " + quoted(name);
  const std::string_view number = blank == std::string_view::npos ? std::string_view() : line.substr(blank + 1);
  const std::optional<float> read = parse_float(number);
  weight = read.value_or(0);
  return read ? "" : "the weight of " + expected + " is not a number: " + quoted(number);
}

}  // namespace

ModelResult parse_model(std::string_view text) {
  ModelResult result;
  Model model;
  const std::string_view first = next_line(text);
  if (first != kFirstLine)
    result.problems.push_back("line 1: expected '" + std::string(kFirstLine) + "', not " + quoted(first));
  int feature = 0;
  for (int number = 2; !text.empty() && result.problems.empty(); ++number) {
    const std::string_view line = next_line(text);
    if (line.empty() || line.front() == '#') continue;
    const std::string place = "line " + std::to_string(number) + ": ";
    if (feature == kFeatures) {
      result.problems.push_back(place + "one feature too many: " + quoted(line));
      continue;
    }
    const std::string problem = read_weight(line, feature_name(feature), model.weights[static_cast<size_t>(feature)]);
    if (!problem.empty()) result.problems.push_back(place + problem);
    ++feature;
  }
  if (result.problems.empty() && feature < kFeatures)
    result.problems.push_back("the weight of " + feature_name(feature) + " is missing (" + std::to_string(feature) + " of " +
                              std::to_string(kFeatures) + " weights are there)");
  if (result.problems.empty()) result.model = model;
  return result;
}

std::string model_text(const Model& model, const std::vector<std::string>& comments) {
  std::string text(kFirstLine);
  for (const std::string& comment : comments) text += "\n# " + comment;
  for (int f = 0; f < kFeatures; ++f) {
    char number[32];
    const auto [end, status] = std::to_chars(number, number + sizeof number, model.weights[static_cast<size_t>(f)]);
    assert(status == std::errc());
    text += "\n" + feature_name(f) + " " + std::string(number, end);
  }
  return text + "\n";
}

std::vector<std::string_view> model_names() { return {"fitted", "guessed"}; }

namespace {

Model built_in(std::string_view path) {
  const ModelResult result = parse_model(embedded_text(path));
  if (!result.model) embedded_fault(path, result.problems.front());
  return *result.model;
}

WeightsFiles<Model>& model_files() {
  static WeightsFiles<Model> kFiles;
  return kFiles;
}

}  // namespace

const Model& known_model(int value) {
  static const std::array<Model, 2> kModels = {built_in("agents/models/fitted.txt"), built_in("agents/models/guessed.txt")};
  return value < kFirstWeightsFile ? kModels.at(static_cast<size_t>(value)) : model_files().weights(value);
}

std::string model_name(int value) {
  return value < kFirstWeightsFile ? std::string(model_names().at(static_cast<size_t>(value))) : model_files().path(value);
}

std::string model_digest(int value) { return value < kFirstWeightsFile ? "" : model_files().digest(value); }

int read_model_file(std::string_view named, std::string& problem) {
  return model_files().value_of(named, problem, [](std::string_view text, std::string& wrong) {
    const ModelResult read = parse_model(text);
    if (!read.model) wrong = read.problems.front();
    return read.model.value_or(Model{});
  });
}

}  // namespace archon
