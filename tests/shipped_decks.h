#pragma once
// The decks that come with the program.
#include <catch2/catch.hpp>
#include <string>

#include "sim/results/provenance.h"

namespace archon::test {

// sim/decks/NAME.deck
inline DeckFile shipped_deck(const std::string& name) {
  const std::string file = ARCHON_SOURCE_DIR "/sim/decks/" + name + ".deck";
  const DeckResult result = read_deck_file(file);
  REQUIRE(result.deck.has_value());
  return {*result.deck, file};
}

}  // namespace archon::test
