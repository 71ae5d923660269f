#pragma once
// Decks that look like printed ones: 12 cards of each of three houses of a set, drawn by rarity. README.md describes the
// method.
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/core/random.h"
#include "engine/deck/deck.h"

namespace archon {

// A legal deck of the set, named `name`. The set must be one of card_sets().
Deck generate_deck(std::string_view set, std::string_view name, SmallRng& rng);

// Houses of which the set has enough cards for a deck.
std::vector<House> generated_houses(std::string_view set);

// A card that decks of a set may draw, and how often against others of its list.
struct DrawnCard {
  int card = -1;  // index into CardTable
  uint32_t weight = 1;
};

// The cards of that house among which generate_deck draws one of that rarity (all but common and uncommon are drawn together),
// without those that come with other cards.
std::vector<DrawnCard> drawn_cards(std::string_view set, House house, Rarity rarity);

}  // namespace archon
