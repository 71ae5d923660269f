#include "sim/concepts/concepts.h"

#include <algorithm>
#include <utility>

#include "engine/facts/facts.h"

namespace archon {

namespace {

std::vector<std::string> split_list(std::string_view list) {
  constexpr std::string_view kBetween = ", ";
  std::vector<std::string> parts;
  while (!list.empty()) {
    const size_t end = std::min(list.find(kBetween), list.size());
    parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + kBetween.size(), list.size()));
  }
  return parts;
}

std::vector<std::string> words_for(const Concept& about) {
  std::vector<std::string> words = split_list(about.others);
  words.insert(words.begin(), std::string(about.name));
  return words;
}

std::string folded(std::string_view word) {
  std::string text = fold_name(word);
  std::erase_if(text, [](char c) { return c == ' ' || c == '-' || c == '_'; });
  return text;
}

// In lines of at most so many signs, each after two blanks.
std::string wrapped(std::string_view text) {
  constexpr size_t kColumns = 78;
  std::string lines, line;
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find(' ', from), text.size());
    const std::string_view word = text.substr(from, end - from);
    if (!line.empty() && line.size() + 1 + word.size() > kColumns) lines += "  " + std::exchange(line, "") + '\n';
    line += (line.empty() ? "" : " ") + std::string(word);
    from = end + 1;
  }
  return lines + "  " + line + '\n';
}

// "Commands: `archon chains`, `archon bid`", in the quotes given.
std::string commands_line(const Concept& about, std::string_view quote) {
  std::string line;
  for (const std::string& command : split_list(about.commands))
    line += (line.empty() ? "Commands: " : ", ") + std::string(quote) + "archon " + command + std::string(quote);
  return line;
}

}  // namespace

const Concept* find_concept(std::string_view word) {
  const std::string wanted = folded(word);
  for (const Concept& each : concepts())
    for (const std::string& name : words_for(each))
      if (folded(name) == wanted || folded(name) + "s" == wanted) return &each;
  return nullptr;
}

std::vector<std::string> concept_names() {
  std::vector<std::string> names;
  for (const Concept& each : concepts())
    for (std::string& name : words_for(each)) names.push_back(std::move(name));
  return names;
}

namespace {

// Small letters, digits and % between single blanks.
std::string words_of(std::string_view text) {
  std::string words = " ";
  for (const char c : text) {
    const bool part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '%';
    if (part)
      words += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    else if (words.back() != ' ')
      words += ' ';
  }
  return words + ' ';
}

}  // namespace

std::vector<std::string> concepts_in(std::string_view text) {
  const std::string words = words_of(text);
  std::vector<std::string> found;
  for (const Concept& each : concepts()) {
    const bool said = std::ranges::any_of(words_for(each), [&](const std::string& name) {
      if (name != each.name && name.find(' ') == std::string::npos) return false;
      std::string word = words_of(name);
      word.pop_back();
      return words.find(word + ' ') != std::string::npos || words.find(word + "s ") != std::string::npos;
    });
    if (said) found.emplace_back(each.name);
  }
  return found;
}

std::string concept_list() {
  std::string names;
  for (const Concept& each : concepts()) names += (names.empty() ? "" : ", ") + std::string(each.name);
  return wrapped(names);
}

std::string concept_text(const Concept& about) {
  std::string text =
      std::string(about.name) + (about.others.empty() ? "" : " (also: " + std::string(about.others) + ")") + "\n\n";
  text += wrapped(about.brief) + '\n' + wrapped(about.text);
  return about.commands.empty() ? text : text + '\n' + wrapped(commands_line(about, ""));
}

std::string concepts_page() {
  std::string page =
      "# What the words mean\n\n"
      "`archon help WORD` prints the same. The texts are those of `sim/concepts/concept_texts.cpp`; a test compares this page "
      "with\n"
      "them, and `ARCHON_UPDATE_GOLDEN=1 build/release/archon_tests \"concepts:*\"` writes it anew.\n";
  for (const Concept& each : concepts()) {
    page += "\n## " + std::string(each.name) + "\n\n";
    if (!each.others.empty()) page += "Also: " + std::string(each.others) + ".\n\n";
    page += std::string(each.brief) + ' ' + std::string(each.text) + '\n';
    if (!each.commands.empty()) page += '\n' + commands_line(each, "`") + '\n';
  }
  return page;
}

}  // namespace archon
