#pragma once
// Prophecies (rulebook 18.4, PROPHECY, FULFILL): reference cards with two sides that are never in play. Once a turn the active
// player makes one active, with a card of the hand facedown under it; when what it says comes true, that card's Fate.
#include "engine/core/state.h"

namespace archon {

// Whether the active player may make a prophecy active now; only meant for the main step.
inline bool may_activate(const State& s) { return !s.prophesied && s.count(Zone::Inactive, s.active) > 0; }

// Makes an inactive prophecy active with this side up (1: the reverse) and asks for the card that goes under it. With an empty
// hand nothing does.
void push_activation(State& s, CardId prophecy, int side);

// Fulfills a prophecy: the cards under it are revealed, their Fate abilities resolve for the active player, and what still lies
// there goes to the discard pile. Nothing happens when it is not active (any more).
void push_fulfillment(State& s, CardId prophecy);

// Turns an active prophecy over; it stays active. False when it is not active or has no other side.
bool turn_over(const Matchup& m, State& s, CardId prophecy);

}  // namespace archon
