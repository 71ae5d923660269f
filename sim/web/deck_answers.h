#pragma once
// What answers say of a deck. Only for sim/web.
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/deck/deck.h"

namespace archon::web {

// Names, marks and ratings, named as `archon rate --format json` does, with "houses" and the deck's "text".
nlohmann::json deck_answer(const Deck& deck);

// {"cards": [{"name", "house", "type", "rarity", "icons", "marks", "copies", "worth", "worth_low", "worth_high"}], "extras":
// [...]}: by house and number; equal ones are one; extras are [what, name, worth, low, high]. Worths are Elo points
// (rated_worth); null: not known.
nlohmann::json cards_answer(const Deck& deck);

nlohmann::json problems_answer(const std::vector<DeckProblem>& problems);

}  // namespace archon::web
