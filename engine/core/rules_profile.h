#pragma once
// The versions of the rulebook. One switch a difference; the default is rulebook 18.4.

namespace archon {

struct RulesProfile {
  bool first_turn_modifiable = true;    // card effects change the first turn rule (since 1.3)
  bool cannot_beats_must = true;        // since 1.3
  bool shed_chain_at_setup = false;     // until 1.3 the opening draw sheds a chain
  bool one_action_per_use = true;       // 18.4; before, all Action: abilities resolve
  bool joint_after_play_window = true;  // 18.4: "Play:" and "after played" in any order
  int decision_cap = 20000;             // decisions after which a game is given up as undecided
};

}  // namespace archon
