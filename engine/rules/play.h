#pragma once
// Playing cards and putting them into play (rulebook 18.4, PLAYING CARDS, PUTTING CARDS INTO AN AREA).
#include "engine/core/frames.h"

namespace archon {

// Whether a card may be played by an effect: restrictions (also Alpha), costs, "cannot", limits, somewhere to attach it; not
// its house.
bool playable(const Matchup& m, const State& s, int player, CardId card);
// Whether the active player may play or discard a card of the hand in the main step: also house, permission, first turn rule.
bool main_playable(const Matchup& m, const State& s, CardId card);
bool main_discardable(const Matchup& m, const State& s, CardId card);

// Pushes the frame that plays the card from where it lies; `how`: PlayHow.
void push_play(State& s, CardId card, int player, uint8_t how = 0);
// Plays a card of the hand in the main step, using up a permission if one is needed.
void play_from_hand(State& s, CardId card);

// Asks of which card this one is to be a copy ("enters play as a copy of"); false when it is none, or there is no original.
bool asks_for_copy(const Matchup& m, State& s, CardId card, int player);
// Makes the card a copy of the original, as it is printed, until it leaves play.
void become_copy(const Matchup& m, State& s, CardId card, CardId original);

// Omega of a card that is being played: the step ends when everything pending is resolved.
void apply_omega(const Matchup& m, State& s, CardId card);

// Whether it enters play into a battleline. A copy of a creature is a creature, even if the copied card is an artifact.
bool enters_as_creature(const Matchup& m, const State& s, CardId card);
// Pushes the frame that puts a card into play under the control of `player`, or with Treachery that of the opponent.
EnterFrame& push_enter(State& s, CardId card, int player, bool played, uint8_t how = 0);
// What an upgrade of `player` may be attached to: a creature, unless it says otherwise ("attach only to").
CardSet hosts_for(const Matchup& m, const State& s, CardId upgrade, int player);
// Attaches an upgrade, one in play too: then its host changes and nothing else (rulebook 18.4, UPGRADES). From elsewhere it
// enters play under the control of `player`. False when it can't, or is attached to that creature already.
bool attach_upgrade(const Matchup& m, State& s, CardId upgrade, CardId host, int player);

// Pushes the frame that moves a card in play to the other player's side; `how`: kPlayLeft or 0.
void push_control(State& s, CardId card, int controller, uint8_t how = 0);

// Two cards of one zone in play, of both players, exchange places and controllers; the effects that decide who controls them
// are the caller's. Nobody is asked for a flank.
void exchange_sides(const Matchup& m, State& s, CardId a, CardId b);

// A card in play goes to a flank of the player's battleline, which the active player chooses.
void push_move(State& s, CardId card, int player, uint8_t how = 0);

}  // namespace archon
