#pragma once
// What search agents share: the turn that a decision belongs to, and what a position is worth when the rules of thumb
// (agents/search/turn_playout.h) play on. No function here allocates memory.
#include <cstdint>

#include "agents/learned/action_scores.h"
#include "agents/reading/evaluation.h"
#include "agents/search/line_memo.h"
#include "engine/engine.h"

namespace archon {

// Where positions are judged by the evaluation: at the ends of these turns, which the policy plays.
enum class Leaf : uint8_t {
  Linear,   // the own turn
  Reply,    // the next turn of the opponent
  Round,    // that, and one more own turn
  Rounds2,  // these, and another turn of each
  Rounds3,  // and one more of each
  Rounds4,  // and one more of each
};

struct Horizon {
  int player = 0;  // who searches
  int turn = 0;    // the last turn (State::turn) in which the search decides
  Leaf leaf = Leaf::Round;
  const Model* model = nullptr;
  PolicyOptions policy{};  // plays on
};

// The turn that a search of the pending decision is about: the present one, whoever's it is; before the game the first turn of
// `player`.
int turn_to_search(const View& view);

// The probability, in [0, 1], that horizon.player wins when the rest of its turn and the turns up to the leaf are played by the
// policy: the mean of the evaluations at the ends of the turns of the leaf. A later end has seen more, an earlier one has less
// luck in it (Silver et al., Nature 2016, mix rollouts and value in the same way). The end of the own turn counts for
// Leaf::Linear only: before the reply it tells least (agents/README.md). `s` is played on. About 10 us a turn. With a memo of
// this world and horizon, positions of the own turn are played on once.
float value_of(const Matchup& m, State& s, const Horizon& horizon, LineMemo* memo = nullptr);

}  // namespace archon
