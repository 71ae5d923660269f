#pragma once
// Using cards (rulebook 18.4, USING CREATURES, USING ARTIFACTS, USING CARDS VIA OTHER CARD ABILITIES).
#include "engine/core/frames.h"

namespace archon {

inline constexpr uint8_t kUseReap = 1, kUseFight = 2, kUseAction = 4, kUseUnstun = 8;

// Ways in which a player could use a card now by a permission `allowed` (mask of kUse...), the house aside: ready, not stunned,
// not forbidden, something to fight, Rule of Six, taxes payable. `as_if_yours`: the player need not control it.
uint8_t use_options(const Matchup& m, const State& s, int player, CardId card, uint8_t allowed, bool as_if_yours = false);

// Ways in which the active player may use a card in the main step: house, versatile, omni, permissions.
uint8_t main_use_options(const Matchup& m, const State& s, CardId card);

// Creatures the attacker may choose to fight (taunt, "cannot fight").
CardSet fight_targets(const Matchup& m, const State& s, CardId attacker, bool past_taunt = false);

// Whether a static says that a card ignores a keyword, or armor (kKeywords).
bool ignores(const Matchup& m, const State& s, CardId card, int what);

// Abilities Action: (if `house_ok`) and Omni: of a card, as a choice list.
int action_abilities(const Matchup& m, const State& s, CardId card, bool house_ok, uint16_t* abilities, uint8_t* sources,
                     int room);
// Whether an ability in force is an Omni: of a card out of play ("in discard: omni") that the active player may resolve now.
bool offered_elsewhere(const Matchup& m, const State& s, const Active& active);
bool action_in_house(const Matchup& m, const State& s, CardId card);

// Exhausts a card that is used.
void exhaust(const Matchup& m, State& s, CardId card);

// Notes a play or use, for the Rule of Six and Alpha; `six_reached` tells whether another one is against it.
void count_for_six(const Matchup& m, State& s, CardId card);
// A copy counts as the card it copies.
void copy_counts_for_six(const Matchup& m, State& s, CardId card, CardId original);
bool six_reached(const Matchup& m, const State& s, CardId card);

// Pushes the frame that uses the card, one of `modes`; `house_ok`: Action: abilities may be resolved, not only Omni:.
void push_use(State& s, CardId card, int player, uint8_t modes, bool as_if_yours, bool house_ok);
void push_fight(State& s, CardId attacker, int player, CardSet allowed, bool past_taunt = false);
void push_reap(State& s, CardId card, int player);

// Exhausts a stunned card and removes the stun, which is a use of it (rulebook 18.4, STUN).
void unstun_by_use(const Matchup& m, State& s, CardId card, int player);

// Taxes on the event ("must pay in order to"): whether the player can pay, and paying.
bool can_pay_taxes(const Matchup& m, const State& s, const Event& event);
void queue_taxes(const Matchup& m, State& s, const Event& event);

// What its user has to do in order to use the card, before it is exhausted (rulebook 18.4, "IF YOU DO" AND "IN ORDER TO"; FAQ
// Rampaging Brutodon). True when there is something.
bool queue_use_costs(const Matchup& m, State& s, CardId card, int player);

}  // namespace archon
