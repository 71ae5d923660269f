// Decks and other texts in files: all of this folder that needs a file system.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "engine/deck/deck.h"
#include "engine/deck/import.h"
#include "engine/deck/text_input.h"

namespace archon {

TextInput read_text_input(const std::string& path, size_t most_bytes) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return {"", std::string(kNoSuchFile)};
  if (std::filesystem::is_directory(status)) return {"", "this is a directory, not a file"};
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return {"", "the file can't be read"};
  const bool regular = std::filesystem::is_regular_file(status);
  if (regular && std::filesystem::file_size(path, error) > most_bytes && !error) return too_large_input(most_bytes);
  return read_text_input(file, most_bytes);
}

namespace {
std::string hint_at(const TextInput& input) { return input.problem.starts_with("larger") ? "is it a deck?" : ""; }
}  // namespace

DeckResult read_deck_file(const std::string& path) {
  const TextInput input = read_text_input(path, kMaxDeckFileBytes);
  if (input.problem.empty()) return parse_deck(input.text);
  return {{}, "", {{0, input.problem, hint_at(input)}}};
}

ImportResult import_deck_file(const std::string& path, size_t most_problems) {
  const TextInput input = read_text_input(path, kMaxImportBytes);
  if (!input.problem.empty()) return {{}, {{0, input.problem, hint_at(input)}}, {{}}, {}};
  return import_decks(input.text, deck_name_of(path), most_problems);
}

}  // namespace archon
