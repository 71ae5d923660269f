#pragma once
// Rules of thumb: scores every legal action by what it is worth right now (agents/worth.h) and takes the best, ties by lot. No
// look-ahead, no memory allocation.
//
// The main step goes in tiers, because order matters more than size: cards from hand, then fights and actions, then reaping,
// then cards that ready creatures or end the step, then discarding what cannot be played, then the end of the turn. An action
// whose worth is negative comes after the end of the turn.
#include "agents/agent.h"
#include "agents/worth.h"

namespace archon {

struct GreedyOptions {
  int epsilon_percent = 0;  // so many decisions of a hundred are taken at random
  int fight_percent = 100;  // weight of an enemy creature that a fight destroys
};

class GreedyAgent final : public Agent {
 public:
  explicit GreedyAgent(const GreedyOptions& options = {}) : options_(options) {}

  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override;

 private:
  int score(const View& view, const ActionList& legal, Action action) const;
  int score_main(const View& view, const ActionList& legal, Action action) const;
  int score_house(const View& view, HouseMask house) const;
  int score_play(const View& view, CardId card) const;
  int score_use(const View& view, Action action) const;
  int score_target(const View& view, Action action) const;
  void prepare(const View& view);
  void remember(const View& view, Action action);
  int best_fight(const View& view, CardId attacker) const;

  GreedyOptions options_;
  CardId attacker_ = kNoCard;  // the creature for which the defender is asked next
  bool picks_defender_ = false;
  Purpose purpose_;  // of the pending choice of targets
};

}  // namespace archon
