#pragma once
// Aember: every verb of the glossary (rulebook 18.4, AEMBER). Each returns what was really moved.
#include "engine/core/state.h"

namespace archon {

int gain_amber(const Matchup& m, State& s, int player, int amount, uint8_t flags = 0);  // from the supply
int lose_amber(const Matchup& m, State& s, int player, int amount);
int steal_amber(const Matchup& m, State& s, int player, int amount);
int pay_amber(const Matchup& m, State& s, int player, int amount);  // to the opponent
// From the pool of `from` onto a creature.
int capture_amber(const Matchup& m, State& s, CardId creature, int from, int amount);
// Aember arrives in a pool from anywhere; replacements ("would receive") see it here.
void receive_amber(const Matchup& m, State& s, int player, int amount);
void add_amber_to_card(const Matchup& m, State& s, CardId card, int amount);
void gain_chains(const Matchup& m, State& s, int player, int amount);  // at most 24, if the rules say so

}  // namespace archon
