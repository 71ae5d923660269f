#pragma once
// A decision as a learned policy sees it: cards in roles and numbers, of the position and of each legal action. Only what the
// deciding player may know is in it.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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
  X(Reference)     /* own archon power or active prophecy */          \
  X(EnemyReference)                                                   \
  X(Inactive) /* own prophecy that may be made active */              \
  X(Lasting)  /* has made a lasting effect of the own side */         \
  X(EnemyLasting)                                                     \
  X(Play) /* from here on: the card of an action */                   \
  X(Discard)                                                          \
  X(Reap)                                                             \
  X(Fight)                                                            \
  X(Use)         /* Action:, Omni:, a prophecy */                     \
  X(TargetOwn)   /* own card in play */                               \
  X(TargetEnemy) /* the opponent's */                                 \
  X(TargetOut)   /* own card out of play */                           \
  X(TargetEnemyOut)                                                   \
  X(Beside)        /* of a flank: the creature that is there now */   \
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

// Numbers of a position: these, those of either side, and 1 for the kind of decision.
#define ARCHON_POSITION_NUMBERS(X)                      \
  X(Always)    /* 1 */                                  \
  X(HandNow)   /* cards in hand, of the active house */ \
  X(FirstTurn) /* of the game */                        \
  X(Turn)      /* up to 40 */                           \
  X(OpponentsTurn)                                      \
  X(Tide)       /* 1 high for the player, -1 low */     \
  X(Answers)    /* legal actions, up to 20 */           \
  X(HandAember) /* bonus icons of the active house */   \
  X(Reach)      /* with them and all reaps a key */     \
  X(Prophesied) /* this turn */

#define ARCHON_SIDE_NUMBERS(X)                                   \
  X(Aember)   /* as a fraction of the cost of a key */           \
  X(CanForge) /* the pool pays for a key */                      \
  X(OneShort) /* but for one aember */                           \
  X(TwoLeft)  /* keys to forge */                                \
  X(OneLeft)                                                     \
  X(CanWin)                                                      \
  X(KeyCost) /* above the usual one */                           \
  X(Chains)                                                      \
  X(Hand)                                                        \
  X(Deck)                                                        \
  X(Archives)                                                    \
  X(Creatures)                                                   \
  X(Ready) /* creatures; of the own ones, of the active house */ \
  X(Power)                                                       \
  X(Captured) /* aember on creatures */                          \
  X(Damaged)                                                     \
  X(Stunned)                                                     \
  X(Taunt)                                                       \
  X(Artifacts)                                                   \
  X(Discards) /* cards in the discard pile */                    \
  X(Doomed)   /* creatures that damage not yet dealt destroys */

// Numbers of an action: these, 1 for its verb, those of the bonus icons of a card that is played, and those of its card in
// play.
#define ARCHON_ACTION_NUMBERS(X)                                                                    \
  X(ThumbScore) /* how far the rules of thumb put it behind the best one */                         \
  X(ThumbBest)                                                                                      \
  X(Option0) /* of an option: whether it is number 0, 1, 2, or a later one */                       \
  X(Option1)                                                                                        \
  X(Option2)                                                                                        \
  X(LaterOption)                                                                                    \
  X(OptionNumber)                                                                                   \
  X(Picked)    /* of Done: cards picked before */                                                   \
  X(Left)      /* of the end of the turn: actions that it leaves */                                 \
  X(ThumbPlay) /* of the main step: what the rules of thumb say of a play, of an unwanted action */ \
  X(ThumbAgainst)                                                                                   \
  X(Unseen) /* its card can't be seen */                                                            \
  X(Kills)  /* of a creature that may be fought */                                                  \
  X(Dies)                                                                                           \
  X(Evades)                                                                                         \
  X(OwnUntouched) /* of a target: what happens to it, by Wish, own and enemy */                     \
  X(EnemyUntouched)                                                                                 \
  X(OwnHelped)                                                                                      \
  X(EnemyHelped)                                                                                    \
  X(OwnHarmed)                                                                                      \
  X(EnemyHarmed)                                                                                    \
  X(InDeck) /* of a target out of play: its zone */                                                 \
  X(InHand)                                                                                         \
  X(InDiscard)                                                                                      \
  X(InArchives)                                                                                     \
  X(Elsewhere)                                                                                      \
  X(OwnLethal) /* of a target in play: the damage destroys it, or what share of it */               \
  X(EnemyLethal)                                                                                    \
  X(OwnWounded)                                                                                     \
  X(EnemyWounded)                                                                                   \
  X(OwnReadied)                                                                                     \
  X(EnemyReadied)                                                                                   \
  X(OfEnemyDeck) /* of a house */                                                                   \
  X(OfOwnDeck)                                                                                      \
  X(HouseHand)                                                                                      \
  X(HouseReady)                                                                                     \
  X(HousePower)                                                                                     \
  X(HouseArtifacts)                                                                                 \
  X(HouseEnemies)                                                                                   \
  X(HouseIdle)                                                                                      \
  X(FirstHouse) /* of the game */                                                                   \
  X(HouseAember)                                                                                    \
  X(HouseReach)                                                                                     \
  X(OwnDoomed) /* of a target: damage not yet dealt destroys it */                                  \
  X(EnemyDoomed)                                                                                    \
  X(FightKills) /* of a fight in the main step: enemy creatures that it would destroy */            \
  X(FightSafe)  /* and survive */

#define ARCHON_STATUS_NUMBERS(X) \
  X(Power)                       \
  X(Armor)                       \
  X(Damage)                      \
  X(Aember)                      \
  X(Exhausted)                   \
  X(Stunned)                     \
  X(Warded)                      \
  X(Counters)                    \
  X(Taunt)                       \
  X(Elusive)                     \
  X(ActiveHouse)                 \
  X(NoCreature)                  \
  X(Pending) /* damage */

inline constexpr int kChoiceKinds = static_cast<int>(ChoiceKind::Over) + 1;
inline constexpr int kVerbs = static_cast<int>(Verb::Activate) + 1;
#define X(name) +1
inline constexpr int kSideNumbers = ARCHON_SIDE_NUMBERS(X);
inline constexpr int kStatusNumbers = ARCHON_STATUS_NUMBERS(X);
// Where in a row of numbers those begin of the own side and then the opponent's, and of the kinds of decisions.
inline constexpr int kOfSides = ARCHON_POSITION_NUMBERS(X);
inline constexpr int kOfDecision = kOfSides + 2 * kSideNumbers;
inline constexpr int kPositionNumbers = kOfDecision + kChoiceKinds;
// Of verbs, icons, and the status of an own card and then of an enemy one.
inline constexpr int kOfVerb = ARCHON_ACTION_NUMBERS(X);
inline constexpr int kOfIcon = kOfVerb + kVerbs;
inline constexpr int kOfStatus = kOfIcon + kIcons;
inline constexpr int kActionNumbers = kOfStatus + 2 * kStatusNumbers;
#undef X

// Names by which weights are stored (agents/learned/policy_file.h).
std::string_view role_name(CardRole role);    // "HandNow"
std::string position_number_name(int index);  // "Tide", "Own.Aember", "decision.main"
std::string action_number_name(int index);    // "ThumbScore", "verb.Play", "icon.amber", "Enemy.Power"

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
