#pragma once
// Decks as players have them: JSON of the deck registry and of the sites around it, spreadsheet exports, pasted lists, our own
// deck files. The format is recognised by the content; README.md lists the formats.
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/deck.h"

namespace archon {

// Of one input. Problems and warnings beyond these are counted in a last one: "and 19,990 more problems". No names are looked
// up for those that are counted.
inline constexpr size_t kMaxImportBytes = 16 << 20, kMaxImportDecks = 10'000;
inline constexpr size_t kMaxImportProblems = 100, kMaxImportWarnings = 1000;

// A deck that could not be read, for which there is a problem.
struct UnreadDeck {
  std::string name;  // empty when that is unknown, or when the whole input can't be read
  int line = 0;      // 1-based; 0 when it is unknown
};

struct ImportResult {
  std::vector<Deck> decks;            // those without a problem, in the order of the file
  std::vector<DeckProblem> problems;  // what could not be read; a deck with a problem is not among the decks
  std::vector<UnreadDeck> unread;     // those with a problem: some, when there are problems
  std::vector<DeckProblem> warnings;  // what the input does not tell, and what was taken in its place
};

// `name` is for a deck whose text does not name it: usually the name of its file. One that reads many inputs bounds their
// problems by `most_problems`, at least 1 each.
ImportResult import_decks(std::string_view bytes, std::string_view name = "", size_t most_problems = kMaxImportProblems);
std::string deck_name_of(std::string_view file);  // "my/deck.txt": "deck", what a deck of that file is called that has no name
ImportResult import_deck_file(const std::string& path, size_t most_problems = kMaxImportProblems);

}  // namespace archon
