#include "agents/playout.h"

#include "agents/turn.h"

namespace archon {

int turn_to_search(const View& view) {
  if (view.turn() > 0) return view.turn();
  return view.player() == view.active_player() ? 1 : 2;
}

float value_of(const Matchup& m, State& s, const Horizon& horizon) {
  const View view(m, s, horizon.player);
  play_out_turn(m, s, horizon.turn);
  float sum = win_probability(*horizon.model, view);
  const int replies = static_cast<int>(horizon.leaf);
  for (int reply = 0; reply < replies; ++reply) {
    play_out_turn(m, s, s.turn);
    sum += win_probability(*horizon.model, view);
  }
  return sum / static_cast<float>(1 + replies);
}

}  // namespace archon
