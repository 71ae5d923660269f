#pragma once
// What answers say of a deck, as JSON. Only for sim/web.
#include <string>
#include <vector>

#include "engine/deck/deck.h"
#include "sim/results/json_members.h"
#include "sim/web/json_text.h"

namespace archon::web {

// Names, marks and ratings, named as `archon rate --format json` does, with "houses" and the deck's "text".
JsonMembers deck_answer(const Deck& deck);

// {"cards": [{"name", "house", "type", "rarity", "amber", "icons", "marks", "copies", "worth", "worth_low", "worth_high"}],
// "extras":
// [[what, name, worth, low, high]]}: by house and number; equal cards are one. "amber": printed bonus icons. Worths are Elo
// points (rated_worth); null: not known.
std::string cards_answer(const Deck& deck);

std::string problems_answer(const std::vector<DeckProblem>& problems);

}  // namespace archon::web
