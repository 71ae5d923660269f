#include "agents/reading/named_weights.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/core/fnv.h"
#include "engine/core/random.h"

namespace archon {
namespace {

constexpr std::string_view kNames = " names ";

// Mixed: a sum of them tells lists of names apart, whatever their order.
uint64_t name_hash(std::string_view name) {
  SmallRng mixer{hash_of<Fnv64>(name)};
  return mixer.next();
}

std::string digest_text(uint64_t digest) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[digest >> shift & 15];
  return text;
}

std::string list_text(const std::vector<std::string>& names, std::string_view what, std::string_view between) {
  constexpr size_t kShown = 5;
  std::string text =
      std::to_string(names.size()) + (names.size() == 1 ? " name is " : " names are ") + std::string(what) + " (";
  for (size_t i = 0; i < std::min(kShown, names.size()); ++i) text += (i == 0 ? "" : std::string(between)) + names[i];
  return text + (names.size() > kShown ? std::string(between) + "..." : "") + ")";
}

// Takes the lines off a text that are no comments.
class NamedLines {
 public:
  explicit NamedLines(std::string_view text) : text_(text) {}

  std::optional<std::string_view> next() {
    while (!text_.empty()) {
      const size_t end = text_.find('\n');
      std::string_view line = text_.substr(0, end);
      text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
      ++number_;
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.starts_with('#')) return line;
    }
    return std::nullopt;
  }
  std::string place() const { return "line " + std::to_string(number_) + ": "; }

 private:
  std::string_view text_;
  int number_ = 0;
};

}  // namespace

std::string gaps_text(const NameGaps& gaps) {
  std::string text;
  if (!gaps.unknown.empty()) text = list_text(gaps.unknown, "unknown and skipped", "; ");
  if (!gaps.unknown.empty() && !gaps.missing.empty()) text += "; ";
  if (!gaps.missing.empty())
    text += list_text(gaps.missing, gaps.missing.size() == 1 ? "missing and counts as 0" : "missing and count as 0", ", ");
  return text;
}

std::string text_digest(std::string_view text) { return digest_text(name_hash(text)); }

std::string weights_text(const WeightFormat& format, std::span<const NamedWeights> rows,
                         std::span<const std::string> comments) {
  uint64_t digest = 0;
  for (const NamedWeights& row : rows) digest += name_hash(row.name);
  std::string text = std::string(format.first_words) + std::string(kNames) + digest_text(digest);
  for (const std::string& comment : comments) text += "\n# " + comment;
  for (const NamedWeights& row : rows) {
    text += '\n' + row.name + '\t';
    format.write(row.weights, text);
  }
  return text + '\n';
}

std::string read_weights(const WeightFormat& format, std::string_view text, std::span<const NamedWeights> rows,
                         NameGaps& gaps) {
  constexpr int kUnknown = -1, kRead = -2;
  std::unordered_map<std::string_view, int> row_of;
  row_of.reserve(2 * rows.size());
  for (const NamedWeights& row : rows) row_of.emplace(row.name, static_cast<int>(row_of.size()));
  const std::string begin = std::string(format.first_words) + std::string(kNames);
  NamedLines lines(text);
  const std::string_view first = lines.next().value_or("");
  if (!first.starts_with(begin)) return "line 1: expected '" + begin + "' and a digest of the names";
  uint64_t digest = 0;
  while (const std::optional<std::string_view> line = lines.next()) {
    const std::string_view name = line->substr(0, line->find('\t'));
    if (name.size() == line->size()) return lines.place() + "expected a name, a tab and " + std::string(format.what);
    const int index = std::exchange(row_of.emplace(name, kUnknown).first->second, kRead);
    if (index == kRead) return lines.place() + "a second line of '" + std::string(name) + "'";
    digest += name_hash(name);
    if (index == kUnknown) {
      gaps.unknown.push_back(lines.place() + std::string(name));
      continue;
    }
    const std::span<float> weights = rows[static_cast<size_t>(index)].weights;
    if (!format.read(line->substr(name.size() + 1), weights))
      return lines.place() + "expected '" + std::string(name) + "', a tab and " + std::string(format.what) + ", " +
             std::to_string(weights.size()) + " in all";
  }
  if (first.substr(begin.size()) != digest_text(digest))
    return "line 1: the digest of the names is " + digest_text(digest) + ": lines were lost, or their names changed";
  for (const NamedWeights& row : rows)
    if (row_of.at(row.name) != kRead) gaps.missing.push_back(row.name);
  return "";
}

}  // namespace archon
