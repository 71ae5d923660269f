#include "engine/facts/spelling.h"

#include <algorithm>

namespace archon {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() > kMaxSpelledBytes) return "";
  // A third of the letters may be wrong, at least one and at most three: farther words are guesses, not corrections.
  int limit = std::clamp(static_cast<int>(word.size()) / 3, 1, 3);
  const std::string* best = nullptr;
  for (const std::string& candidate : candidates) {
    const auto gap = std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
    if (gap > static_cast<size_t>(limit)) continue;  // that many letters are missing at least
    const int distance = edit_distance(word, candidate);
    if (distance == 0 || distance > limit) continue;
    if (best != nullptr && distance == limit && *best <= candidate) continue;
    best = &candidate;
    limit = distance;
  }
  return best == nullptr ? "" : "did you mean `" + *best + "`?";
}

}  // namespace archon
