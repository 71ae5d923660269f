#pragma once
// Events: the one grammar behind "after", "before", "instead", "cannot", "must", limits, taxes and history questions.
#include <cstdint>

#include "engine/core/card_set.h"

namespace archon {

#define ARCHON_EVENTS(X)                                                                                         \
  X(Play)          /* player plays card (kFromDiscard) */                                                        \
  X(Enter)         /* card enters play */                                                                        \
  X(Discard)       /* player discards card (kFromHand) */                                                        \
  X(Use)           /* player uses card (kByReap, kByFight, kByAction) */                                         \
  X(Reap)          /* card reaps */                                                                              \
  X(Fight)         /* card fights other: "after a creature fights" also when the fight was skipped */            \
  X(Deal)          /* card would deal damage */                                                                  \
  X(Damage)        /* card is damaged (asked about before: by other) */                                          \
  X(Destroy)       /* card is destroyed; other = the creature it was fighting (kInFight), player = controller */ \
  X(Leave)         /* card leaves play */                                                                        \
  X(MoveToDiscard) /* card would move to the discard pile, from play or (kResolved) when it has been resolved */ \
  X(Forge)         /* player forges a key */                                                                     \
  X(ChooseHouse)   /* player chooses house `amount` */                                                           \
  X(Spend)         /* player spends `amount` aember */                                                           \
  X(Gain)          /* player gains `amount` aember (kByReap) */                                                  \
  X(Receive)       /* aember would be added to the pool of player */                                             \
  X(Steal)         /* player steals `amount` */                                                                  \
  X(Capture)       /* card captures `amount` */                                                                  \
  X(Exalt)         /* player exalts card */                                                                      \
  X(Draw)          /* player draws */                                                                            \
  X(Archive)       /* player archives card */                                                                    \
  X(Ready)         /* card is readied */                                                                         \
  X(Exhaust)       /* card becomes exhausted: asked about before */                                              \
  X(Prevent)       /* card prevents `amount` damage with its armor */                                            \
  X(Attach)        /* player attaches card to other */                                                           \
  X(PutUnder)      /* player puts card under other */                                                            \
  X(Icon)          /* player resolves a bonus icon of card, `amount` the bit of its kind */                      \
  X(Raise)         /* player raises the tide */                                                                  \
  X(Take)          /* player takes the archives into the hand, in the house step */                              \
  X(Shuffle)       /* player has shuffled all of the own discard pile, 0 cards or more, into the deck */         \
  X(ShuffleDeck)   /* the deck of player is shuffled */                                                          \
  X(TurnStart)     /* turn of player starts */                                                                   \
  X(TurnEnd)       /* turn of player ends */

enum class EventType : uint8_t {
#define X(name) name,
  ARCHON_EVENTS(X)
#undef X
};
inline constexpr int kEventTypes = static_cast<int>(EventType::TurnEnd) + 1;
using EventMask = uint64_t;
static_assert(kEventTypes <= 64);  // EventMask
constexpr EventMask bit(EventType type) { return EventMask{1} << static_cast<int>(type); }

// Whether `card` and `other` of such an event are, or were until it happened, in play.
constexpr bool happens_in_play(EventType type) {
  constexpr EventMask kInPlay = bit(EventType::Enter) | bit(EventType::Use) | bit(EventType::Reap) | bit(EventType::Fight) |
                                bit(EventType::Damage) | bit(EventType::Destroy) | bit(EventType::Leave) |
                                bit(EventType::MoveToDiscard) | bit(EventType::Capture) | bit(EventType::Ready) |
                                bit(EventType::Exhaust) | bit(EventType::Prevent) | bit(EventType::Attach) |
                                bit(EventType::Exalt);
  return kInPlay & bit(type);
}

// Flags of an event.
enum EventFlag : uint16_t {
  kByReap = 1,
  kByFight = 2,
  kByAction = 4,
  kInFight = 8,
  kFromHand = 16,
  kOnLeftFlank = 32,
  kOnRightFlank = 64,
  kByAssault = 128,  // of Destroy: other = the attacker
  kAsUpgrade = 256,  // Play: it was played as an upgrade
  kByIcon = 512,     // of Damage: by a bonus icon
  kResolved = 1024,  // of MoveToDiscard: an action that player has played and resolved
  kBySplash = 2048,  // of Destroy: by splash-attack, other = the attacker
  // In the log only: the card, or the other one, was a token creature whose face is hidden until it leaves play.
  kCardHidden = 4096,
  kOtherHidden = 8192,
  kFromDiscard = 16384,  // of Play
  kInOwnStep = 32768,    // of Forge: in the forge step; of Draw: in the draw step
};
inline constexpr uint16_t kEventFlags = 65535;

// The neighbors of a creature when it was played or entered play, as the `amount` of that event; 0 when it had none.
constexpr int16_t packed_neighbors(CardId left, CardId right) {
  return static_cast<int16_t>((left ^ kNoCard) | (right ^ kNoCard) << 8);
}

struct Event {
  EventType type = EventType::Play;
  uint8_t player = 0;     // who does it, or the controller of `card`
  CardId card = kNoCard;  // the card it happens to
  CardId other = kNoCard;
  uint16_t flags = 0;
  int16_t amount = 0;

  // Of a creature that is played or enters play: the neighbor it got on its left (0) or right (1).
  CardId neighbor(int side) const { return static_cast<CardId>((static_cast<uint16_t>(amount) >> 8 * side & 0xFF) ^ kNoCard); }
  friend bool operator==(const Event&, const Event&) = default;
};
static_assert(sizeof(Event) == 8);

}  // namespace archon
