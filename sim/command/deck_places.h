#pragma once
// What a word for decks stands for: a file, a folder, standard input, and which of their decks.
#include <string>
#include <string_view>
#include <vector>

namespace archon::cli {

class Problems;

inline constexpr std::string_view kStandardInput = "-";

struct DeckPlace {
  std::string given;               // the word
  std::vector<std::string> files;  // to read; of a folder those that may hold decks, by name
  std::string name;                // of the decks that are meant; empty: all
  bool there = true;
  bool link = false;  // the files are addresses, or ids of the registry
};

// What is there as it stands, colons and all, is a file or folder; else the longest beginning of the word that is one and is
// followed by a colon, and behind that a name. A link is one (sim/command/fetch.h). Else it is
// a file that is not there.
DeckPlace find_decks(const std::string& word, Problems& problems);

// What to do about a file that is not there; may be empty.
std::string missing_file_hint(const std::string& word);

}  // namespace archon::cli
