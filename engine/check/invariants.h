#pragma once
// What must hold in every State between two decisions, whatever cards are in the game.
#include <string>

#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

// Empty when everything holds; otherwise one violation a line.
std::string check_invariants(const Matchup& m, const State& s);

// Prints the violations and aborts; apply() calls it after every action in checked builds. It looks after the first 32
// decisions of a game, every eighth one then, and at its end: what is wrong mostly stays so, and a look takes longer than the
// action.
void assert_invariants(const Matchup& m, const State& s);

}  // namespace archon
