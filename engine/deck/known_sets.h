#pragma once
// What a rulebook knows: the sets that were out when it was written. 1.0 and 1.2 know Call of the Archons only, 1.3 also Age of
// Ascension, 18.4 all. A card is known when it was printed in one of these sets, whatever set the copy is from.
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rules_profile.h"
#include "engine/deck/deck.h"

namespace archon {

bool knows_set(const RulesProfile& rules, std::string_view set);  // by code

bool knows_card(const RulesProfile& rules, const CardFacts& card);

// What is in a game.
struct InGame {
  std::vector<int> cards = {};  // indices into CardTable; those below 0 are none
  HouseMask houses = 0;         // of the identity cards
  bool icons = false;           // bonus icons that are not printed on their cards
  bool tide = false;
};

// "rulebook 1.3 does not know Bonesaw (Worlds Collide), the tide (Dark Tidings)", each with the first set that has it; empty
// when it knows all.
std::string unknown_to(const RulesProfile& rules, const InGame& what);

// The same with the name of the deck; of a deck of another set the set only.
std::string unknown_to(const RulesProfile& rules, const Deck& deck);

}  // namespace archon
