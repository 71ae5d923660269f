#pragma once
// Actions and choices: every decision of the game is one pick from a list.
#include <cassert>
#include <cstdint>

#include "engine/core/card_set.h"

namespace archon {

enum class Verb : uint8_t {
  Play,
  Reap,
  Fight,
  Action,
  Unstun,
  Discard,
  EndTurn,  // the main step
  House,    // choose house `index`
  Target,   // pick card
  Done,     // stop picking
  Yes,
  No,
  Left,
  Right,
  Center,     // flanks; Center: position `index` (deploy)
  Option,     // modal ability, order of abilities, key colour, number, ability of a card: `index`
  RaiseTide,  // the main step: raise the tide for three chains
  Activate,   // the main step: make a prophecy active; `index` 1: its reverse
};

// bits 0-7 verb, 8-15 card (0xFF none), 16-23 index, 24-31 zero
struct Action {
  uint32_t bits = 0;

  constexpr Action() = default;
  constexpr explicit Action(Verb verb, CardId card = kNoCard, int index = 0)
      : bits(static_cast<uint32_t>(verb) | uint32_t{card} << 8 | static_cast<uint32_t>(index & 0xFF) << 16) {}
  constexpr Verb verb() const { return static_cast<Verb>(bits & 0xFF); }
  constexpr CardId card() const { return static_cast<CardId>(bits >> 8 & 0xFF); }
  constexpr int index() const { return static_cast<int>(bits >> 16 & 0xFF); }
  friend constexpr bool operator==(Action, Action) = default;
};
static_assert(sizeof(Action) == 4);

// Room for any decision: in the main step two actions for each card of the hand and each prophecy, three for each in play, the
// tide, and the end of the turn; elsewhere an index of 0 to 255, or one of the cards.
inline constexpr int kMaxActions = 256;
static_assert(3 * kMaxCards + 2 <= kMaxActions);

// The legal actions of a decision, in a fixed order. No heap.
struct ActionList {
  int count = 0;
  Action actions[kMaxActions];

  void add(Action action) {
    assert(count < kMaxActions);
    actions[count++] = action;
  }
  int size() const { return count; }
  bool empty() const { return count == 0; }
  Action operator[](int i) const { return actions[i]; }
  const Action* begin() const { return actions; }
  const Action* end() const { return actions + count; }
};

// What is asked. The candidates are in the choice; which actions follow from it is in engine/rules/legal.cpp.
enum class ChoiceKind : uint8_t {
  None,
  Mulligan,
  House,
  Archives,
  Main,
  Flank,
  Target,
  Order,
  Option,
  YesNo,
  Number,
  HouseName,
  KeyColor,
  Ability,
  Trait,     // name a trait of a card of the game, or another (Done)
  CardName,  // name a card of the game, or another (Done)
  Over
};

struct Choice {
  ChoiceKind kind = ChoiceKind::None;
  uint8_t player = 0;
  CardId source = kNoCard;  // the card whose ability asks
  uint8_t min = 0, max = 0, picked = 0;
  uint8_t options = 0;   // Order, Option, Number: number of options
  uint8_t can_stop = 0;  // Target: Done is legal
  uint16_t mask = 0;     // House, HouseName: houses; KeyColor: colours; Flank: 1 not the right one
  uint8_t spare[6] = {};
  CardSet candidates;  // Target; CardName: a card of each name
};

}  // namespace archon
