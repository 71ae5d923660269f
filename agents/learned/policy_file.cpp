#include "agents/learned/policy_file.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <fstream>
#include <mutex>
#include <sstream>

#include "engine/core/embed.h"

namespace archon {
namespace {

constexpr std::string_view kFirstLine = "archon-policy 1";
constexpr float kUnit = 1.f / 2048;

template <class Visit>
void for_each_vector(PolicyWeights& w, Visit visit) {
  for (auto& each : w.features) visit(each.data(), each.size());
  for (auto& each : w.names) visit(each.data(), each.size());
  for (auto& role : w.roles)
    for (auto& each : role) visit(each.data(), each.size());
  for (auto& each : w.position) visit(each.data(), each.size());
  for (auto& each : w.action) visit(each.data(), each.size());
  for (auto& each : w.second) visit(each.data(), each.size());
  visit(w.second_bias.data(), w.second_bias.size());
  visit(w.out.data(), w.out.size());
  visit(w.out_first.data(), w.out_first.size());
}

int hex_value(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

}  // namespace

std::string policy_text(const PolicyWeights& weights, const std::vector<std::string>& comments) {
  std::string text(kFirstLine);
  for (const std::string& comment : comments) text += "\n# " + comment;
  text += '\n';
  PolicyWeights copy = weights;
  for_each_vector(copy, [&](const float* values, size_t size) {
    for (size_t i = 0; i < size; ++i) {
      const int whole = static_cast<int>(std::clamp(values[i] / kUnit, -32768.f, 32767.f) + 32768.5f);
      for (int shift = 12; shift >= 0; shift -= 4) text += "0123456789abcdef"[std::min(whole, 65535) >> shift & 15];
    }
    text += '\n';
  });
  return text;
}

std::unique_ptr<PolicyWeights> parse_policy(std::string_view text, std::string& problem) {
  auto weights = std::make_unique<PolicyWeights>();
  int number = 0;
  const auto next_line = [&] {
    std::string_view line;
    do {
      const size_t end = text.find('\n');
      line = text.substr(0, end);
      text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
      ++number;
    } while (line.starts_with('#'));
    return line;
  };
  if (next_line() != kFirstLine) problem = "line 1: expected '" + std::string(kFirstLine) + "'";
  for_each_vector(*weights, [&](float* values, size_t size) {
    if (!problem.empty()) return;
    const std::string_view line = next_line();
    bool good = line.size() == 4 * size;
    for (size_t i = 0; i < size && good; ++i) {
      int whole = 0;
      for (size_t digit = 0; digit < 4; ++digit) {
        const int value = hex_value(line[4 * i + digit]);
        good &= value >= 0;
        whole = whole * 16 + value;
      }
      values[i] = static_cast<float>(whole - 32768) * kUnit;
    }
    if (!good)
      problem = "line " + std::to_string(number) + ": expected " + std::to_string(size) + " numbers of 4 hexadecimal digits";
  });
  if (problem.empty() && !next_line().empty())
    problem = "line " + std::to_string(number) + ": more than the weights of a policy";
  return problem.empty() ? std::move(weights) : nullptr;
}

namespace {

const PolicyNet& built_in_policy() {
  static const PolicyNet kNet([] {
    std::string problem;
    const auto weights = parse_policy(embedded_text("agents/models/policy.txt"), problem);
    assert(weights);  // a test reads it
    return weights ? *weights : PolicyWeights();
  }());
  return kNet;
}

struct PolicyFile {
  PolicyFile(std::string name, const PolicyWeights& weights) : path(std::move(name)), net(weights) {}
  std::string path;
  PolicyNet net;
};

struct PolicyFiles {
  std::mutex mutex;
  std::deque<PolicyFile> files;  // which stay where they are
};
PolicyFiles& policy_files() {
  static PolicyFiles kFiles;
  return kFiles;
}

const PolicyFile& policy_file(int value) {
  PolicyFiles& known = policy_files();
  const std::lock_guard lock(known.mutex);
  return known.files.at(static_cast<size_t>(value - kFirstPolicyFile));
}

}  // namespace

const PolicyNet& policy_net(int value) { return value == kCurrentPolicy ? built_in_policy() : policy_file(value).net; }
std::string policy_name(int value) { return value == kCurrentPolicy ? "current" : policy_file(value).path; }

int read_policy_file(const std::string& path, std::string& problem) {
  PolicyFiles& known = policy_files();
  const std::lock_guard lock(known.mutex);
  const auto found = std::ranges::find(known.files, path, &PolicyFile::path);
  if (found != known.files.end()) return kFirstPolicyFile + static_cast<int>(found - known.files.begin());
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) problem = "it can't be read";
  const auto weights = problem.empty() ? parse_policy(text.str(), problem) : nullptr;
  if (!weights) return -1;
  known.files.emplace_back(path, *weights);
  return kFirstPolicyFile + static_cast<int>(known.files.size()) - 1;
}

}  // namespace archon
