#pragma once
// Bonus icons (rulebook 18.4, BONUS ICONS).
#include "engine/core/frames.h"
#include "engine/core/matchup.h"

namespace archon {

// The player has played `card` and resolves the icons of `icons_of`, itself or what it is a copy of: what waits for the next
// card played is used up. Pushes an IconsFrame if there are icons. `half`: of a gigantic creature.
void push_icons(const Matchup& m, State& s, CardId card, CardId icons_of, int player, CardId half = kNoCard);

// What the icon that is being resolved may be resolved as instead: how many, and their indices into State::actives.
int icon_replacements(const Matchup& m, const State& s, const IconsFrame& frame, uint8_t (&list)[kMaxActive]);

}  // namespace archon
