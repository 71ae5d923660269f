#pragma once
// Decks that look like printed ones: 12 cards of each of three houses of a set, drawn by rarity. README.md describes the
// method.
#include <string_view>

#include "engine/core/random.h"
#include "engine/deck/deck.h"

namespace archon {

// A legal deck of the set, named `name`. The set must be one of card_sets().
Deck generate_deck(std::string_view set, std::string_view name, SmallRng& rng);

// Houses of which the set has enough cards for a deck.
std::vector<House> generated_houses(std::string_view set);

}  // namespace archon
