#pragma once
// Derived values: which abilities are in force, and the power, armor, keywords, houses of cards in play.
#include "engine/core/state.h"

namespace archon {

// Recomputes all derived values from scratch, layer by layer: abilities gained, keywords, houses, flank; power and armor set;
// power and armor added. O(cards in play + abilities in force). Clears State::dirty
// and sets State::unchecked.
void derive(const Matchup& m, State& s);

// The kinds of constant abilities that derived values come from.
StaticMask derived_kinds();

// Whether derived values, and the order of what is in force, may follow the numbers of cards: when they do not, they go with
// facedown cards whose numbers are exchanged. O(1).
bool derives_by_number(const Matchup& m, const State& s);

// The player who controls a card by the effects in force: the latest one wins.
int desired_controller(const Matchup& m, const State& s, CardId card);

}  // namespace archon
