#include "tests/scenario/scenario_words.h"

#include <array>
#include <charconv>

#include "engine/facts/facts.h"

namespace scenario {
namespace {

constexpr std::array<std::string_view, archon::kZones> kZoneWords = {"deck",   "hand",  "discard",   "archives",
                                                                     "purged", "line",  "artifacts", "attached",
                                                                     "under",  "limbo", "inactive",  "reference"};
constexpr std::array<std::string_view, 9> kStepWords = {"setup", "start", "forge", "house", "archives",
                                                        "main",  "ready", "draw",  "end"};
constexpr std::array<std::string_view, 17> kChoiceWords = {
    "none",   "mulligan", "house",      "archives",  "main", "flank", "target",    "order", "option",
    "yes-no", "number",   "house-name", "key-color", "use",  "trait", "card-name", "over"};
constexpr std::array<std::string_view, 18> kVerbWords = {"play",     "reap",  "fight",    "action", "unstun",     "discard",
                                                         "end turn", "house", "target",   "done",   "yes",        "no",
                                                         "left",     "right", "position", "option", "raise tide", "activate"};

template <class Table>
int index_in(const Table& table, std::string_view word) {
  for (size_t i = 0; i < table.size(); ++i)
    if (table[i] == word) return static_cast<int>(i);
  return -1;
}

}  // namespace

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i < text.size() && (text[i] != separator || depth > 0)) continue;
    parts.push_back(trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::string_view part : split(text, ' '))
    if (!part.empty()) words.emplace_back(part);
  return words;
}

std::string joined(const std::vector<std::string>& words, size_t from) {
  std::string text;
  for (size_t i = from; i < words.size(); ++i) text += (text.empty() ? "" : " ") + words[i];
  return text;
}

std::optional<int> number_of(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

int player_of(std::string_view word) { return word == "A" ? 0 : word == "B" ? 1 : -1; }

std::optional<archon::Zone> zone_of_word(std::string_view word) {
  const int index = index_in(kZoneWords, word);
  if (index < 0) return std::nullopt;
  return static_cast<archon::Zone>(index);
}

std::optional<archon::Step> step_of_word(std::string_view word) {
  const int index = index_in(kStepWords, word);
  if (index < 0) return std::nullopt;
  return static_cast<archon::Step>(index);
}

std::string_view zone_word(archon::Zone zone) { return kZoneWords[static_cast<size_t>(zone)]; }
std::string_view step_word(archon::Step step) { return kStepWords[static_cast<size_t>(step)]; }
std::string_view choice_word(archon::ChoiceKind kind) { return kChoiceWords[static_cast<size_t>(kind)]; }
std::string_view verb_word(archon::Verb verb) { return kVerbWords[static_cast<size_t>(verb)]; }

std::string hint(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string text = archon::word_hint(word, candidates);
  return text.empty() ? "" : "; " + text;
}

}  // namespace scenario
