#include "sim/command/deck_files.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include "engine/deck/import.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/command/command.h"
#include "sim/command/output.h"

namespace archon::cli {
namespace {

// A character in a file name: Latin letters without their marks, letters and digits of other scripts in lower case as they are,
// a hyphen for blanks and most signs; quotes are left out.
std::string in_file_name(std::string_view character) {
  const std::string folded = fold_name(character);
  if (!folded.empty()) return folded;
  const auto code = static_cast<utf8proc_int32_t>(first_character(character).code);
  const utf8proc_category_t category = utf8proc_category(code);
  if (category == UTF8PROC_CATEGORY_ZS) return "-";
  if (category < UTF8PROC_CATEGORY_LU || category > UTF8PROC_CATEGORY_NO) return "";  // neither letter nor mark nor number
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto size = utf8proc_encode_char(utf8proc_tolower(code), bytes.data());
  return {bytes.begin(), bytes.begin() + size};
}

// "Miss \"Onyx\" Censorius" is miss-onyx-censorius.deck
std::string file_name(const Deck& deck) {
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> composed(
      utf8proc_NFC(reinterpret_cast<const utf8proc_uint8_t*>(deck.name.c_str())), &std::free);
  std::string_view rest = composed ? reinterpret_cast<const char*>(composed.get()) : deck.name.c_str();
  constexpr size_t kMaxName = 100;
  std::string name;
  while (!rest.empty()) {
    const size_t bytes = std::max<size_t>(1, first_character(rest).bytes);
    const std::string piece = in_file_name(rest.substr(0, bytes));
    rest.remove_prefix(bytes);
    if (name.size() + piece.size() > kMaxName) break;
    for (const char c : piece) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
      if (plain) name += c;
      if (!plain && !name.empty() && name.back() != '-') name += '-';
    }
  }
  if (name.ends_with('-')) name.pop_back();
  return name.empty() ? "deck" : name;  // a name of signs only
}

}  // namespace

int write_decks(const DeckList& decks, const std::string& folder, const std::string& command, std::ostream* said) {
  Problems problems(command);
  problems.make_folder("--out", folder);
  if (problems.any()) return problems.print();
  std::map<std::string, int> numbers;          // the last one tried, by name: those before it have been seen
  std::map<std::string, std::string> path_of;  // by the text
  for (const DeckFile& each : decks) {
    const Deck& deck = each.deck;
    const std::string text = write_deck(deck), stem = folder + "/" + file_name(deck);
    std::string& path = path_of[text];
    bool there = !path.empty();
    for (bool found = there; !found;) {
      const int number = ++numbers[stem];
      path = stem + (number == 1 ? "" : "-" + std::to_string(number)) + ".deck";
      there = std::filesystem::exists(path);
      found = !there || (std::filesystem::is_regular_file(path) && read_text_input(path, kMaxImportBytes).text == text);
    }
    const std::string failure = there ? "" : write_file(path, text);
    if (!failure.empty()) {
      std::cerr << "archon " << command << ": " << failure << '\n';
      return kFailed;
    }
    if (said != nullptr) *said << path << (there ? "  (was there)" : "") << '\n';
  }
  return kDone;
}

}  // namespace archon::cli
