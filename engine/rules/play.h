#pragma once
// Playing cards and putting them into play (rulebook 18.4, PLAYING CARDS, PUTTING CARDS INTO AN AREA).
#include "engine/core/frames.h"

namespace archon {

// Whether a card may be played by an effect: restrictions, costs, "cannot", limits, somewhere to attach it; not its house.
bool playable(const Matchup& m, const State& s, int player, CardId card);
// Whether the active player may play or discard a card of the hand in the main step: also house, permission, first turn rule.
bool main_playable(const Matchup& m, const State& s, CardId card);
bool main_discardable(const Matchup& m, const State& s, CardId card);

// Pushes the frame that plays the card from where it lies.
void push_play(State& s, CardId card, int player);
// Plays a card of the hand in the main step, using up a permission if one is needed.
void play_from_hand(const Matchup& m, State& s, CardId card);

// Asks of which card this one is to be a copy ("enters play as a copy of"); false when it is none, or there is no original.
bool asks_for_copy(const Matchup& m, State& s, CardId card, int player);
// Makes the card a copy of the original, as it is printed, until it leaves play.
void become_copy(const Matchup& m, State& s, CardId card, CardId original);

// Pushes the frame that puts a card into play under `controller` (not played).
void push_enter(State& s, CardId card, int controller, bool played);
// Pushes the frame that moves a card in play to the other player's side.
void push_control(State& s, CardId card, int controller);

}  // namespace archon
