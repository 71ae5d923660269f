#pragma once
// Where cards are. The lists of all zones lie end to end in State::order, so a card is in exactly one place by construction.
#include "engine/core/state.h"

namespace archon {

inline constexpr int kBottom = -1;  // position: below all others

// Zones whose cards the opponent does not see.
constexpr bool hidden(Zone zone) { return zone == Zone::Deck || zone == Zone::Hand || zone == Zone::Archives; }

// The index of a card in its zone. O(zone).
int position_of(const State& s, CardId card);

// The player whose zone the card lies in (its controller in play, the holder of archives, else its owner).
int zone_player(const State& s, const Matchup& m, CardId card);

// Moves a card to position `index` of a zone (kBottom or more than it has cards: the end). Changes nothing but the place; the
// rules of leaving and entering play are in engine/rules/leave.h. O(cards).
void place(State& s, const Matchup& m, CardId card, Zone zone, int player, int index);

// Gives the whole deck a fixed random order; needed before something goes to the bottom.
void fix_deck_order(State& s, int player);

// Takes the order of a deck away: it is drawn at random from now on, and nobody knows a card of it.
void shuffle_deck(State& s, int player);

// Brings the next card to the top of the deck and fixes it there. kNoCard when the deck is empty.
CardId top_of_deck(State& s, int player, int depth = 0);

}  // namespace archon
