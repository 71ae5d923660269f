#pragma once
// Cards change zones: leaving play, discarding, archiving, drawing (rulebook 18.4, MOVEMENT BETWEEN ZONES).
#include "engine/core/event.h"
#include "engine/core/state.h"

namespace archon {

// Where a card goes: a zone of its owner, except archives, which may be the other player's.
struct Destination {
  Zone zone = Zone::Discard;
  int player = -1;  // -1: the owner
  int index = 0;    // position from the top; kBottom
};

// That a card leaves play. "Before" it leaves is for the "Leaves Play:" abilities of rulebook 1.3.
Event leave_event(const State& s, CardId card);

// Whether a card cannot leave the archives it lies in; archives_keep: while some ability keeps cards there.
bool archives_keep(const Matchup& m, State& s, CardId card);
inline bool kept_archived(const Matchup& m, State& s, CardId card) {
  return (s.static_mask & bit(StaticKind::KeepArchived)) && archives_keep(m, s, card);
}

// Moves a card from anywhere to an out-of-play zone with all that leaving play entails. A warded creature in play stays and
// loses its ward, and some cards cannot leave archives; false then. `destroyed`: the ward was already asked for.
bool move_card(const Matchup& m, State& s, CardId card, Destination to, bool destroyed = false);

// Turns a creature over: it stays where it is with all that is on it, as the token creature of its owner or, if it was one, as
// its printed card; what can't be in a battleline is discarded (rulebook 18.4, FLIP). False when its owner has no token
// creature.
bool flip_card(const Matchup& m, State& s, CardId card);

// Settles where cards stand that are about to leave play together, before the first of them goes.
void keep_places(State& s, CardSet cards);

// Puts a card under another one, which is in play or an active prophecy. Facedown the controller of that one knows it, and the
// other player when it lay open before. False when it stays where it is; nothing lies under itself.
bool put_under(const Matchup& m, State& s, CardId card, CardId holder, bool facedown);

// Puts a card that would be discarded facedown under another one instead, after both players have seen it.
bool keep_under(const Matchup& m, State& s, CardId card, CardId host);

// Discards a card from hand, deck or archives, with its event.
void discard_card(const Matchup& m, State& s, CardId card);

// Draws cards one by one, making a new deck of the discard pile when the deck is empty. Returns how many,
// before something is done instead of drawing one: that goes on with the rest. `settled`: not instead of the first.
int draw_cards(const Matchup& m, State& s, int player, int count, bool settled = false);

// Turns the top cards of decks up that lie faceup as long as an effect says so.
void reveal_tops(const Matchup& m, State& s);

// Shuffles the deck of a player, with the event.
void shuffle(const Matchup& m, State& s, int player);

// Shuffles the discard pile into the deck.
void reset_deck(const Matchup& m, State& s, int player);

// The player has shuffled cards of the own discard pile into the deck: that is the pile when none is left in it (rulebook 18.4,
// FAQ Sabira the Medium).
void emit_shuffled(const Matchup& m, State& s, int player);

// Ends the lasting effects for which `ends(effect)` holds.
template <class Ends>
void end_lasting(State& s, Ends ends) {
  for (int i = 0; i < s.lasting_count; ++i) {
    if (s.lasting[i].body == kNone || !ends(s.lasting[i])) continue;
    s.lasting[i].body = kNone;
    s.dirty = 1;
  }
}
// Whether all that the body of a lasting effect says is what the cards are to which it is bound: their house, their traits.
bool says_what_cards_are(const Program& program, const LastingBody& body);
// Removes ended effects from the list; only when nothing refers to them by index (between turns).
void compact_lasting(State& s);

}  // namespace archon
