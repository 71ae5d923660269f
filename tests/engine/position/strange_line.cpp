#include "tests/engine/position/strange_line.h"

#include <nlohmann/json.hpp>

#include "engine/advance.h"
#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"

namespace archon::test {

bool survive_line(std::string_view line, uint64_t seed) {
  PositionGame game;
  if (!read_line(line, game).empty()) return false;
  const Matchup& m = game.matchup;
  State& s = game.state;
  SmallRng rng{seed};
  ActionList list;
  for (int step = 0; step < 200 && !s.over(); ++step) {
    legal_actions(m, s, list);
    if (step % 50 == 0) {
      (void)write_position(m, s, game.numbers).dump();
      for (Action action : list) (void)action_text(m, s, action);
    }
    // As apply() does, but without the invariants of checked builds: a position no game leads to may break them.
    s.answer = list[static_cast<int>(rng.below(static_cast<uint32_t>(list.size())))];
    s.choice.kind = ChoiceKind::None;
    s.answered = 1;
    advance(m, s);
  }
  return true;
}

}  // namespace archon::test
