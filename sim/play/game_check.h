#pragma once
// Looks for what must never be while a game is played, beyond the bounds of the engine.
#include <string>
#include <vector>

#include "sim/play/game.h"

namespace archon {

// At every decision: the invariants of the State (engine/check/invariants.h); that the order in which a deck without an order
// is stored makes no difference to what the action does, given the same outcomes of chance. At every sixteenth: that each
// player is shown the same, by view and legal actions, when what the player can't know is dealt again (View::deal). Costs some
// 20 times what random play does.
class GameCheck : public Watcher {
 public:
  explicit GameCheck(const Matchup& m, uint64_t seed);

  void decided(const State& state, const ActionList& legal, Action action) override;
  void ended(const State& state) override;
  // The first thing that was wrong, with turn and decision; empty: nothing.
  const std::string& violation() const { return violation_; }

 private:
  void fail(const State& s, const std::string& what);
  void check_view(const State& s, int player);

  const Matchup& m_;
  SmallRng rng_;
  std::vector<int> numbers_;
  std::string violation_;
};

// Whether the action comes to the same in a State whose decks without an order are stored in another one, drawn by `rng`.
bool order_tells_nothing(const Matchup& m, const State& s, Action action, SmallRng& rng);

}  // namespace archon
