#pragma once
// Damage (rulebook 18.4, DAMAGE CHART): it is gathered with its source, then dealt at once.
#include "engine/core/state.h"

namespace archon {

// Gathers damage to a creature in play; `from`: the card that deals it, kNoCard for a step of the game. `flags`: DamageFlag.
void add_pending(State& s, CardId creature, CardId from, int amount, uint8_t flags = 0);

// What destroys a card.
enum class Cause : uint8_t { Effect, Damage, Assault, Fight };

// Pushes the frame that deals the gathered damage: redirection (the active player chooses among several), "cannot be damaged",
// ward, armor, dealt, destroyed. Its result: the cards dealt damage, how much, and those destroyed.
void push_damage(State& s, Cause cause, bool of_icon = false);

// Heals; returns the damage removed.
int heal(const Matchup& m, State& s, CardId creature, int amount);

// Creatures whose damage or lack of power destroys them (rulebook 18.4, FAQ "0-Power").
CardSet doomed_creatures(const State& s);

// Destroys cards: tags them now and pushes the frame that does the rest (destroy.cpp). `splashed`: who took damage of a
// splash-attack.
void destroy_cards(const Matchup& m, State& s, CardSet cards, Cause cause = Cause::Effect, CardSet splashed = {});

// What has come to the discard piles since they had so many cards: the destroyed ones, their upgrades and what was under them.
CardSet newly_discarded(const State& s, const int (&before)[2]);

// Lets the active player put cards that have come to the discard piles together in order (rulebook 18.4, ACTIVE PLAYER).
void push_arrangement(State& s, CardSet discarded);

}  // namespace archon
