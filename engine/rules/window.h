#pragma once
// Windows: abilities that trigger at the same time resolve one by one, in the order the active player chooses.
#include "engine/core/frames.h"

namespace archon {

// Assault and Hazardous share the window before the fight with "Before Fight:" abilities, so they wait like abilities.
inline constexpr uint16_t kAssaultAbility = 0xFFF0;
inline constexpr uint16_t kHazardousAbility = 0xFFF1;

// Opens a window for everything queued since the last one.
void open_window(State& s);

}  // namespace archon
