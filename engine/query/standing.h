#pragma once
// Who leads when time is called. The rulebook knows no time; events compare keys, then aember, then what a turn more would
// bring. What the rules of events leave open, and how it is read here, says sim/play/README.md.
#include <string_view>

#include "engine/core/state.h"

namespace archon {

// What separates the players: the first of these in which they differ.
enum class Lead : uint8_t { Nothing, Keys, Aember, Potential };
inline constexpr int kLeads = 4;
std::string_view lead_word(Lead lead);  // "aember"

struct Standing {
  int leader = -1;  // player; -1: nothing separates them
  Lead by = Lead::Nothing;
};

// Derived values must be right.
Standing standing(const Matchup& m, const State& s);

// What the player's creatures of one house could reap, one aember each, and the aember icons of the cards of that house in the
// player's hand; of the house with the most of it.
int potential_amber(const Matchup& m, const State& s, int player);

}  // namespace archon
