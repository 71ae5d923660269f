#pragma once
// In what two ways of playing the same turn differ.
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/action.h"
#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

// A decision of a turn. Copies of a card that lie out of play are one and the same; in play they differ.
struct TurnStep {
  ChoiceKind asked = ChoiceKind::None;
  Verb verb = Verb::EndTurn;
  int definition = -1;    // of the card, as it is now: index into Program::definitions; -1: the action names none
  CardId copy = kNoCard;  // the card, where it is in play
  int index = 0;          // Action::index

  auto operator<=>(const TurnStep&) const = default;
};

// The legal action of the pending decision.
TurnStep turn_step(const Matchup& m, const State& s, Action action);

// The first in this order that applies. What comes after it may differ, too, and often follows from it.
enum class TurnCause : uint8_t {
  Same,     // the same decisions in the same order
  House,    // another house chosen
  Cards,    // other cards played or discarded
  Uses,     // other cards reaped, fought or acted with, freed of their stun, prophecies made active, the tide raised
  Answers,  // any other decision: targets, flanks, options, and which of several copies
  Order,    // the same decisions in another order
};
inline constexpr size_t kTurnCauses = 6;
std::string_view cause_name(TurnCause cause);  // "another house"

// Symmetric. O(n log n).
TurnCause turn_cause(std::span<const TurnStep> a, std::span<const TurnStep> b);

// What is done with a card by an action that names it.
enum class CardDeed : uint8_t { Played, Discarded, Used };
inline constexpr size_t kCardDeeds = 3;
std::string_view deed_name(CardDeed deed);  // "played"

// A card with which one of two does something more often than the other.
struct CardDifference {
  int definition = -1;
  CardDeed deed = CardDeed::Played;
  int by = 0;  // 0: the first of the two, 1: the second

  auto operator<=>(const CardDifference&) const = default;
};

// Each once, in rising order.
std::vector<CardDifference> card_differences(std::span<const TurnStep> a, std::span<const TurnStep> b);

}  // namespace archon
