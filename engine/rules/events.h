#pragma once
// Events happen; abilities that listen to them are queued. The rules never call the interpreter: they only queue.
#include "engine/query/scope.h"

namespace archon {

// Recomputes derived values when something changed.
void refresh(const Matchup& m, State& s);

// Queues an ability; it is resolved in the next window (rulebook 18.4, ACTIVE PLAYER: simultaneous effects).
void queue_ability(const Matchup& m, State& s, uint16_t ability, CardId self, uint8_t source, int player, const Event& event,
                   uint8_t flags = 0);

// Something happened: writes the log and queues every "after" ability that listens. O(abilities in force).
void emit(const Matchup& m, State& s, const Event& event);

// The same event once more, for the lasting effects with an index from `first` on: they arose while the event was being
// resolved.
void emit_to_newer(const Matchup& m, State& s, const Event& event, int first);

// Queues the "before" abilities that listen.
void emit_before(const Matchup& m, State& s, const Event& event);

// Queues the abilities of a kind (Play:, After Reap: ...) that a card has, printed and gained.
void queue_heads(const Matchup& m, State& s, CardId card, AbilityKind kind, const Event& event, uint8_t flags = 0);
// Those printed on a card out of play, for a player: they resolve wherever it lies by then.
void queue_printed_heads(const Matchup& m, State& s, CardId card, AbilityKind kind, int player, const Event& event);

// Only those that it has gained since: from lasting effects with an index from `first_lasting` on, and from constants of cards
// that are not among `granters`.
void queue_newer_heads(const Matchup& m, State& s, CardId card, AbilityKind kind, const Event& event, int first_lasting,
                       CardSet granters);

// The cards whose constants give the card an ability of the kind.
CardSet granters_of(const Matchup& m, State& s, CardId card, AbilityKind kind);

// The kinds of abilities that resolve when those of `kind` do: itself, and those that are treated as it ("each play effect is
// a play/reap effect"), but for those that the card loses.
AbilityMask kinds_treated_as(const Matchup& m, const State& s, CardId card, AbilityKind kind);

// Calls visit(ability, source) for each ability of the kinds that the card has gained, one program ("play/reap") once.
template <class Visit>
void for_each_gained_head(const Matchup& m, const State& s, CardId card, AbilityMask kinds, Visit visit) {
  const std::vector<Ability>& abilities = m.program->abilities;
  const auto counts = [&](const Active& active) {
    return active.self == card && (kinds & bit(abilities[active.ability].kind));
  };
  const auto same = [&](const Active& a, const Active& b) {
    return a.source == b.source && abilities[a.ability].code == abilities[b.ability].code;
  };
  const bool several = (kinds & (kinds - 1)) != 0;
  for (int i = 0; i < s.active_count; ++i) {
    const Active active = s.actives[i];
    if (!counts(active)) continue;
    bool again = false;
    for (int j = 0; several && j < i; ++j) again |= counts(s.actives[j]) && same(s.actives[j], active);
    if (!again) visit(active.ability, active.source);
  }
}

// Likewise of those that are printed on the card.
template <class Visit>
void for_each_printed_head(const Matchup& m, const Definition& def, CardId card, AbilityMask kinds, Visit visit) {
  const std::vector<Ability>& abilities = m.program->abilities;
  for (size_t i = 0; i < def.abilities.size(); ++i) {
    const Ability& ability = abilities[def.abilities[i]];
    if (!(kinds & bit(ability.kind))) continue;
    bool again = false;
    for (size_t j = 0; j < i && (kinds & (kinds - 1)); ++j) {
      const Ability& earlier = abilities[def.abilities[j]];
      again |= (kinds & bit(earlier.kind)) && earlier.code == ability.code;
    }
    if (!again) visit(def.abilities[i], card);
  }
}

inline bool kinds_change(const State& s) { return s.static_mask & (bit(StaticKind::Treats) | bit(StaticKind::LoseHead)); }

// False: the card has certainly no abilities of these kinds.
inline bool may_have_heads(const Matchup& m, const State& s, CardId card, AbilityMask kinds) {
  return (definition(m, s, card).kinds & kinds) || s.cards[card].has(kHasGrants) || kinds_change(s);
}

// Calls visit(ability, source) for each ability of a kind a card has, printed or gained, and those that are treated as one.
template <class Visit>
inline void for_each_head(const Matchup& m, const State& s, CardId card, AbilityKind kind, Visit visit) {
  if (s.cards[card].has(kBlank)) return;
  const AbilityMask kinds = kinds_change(s) ? kinds_treated_as(m, s, card, kind) : bit(kind);
  const Definition& def = definition(m, s, card);
  if (def.kinds & kinds) for_each_printed_head(m, def, card, kinds, visit);
  if (s.cards[card].has(kHasGrants)) for_each_gained_head(m, s, card, kinds, visit);
}

// Calls visit(ability, active) for each replacement effect in force for the event, in the order of State::actives.
template <class Visit>
void for_each_replacement(const Matchup& m, const State& s, const Event& event, Visit visit) {
  if (!(s.replace_mask & bit(event.type))) [[likely]]
    return;
  for (int i = 0; i < s.active_count; ++i) {
    const Ability& ability = m.program->abilities[s.actives[i].ability];
    if (ability.kind != AbilityKind::Replace || ability.event != event.type) continue;
    LastingStorage storage;
    const Scope scope = scope_of(m, s, s.actives[i], storage);
    if (fits(scope, m.program->patterns[ability.pattern], event) && holds(scope, ability.guard)) visit(ability, s.actives[i]);
  }
}

// Queues the replacements of an event ("instead"), but for those by cards among `had`; false when none is in force. Of several
// the active player chooses one, and that happens (rulebook 18.4, ACTIVE PLAYER, REPLACEMENT EFFECTS).
bool replaced(const Matchup& m, State& s, const Event& event, CardSet had = {});

// Queues one of them; `first`: State::waiting_count before the first of those that replace the same.
void queue_replacement(State& s, const Active& active, int player, const Event& event, int first);

// Pushes the frame of an ability.
void start_ability(const Matchup& m, State& s, const Waiting& waiting);

}  // namespace archon
