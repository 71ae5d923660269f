#pragma once
// Questions about players and what they may do now.
#include "engine/query/scope.h"

namespace archon {

// The current cost of a key, never below 0 (rulebook 18.4, STEP 1); of several colours that cost differently the cheapest one.
int key_cost(const Matchup& m, const State& s, int player);
// What a key of a colour (0 red, 1 blue, 2 yellow) costs more than others, and the least of that among unforged ones.
int color_surcharge(const Matchup& m, const State& s, int player, int color);
int least_surcharge(const Matchup& m, const State& s, int player);
uint8_t unforged_colors(const State& s, int player);  // mask
// Aember a player may spend on keys: the pool, aember on cards that allow it, cards that may be spent themselves, some of the
// pool of the opponent.
int spendable_amber(const Matchup& m, const State& s, int player);
CardSet spendable_cards(const Matchup& m, const State& s, int player);   // with aember on them
CardSet cards_like_amber(const Matchup& m, const State& s, int player);  // each may be spent itself, as 1 aember
// What of the pool of the opponent may be spent, and the first card that allows it.
struct Loan {
  CardId by = kNoCard;
  int amber = 0;
};
Loan loan_of_opponent(const Matchup& m, const State& s, int player);
// Aember that would be stolen or captured from the pool of the player comes from the common supply instead.
bool pool_is_spared(const Matchup& m, const State& s, int player);
// Cards with aember on them that the player may take instead of that of the common supply when a creature reaps.
CardSet reap_sources(const Matchup& m, const State& s, int player);
bool skips_step(const Matchup& m, const State& s, int player, Step step);  // Setup: the mulligan
// HAUNTED: 10 or more cards in the discard pile (rulebook 18.4), or a card says so.
bool haunted(const Matchup& m, const State& s, int player);
// Cards to which the hand is refilled, before chains.
int refill_size(const Matchup& m, const State& s, int player);
// How many fewer cards chains let a player draw; the chart ends at 24 (rulebook 18.4, CHAINS).
inline int chain_penalty(int chains) { return chains >= 19 ? 4 : (chains + 5) / 6; }

// The houses the active player may choose; 0 when there is no legal choice (rulebook 18.4, HOUSE CHOICE).
HouseMask house_choices(const Matchup& m, const State& s, int player);

// Whether a "cannot" is in force against the event.
bool forbidden(const Matchup& m, const State& s, const Event& event);
// Whether a limit ("no more than N each turn") is already reached for the event.
bool limit_reached(const Matchup& m, const State& s, const Event& event);
// Calls visit(active index, static) for every tax on the event.
template <class Visit>
void for_each_tax(const Matchup& m, const State& s, const Event& event, Visit visit) {
  for_each_static(m, s, StaticKind::Tax, [&](const Scope& scope, const Static& rule, int index) {
    if (fits(scope, m.program->patterns[rule.pattern], event)) visit(index, rule);
  });
}

// The permission that lets a player do `what` with the card: index into State::actives, -1 when there is none. Prefers
// permissions without a limit. best_permission: while some ability allows anything.
int best_permission(const Matchup& m, const State& s, int player, AllowWhat what, CardId card);
inline int find_permission(const Matchup& m, const State& s, int player, AllowWhat what, CardId card) {
  return s.static_mask & bit(StaticKind::Allow) ? best_permission(m, s, player, what, card) : -1;
}
// Marks one use of a limited permission. A lasting one to use cards is given to the card for as long as it lasts: used again,
// it costs nothing (rulebook 18.4, FAQ Using Creatures).
void use_permission(const Matchup& m, State& s, int active_index, CardId card);

}  // namespace archon
