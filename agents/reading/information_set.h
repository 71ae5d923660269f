#pragma once
// A number for what a player knows: two States get the same key when that player can't tell them apart, so that search
// can merge positions that are reached on different ways within a turn (transpositions).
#include <cstdint>

#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

// 64 bits over everything that matters to the game that goes on and that `player` knows. Left out are cards the player does
// not see, random numbers, the number of decisions, and the order of things whose order (almost) never matters: discard
// piles, artifacts, the log of events, lasting effects. Two different positions get the same key with a chance of 2^-64, or
// when only such an order differs. O(cards), about 0.2 us.
uint64_t information_set_key(const Matchup& m, const State& s, int player);

}  // namespace archon
