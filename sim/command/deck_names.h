#pragma once
// Decks by name: which decks a user means by a word, and what is near when there is none.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/deck.h"

namespace archon::cli {

// What is compared of names: words in lower case without accents, quotes and other signs. "Miss \"Onyx\" Censorius" and
// "miss-onyx-censorius" are "miss onyx censorius".
std::string deck_words(std::string_view text);

// What a deck may be called by: its name, its id (or a link to it), one of its houses, its set.
class DeckWord {
 public:
  explicit DeckWord(std::string_view text);

  // Whole: it is the name, the id, a house, or the code or name of the set. Part: it is a part of the name, one of a house of
  // at least 3 letters, or the first 4 or more signs of the id.
  enum class Fit : uint8_t { None, Part, Whole };
  Fit fit(const Deck& deck) const;
  Fit fit_name(std::string_view name) const;  // of a deck of which no more is known

 private:
  Fit fit_id(const std::string& id) const;
  Fit fit_house(House house) const;

  std::string words_, id_, set_;
};

// The places of the decks that are meant, in their order: those that the text fits wholly, or, when there are none, in part.
std::vector<size_t> decks_called(const std::vector<const Deck*>& decks, std::string_view text);

// For a text that means no deck: "did you mean 'Tsong, the Watcher of Food'?" with at most three names, the nearest first. A
// third of the letters may be wrong. Empty when nothing is near. O(decks).
std::string nearest_decks(const std::vector<const Deck*>& decks, std::string_view text);

}  // namespace archon::cli
