#pragma once
// A decision as a learned policy sees it: cards in roles and numbers, of the position and of each legal action. Only what the
// deciding player may know is in it.
#include <array>
#include <cstdint>
#include <span>

#include "engine/view/view.h"

namespace archon {

// Where a card counts: with the position, or with an action.
#define ARCHON_CARD_ROLES(X)                                          \
  X(HandNow)       /* in hand, of the active house */                 \
  X(HandLater)     /* in hand, of another house */                    \
  X(LineReady)     /* own creature, ready and of the active house */  \
  X(LineIdle)      /* own creature otherwise */                       \
  X(EnemyLine)     /* enemy creature */                               \
  X(Artifact)      /* own artifact */                                 \
  X(EnemyArtifact) /* the opponent's */                               \
  X(Upgrade)       /* on an own creature */                           \
  X(EnemyUpgrade)  /* on an enemy creature */                         \
  X(Archived)      /* in the own archives */                          \
  X(Asking)        /* whose ability asks */                           \
  X(Play)          /* from here on: the card of an action */          \
  X(Discard)                                                          \
  X(Reap)                                                             \
  X(Fight)                                                            \
  X(Use)         /* Action:, Omni:, a prophecy */                     \
  X(TargetOwn)   /* own card in play */                               \
  X(TargetEnemy) /* the opponent's */                                 \
  X(TargetOut)   /* own card out of play */                           \
  X(TargetEnemyOut)                                                   \
  X(HouseHand)     /* of a house that may be chosen: cards in hand */ \
  X(HouseReady)    /* ready creatures */                              \
  X(HouseArtifact) /* artifacts */                                    \
  X(NamedEnemy)    /* of a house that may be named: enemy cards in play */

enum class CardRole : uint8_t {
#define X(name) name,
  ARCHON_CARD_ROLES(X)
#undef X
};
inline constexpr int kCardRoles = static_cast<int>(CardRole::NamedEnemy) + 1;

inline constexpr int kChoiceKinds = static_cast<int>(ChoiceKind::Over) + 1;
inline constexpr int kVerbs = static_cast<int>(Verb::Activate) + 1;

// Numbers of a position, in the order of decision_features.cpp; and of an action.
inline constexpr int kPositionNumbers = 64;
inline constexpr int kActionNumbers = 96;

struct CardEntry {
  CardRole role;
  uint16_t definition;
};
struct NumberEntry {
  uint16_t index;
  float value;
};

struct DecisionFeatures {
  // A card counts once with the position, once with an action that names it, and with the few actions of its houses; an action
  // has at most 25 numbers.
  static constexpr int kMaxCardEntries = 2048, kMaxNumberEntries = 8192;

  int actions = 0;
  // Those of the position come first; those of action i lie from [i] to [i + 1].
  std::array<uint16_t, kMaxActions + 1> first_card, first_number;
  std::array<CardEntry, kMaxCardEntries> cards;
  std::array<NumberEntry, kMaxNumberEntries> numbers;

  std::span<const CardEntry> position_cards() const { return {cards.data(), first_card[0]}; }
  std::span<const NumberEntry> position_numbers() const { return {numbers.data(), first_number[0]}; }
  std::span<const CardEntry> action_cards(int i) const { return between(cards, first_card, i); }
  std::span<const NumberEntry> action_numbers(int i) const { return between(numbers, first_number, i); }

 private:
  template <class T, size_t N>
  static std::span<const T> between(const std::array<T, N>& all, const std::array<uint16_t, kMaxActions + 1>& first, int i) {
    const auto at = static_cast<size_t>(i);
    return {all.data() + first[at], static_cast<size_t>(first[at + 1] - first[at])};
  }
};

// `scores` are those of the rules of thumb (agents/thumb/policy.h). No allocation; O(cards in sight + actions).
void describe_decision(const View& view, const ActionList& legal, std::span<const int> scores, DecisionFeatures& features);

}  // namespace archon
