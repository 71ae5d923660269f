#pragma once
// Windows: abilities that trigger at the same time resolve one by one, in the order the active player chooses.
#include "engine/core/frames.h"

namespace archon {

// Assault and Hazardous share the window before the fight with "Before Fight:" abilities, so they wait like abilities.
inline constexpr uint16_t kAssaultAbility = 0xFFF0;
inline constexpr uint16_t kHazardousAbility = 0xFFF1;

// An ability that a window still has to resolve.
struct OpenAbility {
  uint8_t index;  // into State::waiting
  CardId card;    // the card of its event
};

// More than 255 at once are offered in parts: what a choice can number.
struct OpenAbilities {
  int count = 0;
  OpenAbility list[255];
};

// The abilities that the window on top of the stack may resolve now. One of a card that has left play is lost, even if the
// card has come back, unless it may resolve from anywhere (rulebook 18.4, ABILITY); so is one that its card does not have any
// more.
void open_abilities(const Matchup& m, const State& s, OpenAbilities& open);

// Opens a window for everything queued since the last one.
void open_window(State& s);

}  // namespace archon
