#pragma once
// Scores of the answers to the small questions: mulligan, "you may", a number, a house by name, a branch. Higher is better;
// scores of one question are comparable with each other only. Nothing here allocates memory.
#include "engine/view/view.h"

namespace archon {

// Another hand costs a card, so only a hand without creatures is given back.
int mulligan_score(const View& view, Verb verb);

// The number after which the rest of the ability is worth most; the highest of equals.
int number_score(const View& view, int number);

// The house after which the rest of the ability is worth most (agents/thumb/rule_worth.h weighs those of the opponent); of
// equals the one of which the player has most whom the rest concerns. O(cards in play and in hand).
int house_name_score(const View& view, HouseMask house);

// The trait after which the rest of the ability is worth most, against that of a trait that no card has; of equals the one that
// the enemy's creatures have and one's own have not. O(cards in play).
int trait_score(const View& view, int trait);

// A card is named that cannot be played: copies of the opponent's that may still come less one's own. O(cards).
int card_name_score(const View& view, CardId name);

// The branch that a modal ability of the asking card would take. O(instructions of the card).
int option_score(const View& view, int index);

// "You may": yes, unless what follows does harm. O(instructions of the card).
int may_score(const View& view, Verb verb);

}  // namespace archon
