#pragma once
// The tide (rulebook 18.4, TIDE).
#include "engine/core/state.h"

namespace archon {

// Whether the player could raise the tide now: it is not high for them yet, and nothing forbids it.
bool can_raise_tide(const Matchup& m, const State& s, int player);
// True when it was raised.
bool raise_tide(const Matchup& m, State& s, int player);
void reset_tide(State& s);

// In a game with the tide (Matchup::tide) the rules let the active player raise it for three chains, as often as it is not high
// for them.
bool may_buy_tide(const Matchup& m, const State& s);
void buy_tide(const Matchup& m, State& s);

}  // namespace archon
