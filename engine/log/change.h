#pragma once
// Differences between two boards, one by one: what happened, so that it can be told, sent and carried out again.
#include <span>
#include <string_view>
#include <vector>

#include "engine/log/board.h"

namespace archon {

// Name, and the word for it in JSON. Of those of a player `player` is set, of those of a card `card`; `before` and `after` are
// the values.
#define ARCHON_CHANGES(X)                                                                    \
  X(Amber, "aember")           /* of a player's pool */                                      \
  X(Keys, "keys")              /* of a player: a mask of colours */                          \
  X(Chains, "chains")          /* of a player */                                             \
  X(ExtraTurns, "extra-turns") /* of a player: still to be taken */                          \
  X(Tide, "tide")              /* values of Tide */                                          \
  X(House, "house")            /* the active one: a mask; 0 none */                          \
  X(Active, "active")          /* whose turn it is */                                        \
  X(Turn, "turn")              /* turns begun */                                             \
  X(Step, "step")              /* values of Step */                                          \
  X(Result, "result")          /* values of Result */                                        \
  X(Effects, "effects")        /* lasting effects of `card` for `player`; `index` a Clock */ \
  X(Move, "move")              /* of a card: zone * 2 + player; `index`: its place there */  \
  X(Host, "host")              /* what a card is attached to or lies under; kNoCard none */  \
  X(CardAmber, "card-aember")  /* on a card */                                               \
  X(Damage, "damage")                                                                        \
  X(PowerCounters, "power")   /* +1 power counters */                                        \
  X(Counters, "counters")     /* of kind `index` (engine/core/counters.h) */                 \
  X(ArmorUsed, "armor-used")  /* armor that has prevented damage this turn */                \
  X(Definition, "definition") /* what the card is */                                         \
  X(Exhausted, "exhausted")                                                                  \
  X(Stunned, "stunned")                                                                      \
  X(Warded, "warded")                                                                        \
  X(Enraged, "enraged")                                                                      \
  X(Facedown, "facedown")

enum class ChangeKind : uint8_t {
#define X(name, word) name,
  ARCHON_CHANGES(X)
#undef X
};
std::string_view change_word(ChangeKind kind);

struct Change {
  ChangeKind kind = ChangeKind::Amber;
  uint8_t player = 0;
  CardId card = kNoCard;
  uint8_t index = 0;
  uint16_t look = 0;  // changes with the same number were found by the same comparison: cards that moved, moved at once
  int before = 0, after = 0;

  int difference() const { return after - before; }
  // Of a Move.
  Zone from() const { return static_cast<Zone>(before / 2); }
  Zone to() const { return static_cast<Zone>(after / 2); }
  int from_side() const { return before % 2; }
  int to_side() const { return after % 2; }
  friend bool operator==(const Change&, const Change&) = default;
};

// What makes `after` of `before`; moves as few cards of a zone as it easily can. O(cards), quadratic in those that moved.
std::vector<Change> differences(const Board& before, const Board& after, uint16_t look = 0);

// Carries changes out, in their order.
void apply_changes(Board& board, std::span<const Change> changes);

}  // namespace archon
