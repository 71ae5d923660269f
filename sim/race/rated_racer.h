#pragma once
// What the built-in ratings of decks say of a race before any game.
#include <span>
#include <vector>

#include "sim/race/deck_race.h"

namespace archon {

// Racers by their rating against a field. A deck that is of the field is expected to play the others of it.
class RacerMaker {
 public:
  explicit RacerMaker(std::span<const DeckFile> field);  // at least one deck
  Racer operator()(DeckFile deck) const;                 // takes as long as rate_deck

 private:
  struct Opponent {
    uint64_t hash;
    double strength;  // logits
  };
  std::vector<Opponent> opponents_;
};

}  // namespace archon
