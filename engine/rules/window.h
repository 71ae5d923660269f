#pragma once
// Windows: abilities that trigger at the same time resolve one by one, in the order the active player chooses.
#include "engine/core/frames.h"

namespace archon {

// Assault and Hazardous share the window before the fight with "Before Fight:" abilities, so they wait like abilities.
inline constexpr uint16_t kAssaultAbility = 0xFFF0;
inline constexpr uint16_t kHazardousAbility = 0xFFF1;

// The abilities that the window on top of the stack still has to resolve, as indices into State::waiting; returns how many. An
// ability of a card that has left play is lost, unless it may resolve from anywhere (rulebook 18.4, ABILITY).
int open_abilities(const State& s, int (&indices)[kMaxWaiting]);

// Opens a window for everything queued since the last one.
void open_window(State& s);

}  // namespace archon
