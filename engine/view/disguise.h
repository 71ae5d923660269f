#pragma once
// Facedown cards in play, as a player sees them who does not know which cards they are (rulebook 18.4, TOKEN CREATURES). A
// State names cards by number, and which card of the deck has which number is public: before such a player looks at a State,
// these cards get numbers that tell nothing.
#include <array>
#include <span>
#include <utility>

#include "engine/core/action.h"
#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

// Whether there is a facedown card in play, or entering it, that the player does not know. O(cards in play) in games with token
// creatures (hides_cards), O(1) in others.
bool hides_cards(const Matchup& m, const State& s, int player);
inline bool needs_disguise(const Matchup& m, const State& s, int player) { return m.has_tokens() && hides_cards(m, s, player); }

// Exchanges the numbers of two cards of one owner, throughout the State: each is then where the other was, with all that was
// done to it. The log goes on speaking of cards that were known as they were known, an ability or a lasting effect of the card
// on which it is printed; what an unfinished ability remembers of a card that was known and is hidden again stays with its
// place. O(fields in use).
void exchange_numbers(const Matchup& m, State& s, CardId a, CardId b);
// Several such exchanges, each pair as it is after those before it, in one walk through the State. At most kMaxCards of them.
using NumberPair = std::pair<CardId, CardId>;
void exchange_numbers(const Matchup& m, State& s, std::span<const NumberPair> pairs);

// Numbers of cards before and after a disguise.
class Disguise {
 public:
  // Exchanges the numbers of the cards that the player does not know, throughout the State: those of the facedown cards in play
  // are then a function of what the player knows, the same for all decisions of a turn while that does not change, and all
  // hidden cards are equally likely to lend theirs, but for those that are named as known ones (exchange_numbers): they do when
  // there are no others. Nothing else that the player may see changes. A State that was disguised
  // for the player stays as it is. O(fields in use).
  Disguise(const Matchup& m, State& s, int player);

  // The action in the State as it was.
  Action undone(Action action) const;
  CardId original(CardId card) const { return original_[card]; }

 private:
  std::array<CardId, kMaxCards> original_{};  // by number in the disguised State
  bool names_ = false;                        // a name is chosen, not a card
  CardId source_, shown_source_;              // Choice::source before and after
};

}  // namespace archon
