#pragma once
// A game that a scenario plays, and the names of its cards.
#include <string>
#include <vector>

#include "engine/core/frames.h"
#include "engine/position/position.h"

namespace scenario {

class Game {
 public:
  explicit Game(archon::PositionGame start);

  const archon::Matchup& matchup() const { return game_.matchup; }
  const archon::State& state() const { return game_.state; }
  archon::State& state() { return game_.state; }

  // The cards a word means: one by ref or `id#n`, all copies by id. Empty when there is none.
  archon::CardSet cards(const std::string& word) const;
  std::vector<std::string> card_words() const;  // for hints
  const std::string& name(archon::CardId card) const { return names_[card]; }
  const std::vector<int>& numbers() const { return game_.numbers; }  // refs as in positions
  std::string names(const archon::ZoneView& zone) const;             // "valdr urchin#2", or "none"
  std::string names(archon::CardSet cards) const;

  std::string describe(archon::Action action) const;  // "play punch"
  std::string describe_choice() const;                // "A is asked for a target among: valdr, urchin"

 private:
  archon::PositionGame game_;
  std::vector<std::string> names_;
};

}  // namespace scenario
