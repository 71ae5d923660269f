#include "agents/search/playout.h"

#include "agents/search/turn_playout.h"

namespace archon {
namespace {
constexpr int kLaterTurns[] = {0, 1, 2, 4, 6, 8};  // of each Leaf

// After the own turn.
float value_later(const Matchup& m, State& s, const Horizon& horizon) {
  const View view(m, s, horizon.player);
  const int later = kLaterTurns[static_cast<int>(horizon.leaf)];
  if (later == 0) return win_probability(*horizon.model, view);
  float sum = 0;
  for (int turn = 0; turn < later; ++turn) {
    play_out_turn(m, s, s.turn, horizon.policy);
    sum += win_probability(*horizon.model, view);
  }
  return sum / static_cast<float>(later);
}

}  // namespace

int turn_to_search(const View& view) {
  if (view.turn() > 0) return view.turn();
  return view.player() == view.active_player() ? 1 : 2;
}

float value_of(const Matchup& m, State& s, const Horizon& horizon, LineMemo* memo) {
  if (memo) memo->begin();
  const bool met = play_out_turn(m, s, horizon.turn, horizon.policy, memo);
  const float value = met ? memo->known() : value_later(m, s, horizon);
  if (memo) memo->end(value);
  return value;
}

}  // namespace archon
