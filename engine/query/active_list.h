#pragma once
// The list of abilities in force, and the masks of what is among them.
#include "engine/core/program.h"
#include "engine/core/state.h"

namespace archon {

// Of the card `self`, given by `source`. Inline, for derive calls it for every ability of every card in play.
inline void add_active(const Matchup& m, State& s, uint16_t ability, CardId self, uint8_t source) {
  if (s.active_count >= kMaxActive) return overflow(s, Bound::Active);
  s.actives[s.active_count++] = {ability, self, source};
  const Ability& a = m.program->abilities[ability];
  if (a.kind == AbilityKind::Static) s.static_mask |= bit(a.rule);
  if (a.kind == AbilityKind::After) s.after_mask |= bit(a.event);
  if (a.kind == AbilityKind::Before) s.before_mask |= bit(a.event);
  if (a.kind == AbilityKind::Replace) s.replace_mask |= bit(a.event);
  s.standing_mask |= bit(a.kind);
}

inline void clear_actives(State& s) {
  s.active_count = 0;
  s.static_mask = 0;
  s.after_mask = s.before_mask = s.replace_mask = 0;
  s.standing_mask = 0;
}

}  // namespace archon
