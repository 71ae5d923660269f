#include "agents/learned/policy_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <utility>

#include "agents/reading/card_features.h"
#include "agents/reading/weights_files.h"
#include "engine/core/embed.h"
#include "engine/core/mutex.h"
#include "engine/facts/facts.h"

namespace archon {
namespace {

constexpr std::string_view kNetwork = "network ";
constexpr float kUnit = 1.f / 2048;
constexpr float kNameStep =
    4 * kUnit;  // of names: what is finer is noise, and a tenth of what the policy takes in modules for the web
constexpr size_t kDigits = 4;

void write_hex(std::span<const float> weights, std::string& text) {
  for (const float weight : weights) {
    const int whole = static_cast<int>(std::clamp(weight / kUnit, -32768.f, 32767.f) + 32768.5f);
    for (int shift = 12; shift >= 0; shift -= 4) text += "0123456789abcdef"[std::min(whole, 65535) >> shift & 15];
  }
}

bool read_hex(std::string_view text, std::span<float> weights) {
  if (text.size() != kDigits * weights.size()) return false;
  for (size_t i = 0; i < weights.size(); ++i) {
    unsigned whole = 0;
    const char* const from = text.data() + kDigits * i;
    if (std::from_chars(from, from + kDigits, whole, 16).ptr != from + kDigits) return false;
    weights[i] = static_cast<float>(static_cast<int>(whole) - 32768) * kUnit;
  }
  return true;
}

constexpr WeightFormat kFormat{"archon-policy 2", "weights of 4 hexadecimal digits", write_hex, read_hex};

std::vector<NamedWeights> rows_of(PolicyWeights& w) {
  std::vector<NamedWeights> list;
  const auto add = [&](std::string name, std::span<float> weights) { list.push_back({std::move(name), weights}); };
  for (int i = 0; i < card_feature_count(); ++i) add("feature " + card_feature_name(i), w.features[static_cast<size_t>(i)]);
  for (size_t i = 0; i < w.names.size(); ++i) add("card " + CardTable::instance().cards()[i].id, w.names[i]);
  for (size_t i = 0; i < kCardRoles; ++i)
    add("role " + std::string(role_name(static_cast<CardRole>(i))), {w.roles[i][0].data(), kHidden * kCardWidth});
  for (int i = 0; i < kPositionNumbers; ++i) add("position " + position_number_name(i), w.position[static_cast<size_t>(i)]);
  for (int i = 0; i < kActionNumbers; ++i) add("action " + action_number_name(i), w.action[static_cast<size_t>(i)]);
  const std::string network(kNetwork);
  add(network + "second", {w.second[0].data(), kHidden * kSecond});
  add(network + "second-bias", w.second_bias);
  add(network + "out", w.out);
  add(network + "out-first", w.out_first);
  return list;
}

}  // namespace

std::string policy_text(const PolicyWeights& weights, const std::vector<std::string>& comments) {
  PolicyWeights copy = weights;  // rows may be written to
  for (CardVector& name : copy.names)
    for (float& weight : name) weight = std::round(weight / kNameStep) * kNameStep;
  return weights_text(kFormat, rows_of(copy), comments);
}

PolicyResult parse_policy(std::string_view text) {
  PolicyResult result;
  auto weights = std::make_unique<PolicyWeights>();
  result.problem = read_weights(kFormat, text, rows_of(*weights), result.gaps);
  const auto part = std::ranges::find_if(result.gaps.missing, [](const auto& name) { return name.starts_with(kNetwork); });
  if (result.problem.empty() && part != result.gaps.missing.end())
    result.problem = "there is no line '" + *part + "': the weights are those of another network";
  if (result.problem.empty()) result.weights = std::move(weights);
  return result;
}

namespace {

struct Policy {
  explicit Policy(const PolicyResult& read) : gaps(read.gaps), net(*read.weights) {}
  NameGaps gaps;
  PolicyNet net;
};

const Policy& built_in_policy() {
  static const Policy kPolicy = [] {
    constexpr std::string_view kPath = "agents/models/policy.txt";
    const PolicyResult read = parse_policy(embedded_text(kPath));
    if (!read.weights) embedded_fault(kPath, read.problem);
    return Policy(read);
  }();
  return kPolicy;
}

struct PolicyFiles {
  WeightsFiles<std::unique_ptr<const Policy>> files;
  Mutex mutex;  // of the remarks
  std::vector<std::string> remarks;
};
PolicyFiles& policy_files() {
  static PolicyFiles kFiles;
  return kFiles;
}

const Policy& policy(int value) { return value == kCurrentPolicy ? built_in_policy() : *policy_files().files.weights(value); }

}  // namespace

const PolicyNet& policy_net(int value) { return policy(value).net; }
const NameGaps& policy_gaps(int value) { return policy(value).gaps; }

std::string policy_gaps_text(const NameGaps& gaps) {
  // agents/models/README.md says how they were measured.
  constexpr std::pair<std::string_view, std::string_view> kLosses[] = {
      {"feature", "21"}, {"card", "32"}, {"role", "87"}, {"position", "48"}, {"action", "641"}};
  std::string text = gaps_text(gaps);
  for (const auto& [kind, elo] : kLosses) {
    const std::string begin = std::string(kind) + ' ';
    if (std::ranges::any_of(gaps.missing, [&](const std::string& name) { return name.starts_with(begin); }))
      text += "; without any " + std::string(kind) + " policy.txt plays " + std::string(elo) + " Elo worse";
  }
  return text;
}

std::string policy_name(int value) { return value == kCurrentPolicy ? "current" : policy_files().files.path(value); }
std::string policy_digest(int value) { return value == kCurrentPolicy ? "" : policy_files().files.digest(value); }

int read_policy_file(std::string_view named, std::string& problem) {
  PolicyFiles& known = policy_files();
  return known.files.value_of(named, problem, [&](std::string_view text, std::string& wrong) -> std::unique_ptr<const Policy> {
    const PolicyResult read = parse_policy(text);
    wrong = read.problem;
    if (!read.weights) return nullptr;
    if (read.gaps.any()) {
      const Lock lock(known.mutex);
      known.remarks.push_back("weights=" + split_digest(named).first + ": " + policy_gaps_text(read.gaps));
    }
    return std::make_unique<const Policy>(read);
  });
}

std::vector<std::string> take_policy_remarks() {
  PolicyFiles& known = policy_files();
  const Lock lock(known.mutex);
  return std::exchange(known.remarks, {});
}

}  // namespace archon
