#pragma once
// What an expression of a card may refer to, and its evaluation. Pure: no choices, no changes.
#include "engine/core/frames.h"
#include "engine/core/matchup.h"

namespace archon {

struct Scope {
  const Matchup& m;
  const State& s;
  CardId self = kNoCard;     // "this"
  uint8_t source = kNoCard;  // the granting card or lasting effect
  uint8_t you = 0;
  CardId candidate = kNoCard;     // in filters
  CardId outer = kNoCard;         // the candidate of the filter around this one
  CardId target = kNoCard;        // "target" in an amount
  CardId upgrade = kNoCard;       // looked at as the upgrade it was played as
  bool last_known = false;        // sides of cards out of play by their last controller instead of their owner
  bool found = false;             // the candidate was found in a zone out of play: it is what it is there
  const CardSet* left = nullptr;  // cards out of play that are looked at as they were when they left
  const Registers* regs = nullptr;
  const Slot* slots = nullptr;
  const Event* event = nullptr;
};

inline const Definition& definition(const Matchup& m, const State& s, CardId card) {
  return m.program->definitions[s.cards[card].definition];
}

// Whether the values of a card in play are meant: it is there, or they are those it had when it left. What is found in another
// zone is what it is there.
inline bool as_in_play(const Scope& scope, CardId card) {
  if (scope.s.in_play(card)) return true;
  return scope.left && scope.left->has(card) && !(scope.found && card == scope.candidate);
}

// Whether a card that left play is meant, and was a token creature. Its type there is the printed one again (rulebook 18.4,
// TOKEN CREATURES), but what happened to it happened to the token creature of its owner's deck.
inline bool was_token(const Scope& scope, CardId card) {
  return scope.s.cards[card].has(kWasToken) && !scope.s.in_play(card) && as_in_play(scope, card);
}
inline const Definition& definition(const Scope& scope, CardId card) {
  if (was_token(scope, card)) return scope.m.program->definitions[scope.m.tokens[scope.m.cards[card].owner].definition];
  return definition(scope.m, scope.s, card);
}

int eval(const Scope& scope, ExprId expr);
CardSet eval_cards(const Scope& scope, ExprId expr);
inline bool holds(const Scope& scope, ExprId condition) { return condition == kNone || eval(scope, condition) != 0; }

// Whether a card fits a selector, apart from zone, number and choice. O(1) but for nested expressions.
bool matches(const Scope& scope, const Selector& selector, CardId card);
// All cards that fit.
CardSet candidates(const Scope& scope, const Selector& selector);

// Whether an event is of the kind an ability listens to.
bool fits(const Scope& scope, const EventPattern& pattern, const Event& event);

// The scope of an ability that is in force; a lasting effect's bound values are copied into `storage`.
struct LastingStorage {
  Registers regs;
  Slot slot;
};
Scope scope_of(const Matchup& m, const State& s, const Active& active, LastingStorage& storage);

// Calls visit(scope, static, index) for every static ability of a kind in force whose condition holds; those for which
// `wanted(static)` is false are left out before that is looked at.
template <class Wanted, class Visit>
void for_each_static(const Matchup& m, const State& s, StaticKind kind, Wanted wanted, Visit visit) {
  if (!(s.static_mask & bit(kind))) [[likely]]
    return;
  for (int i = 0; i < s.active_count; ++i) {
    const Ability& ability = m.program->abilities[s.actives[i].ability];
    if (ability.kind != AbilityKind::Static || ability.rule != kind) continue;
    const Static& rule = m.program->statics[ability.static_rule];
    if (!wanted(rule)) continue;
    LastingStorage storage;
    const Scope scope = scope_of(m, s, s.actives[i], storage);
    if (holds(scope, rule.condition)) visit(scope, rule, i);
  }
}
template <class Visit>
void for_each_static(const Matchup& m, const State& s, StaticKind kind, Visit visit) {
  for_each_static(
      m, s, kind, [](const Static&) { return true; }, visit);
}

}  // namespace archon
