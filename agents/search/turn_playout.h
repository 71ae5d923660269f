#pragma once
// A turn played to its end in a dealt world by the rules of thumb.
#include "agents/learned/action_scores.h"
#include "agents/search/line_memo.h"
#include "engine/engine.h"

namespace archon {

// Plays on until a house is to be chosen in a later turn than number `turn` (State::turn), which is where the evaluation is
// fitted, or until the game is over. Both players take the first of the best actions by the rules of thumb. No allocation;
// about a microsecond a decision. With a memo, where a line has begun, this stops where it meets a position that is known, and
// says whether it did.
bool play_out_turn(const Matchup& m, State& s, int turn, const PolicyOptions& options = {}, LineMemo* memo = nullptr);

// Plays on in the same way until `player` has to choose among two actions or more, and puts these into `legal`. False when
// that does not happen until turn number `turn` has ended.
bool play_to_decision(const Matchup& m, State& s, int turn, int player, ActionList& legal, const PolicyOptions& options = {});

}  // namespace archon
