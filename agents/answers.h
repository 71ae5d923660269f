#pragma once
// Scores of the answers to the small questions: mulligan, "you may", a number, a house by name, a branch. Higher is better;
// scores of one question are comparable with each other only. Nothing here allocates memory.
#include "engine/view.h"

namespace archon {

// Another hand costs a card, so only a hand without creatures is given back.
int mulligan_score(const View& view, Verb verb);

// "Choose a number" is asked by cards that destroy or hurt the creatures of that power. O(cards in play).
int number_score(const View& view, int number);

// A house named for the opponent's next turn should be one that does nothing there; otherwise one that does much here.
int house_name_score(const View& view, HouseMask house);

// A trait is named for creatures that are purged or counted: worth of the enemy's less that of one's own. O(cards in play).
int trait_score(const View& view, int trait);

// A card is named that cannot be played: copies of the opponent's that may still come less one's own. O(cards).
int card_name_score(const View& view, CardId name);

// The branch that a modal ability of the asking card would take. O(instructions of the card).
int option_score(const View& view, int index);

// "You may": yes, unless what follows does harm. O(instructions of the card).
int may_score(const View& view, Verb verb);

}  // namespace archon
