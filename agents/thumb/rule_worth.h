#pragma once
// What rules are worth that hold for a player: what may not be done, what keys cost, steps that are skipped. In tenths of an
// aember a turn, for the player who looks. Nothing here allocates memory.
#include "engine/view/inquiry.h"
#include "engine/view/view.h"

namespace archon {

// Kinds of constant abilities that are such rules.
inline constexpr StaticMask kPlayerRules = bit(StaticKind::Forbid) | bit(StaticKind::Require) | bit(StaticKind::Limit) |
                                           bit(StaticKind::Tax) | bit(StaticKind::Skip) | bit(StaticKind::KeyCost);

int rule_worth(const View& view, const Static& rule, const Inquiry& ask, Clock clock);

// Of all constant abilities of a card in the hands of a player.
int standing_worth(const View& view, CardId card, int controller);

// What a house does for the opponent in its next turn, by its deck and its cards in play.
int enemy_house_worth(const View& view, HouseMask houses);

}  // namespace archon
