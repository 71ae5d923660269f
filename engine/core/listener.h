#pragma once
// Who is told what happens while the rules carry out an action; engine/log makes changes and sentences of it.
#include "engine/core/event.h"

namespace archon {

struct Matchup;
struct State;

// The calls must change nothing of the game. They come in the order of what happens.
class Listener {
 public:
  // A round of the game loop begins (engine/advance.cpp).
  virtual void round(const Matchup& m, const State& s) = 0;
  // An event has happened, and abilities that follow it are about to be queued. The pools, cards and keys it speaks of have
  // been changed before the call; only cards that leave play are still there.
  virtual void event(const Matchup& m, const State& s, const Event& event) = 0;

 protected:
  ~Listener() = default;
};

}  // namespace archon
