#pragma once
// Damage (rulebook 18.4, DAMAGE CHART): pending damage is gathered on the cards, then dealt at once.
#include "engine/core/state.h"

namespace archon {

// Adds pending damage; `flags`: kPoisoned, kIgnoreArmor.
void add_pending(State& s, CardId creature, int amount, uint16_t flags = 0);

struct DamageResult {
  CardSet dealt;   // creatures that were dealt damage
  CardSet doomed;  // that are to be destroyed by it
  int amount = 0;  // damage dealt in all
};

// Deals all pending damage: redirection, "cannot be damaged", ward, armor, dealt. The caller destroys the doomed.
DamageResult deal_pending(const Matchup& m, State& s);

// Heals; returns the damage removed.
int heal(State& s, CardId creature, int amount);

// Creatures whose damage or lack of power destroys them (rulebook 18.4, FAQ "0-Power").
CardSet doomed_creatures(const State& s);

// What destroys a card.
enum class Cause : uint8_t { Effect, Damage, Fight };

// Destroys cards: tags them now and pushes the frame that does the rest (destroy.cpp).
void destroy_cards(const Matchup& m, State& s, CardSet cards, Cause cause = Cause::Effect);

}  // namespace archon
