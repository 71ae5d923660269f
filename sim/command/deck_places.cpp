#include "sim/command/deck_places.h"

#include <algorithm>
#include <filesystem>

#include "sim/command/command.h"
#include "sim/command/fetch.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace {

constexpr std::string_view kDeckEndings[] = {".deck", ".json", ".csv", ".tsv", ".txt", ".text", ".list"};

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
  return ending;
}

bool has_deck_ending(const std::filesystem::path& file) {
  return std::ranges::find(kDeckEndings, ending_of(file)) != std::end(kDeckEndings);
}

// In a folder, what has another ending is no deck: reports, ledgers, pictures, read-me files.
bool may_hold_decks(const std::filesystem::path& file) {
  return !file.filename().string().starts_with('.') && (ending_of(file).empty() || has_deck_ending(file));
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return path == kStandardInput || std::filesystem::exists(path, ignored);
}

std::vector<std::string> files_of(const std::string& path, Problems& problems) {
  std::error_code error;
  if (path == kStandardInput || !std::filesystem::is_directory(path, error)) return {path};
  std::vector<std::string> inside, others;
  for (std::filesystem::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    const bool file = it->is_regular_file(ignored) && may_hold_decks(it->path());  // opening a pipe would wait
    file ? inside.push_back(it->path().string()) : others.push_back(it->path().filename().string());
  }
  if (error) {
    problems.add(path + ": the folder can't be read");
    return {};
  }
  std::ranges::sort(inside);
  std::ranges::sort(others);
  problems.check(!inside.empty(), path + ": no deck file in this folder");
  if (!others.empty()) problems.tell(path + ": not looked at in this folder: " + joined(others));
  return inside;
}

}  // namespace

DeckPlace find_decks(const std::string& word, Problems& problems) {
  if (is_there(word)) return {word, files_of(word, problems), ""};
  if (is_link(word)) return {word, {word}, "", false, true};
  for (size_t colon = word.rfind(':'); colon != std::string::npos && colon > 0; colon = word.rfind(':', colon - 1)) {
    const std::string path = word.substr(0, colon);
    if (is_there(path)) return {word, files_of(path, problems), word.substr(colon + 1)};
  }
  return {word, {word}, "", false};
}

std::string missing_file_hint(const std::string& word) {
  const size_t colon = word.rfind(':');
  if (colon != std::string::npos && has_deck_ending(word.substr(0, colon)))
    return "and none that is called " + word.substr(0, colon);
  if (word.find('/') != std::string::npos || has_deck_ending(word)) return "";
  return "a deck of a file is named FILE:NAME, as in my.csv:tsong";
}

}  // namespace archon::cli
