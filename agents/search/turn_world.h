#pragma once
// A dealt world that is kept during a turn for as long as nothing happens in the game that did not happen in it: answers are
// tried in it by playing the rest of the turn. No function here allocates memory.
#include "agents/learned/action_scores.h"
#include "agents/search/playout.h"
#include "engine/engine.h"

namespace archon {

class TurnWorld {
 public:
  // `policy` plays the turns to their end, `model` judges these (agents/reading/model_file.h).
  TurnWorld(const PolicyOptions& policy, int model) : policy_(policy), model_(model) {}

  // Whether a world is kept. Before the next answers are tried, fit() makes sure that it is one of the pending decision.
  bool valid() const { return valid_; }
  // Deals another world when the player can tell the one that is kept from the game; then true.
  bool fit(const View& view, const ActionList& legal, SmallRng& rng);
  void forget() { valid_ = false; }

  // The probability of winning when the turn goes on with the action, judged at the ends of the turns of `leaf`. All actions
  // meet the same deal and luck.
  float value_after(const View& view, Action action, Leaf leaf = Leaf::Linear);

  // The action is taken in the game, too.
  void follow(const View& view, Action action);

 private:
  bool fits(const View& view, const ActionList& legal) const;

  PolicyOptions policy_;
  int model_;
  State world_;
  bool valid_ = false;
  LineMemo memo_{};  // of the world and leaf_
  Leaf leaf_ = Leaf::Linear;
};

}  // namespace archon
