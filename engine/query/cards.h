#pragma once
// Questions about single cards.
#include "engine/core/program.h"
#include "engine/core/state.h"

namespace archon {

// Houses a card belongs to, in or out of play.
HouseMask houses_of(const Matchup& m, const State& s, CardId card);
// An artifact that was put into a battleline is a creature (Auto-Legionary).
CardType type_of(const Matchup& m, const State& s, CardId card);

// Whether it is a creature by what is printed on it, or a token creature.
bool prints_creature(const Matchup& m, const State& s, CardId card);
bool prints_trait(const Matchup& m, const State& s, CardId card, uint8_t trait);
bool is_creature(const Matchup& m, const State& s, CardId card);                      // also a token creature
bool prints_keyword(const Matchup& m, const State& s, CardId card, Keyword keyword);  // its text, whatever it gains or loses
inline bool has_keyword(const State& s, CardId card, Keyword keyword) { return s.cards[card].keywords & keyword_bit(keyword); }

// Battleline (rulebook 18.4, BATTLELINE, NEIGHBOR, FLANK, CENTER). All of them are empty or false for cards not in a
// battleline.
int others_in_line(const State& s, CardId card);            // of its controller
std::array<CardId, 2> beside(const State& s, CardId card);  // left and right neighbor; kNoCard where there is none
CardSet neighbors(const State& s, CardId card);
CardSet last_neighbors(const State& s, CardId card);  // those it had when it left the battleline that are still in one
CardSet on_side(const State& s, CardId card, LineSide side);
CardSet last_on_side(const State& s, CardId card, LineSide side);  // likewise, of a card that left the battleline
int former_place(const State& s, CardId card);                     // the index it would have in the battleline that it has left
bool on_flank(const State& s, CardId card);                        // or "is a flank creature" by an effect
bool in_center(const State& s, CardId card);

// Creatures of both players.
CardSet creatures_in_play(const State& s);
// Upgrades attached to a card; cards lying under it, its other half left out.
CardSet upgrades_on(const State& s, CardId card);
CardSet cards_beneath(const State& s, CardId card);

// Gigantic creatures (rulebook 18.4, GIGANTIC). The second half of one in play, kNoCard for other cards; the cards of a set
// that are the other half of a card outside of play.
CardId half_under(const Matchup& m, const State& s, CardId card);
CardSet other_halves(const Matchup& m, CardSet among, CardId card);

// Which token creature a facedown card in play is, if it is no copy of another card for the time being (rulebook 18.4, TOKEN
// CREATURES).
uint16_t token_of(const Matchup& m, const State& s, CardId card);

// Whether several of these cards are picked in increasing order.
inline bool picks_in_order(const State& s, CardSet candidates) {
  for (CardId card : candidates)
    if (s.hides_face(card)) return false;
  return true;
}

// The cards of a set in an order that both players may know, whatever these cards are: by number those that both know and those
// that lie nowhere in particular in a deck, then the others by where they lie, from left to right and from the oldest on. What
// happens to several cards in turn goes by it, so that neither the places they come to lie in nor the order of what they
// trigger tells a number. O(cards of the game).
class OpenOrder {
 public:
  OpenOrder(const Matchup& m, const State& s, CardSet cards);
  const CardId* begin() const { return cards_; }
  const CardId* end() const { return cards_ + count_; }
  CardId first() const { return count_ ? cards_[0] : kNoCard; }

 private:
  int count_ = 0;
  CardId cards_[kMaxCards];
};

int armor_left(const State& s, CardId card);

}  // namespace archon
