#pragma once
// Hidden information as a type: what one player may know of a game. Agents receive a View and never the true State.
#include <cassert>
#include <optional>
#include <span>

#include "engine/core/matchup.h"
#include "engine/core/state.h"
#include "engine/core/zones.h"

namespace archon {

struct Inquiry;

class View {
 public:
  // `player` looks at the game. The View refers to both arguments.
  View(const Matchup& m, const State& s, int player) : m_(m), s_(s), player_(player) {}

  int player() const { return player_; }
  int opponent() const { return 1 - player_; }
  const Matchup& matchup() const { return m_; }  // both deck lists are public
  // Open information.
  bool over() const { return s_.over(); }
  int winner() const { return s_.winner(); }  // -1: none
  int active_player() const { return s_.active; }
  Step step() const { return s_.step; }
  HouseMask active_house() const { return s_.house; }
  int amber(int player) const { return s_.players[player].amber; }
  int keys(int player) const;  // number of forged keys
  int keys_left(int player) const { return m_.keys_to_win[static_cast<size_t>(player)] - keys(player); }  // to win
  int key_cost(int player) const;                                                                         // now
  int chains(int player) const { return s_.players[player].chains; }
  Tide tide() const { return s_.tide; }
  int turn() const { return s_.turn; }
  const Choice& choice() const { return s_.choice; }  // the pending decision, of this player
  // The pending decision is which creature choice().source fights.
  bool picks_defender() const;
  // The pending decision is whether the aember gained by reaping is taken from one of these cards.
  bool picks_reap_source() const;
  // The pending decision is which card is readied next in the ready step, or, when it can be stopped, whether one of these is.
  bool readies_cards() const { return s_.step == Step::Ready && s_.frame_count == 0; }
  // The pending decision is which card of the hand goes under the prophecy choice().source.
  bool places_prophecy() const;
  // The bonus icon for which a target is asked, or that may be resolved as something else.
  std::optional<Icon> asks_for_icon() const;
  // Of those that may replace it: the static of the option `index`, from 1; none for 0, which leaves it as it is.
  const Static* icon_replacement(int index) const;
  int hand_size(int player) const { return s_.count(Zone::Hand, player); }
  int deck_size(int player) const { return s_.count(Zone::Deck, player); }
  int archives_size(int player) const { return s_.count(Zone::Archives, player); }
  ZoneView battleline(int player) const { return zone_of(s_, Zone::Line, player); }  // left to right
  ZoneView artifacts(int player) const { return zone_of(s_, Zone::Artifacts, player); }
  ZoneView discard(int player) const { return zone_of(s_, Zone::Discard, player); }  // top first
  ZoneView purged(int player) const { return zone_of(s_, Zone::Purged, player); }
  CardSet upgrades(CardId host) const;
  ZoneView reference(int player) const { return zone_of(s_, Zone::Reference, player); }  // archon power, active prophecies
  ZoneView inactive(int player) const { return zone_of(s_, Zone::Inactive, player); }    // prophecies that may be made active
  bool prophesied() const { return s_.prophesied; }  // the active player has made a prophecy active this turn
  std::span<const LastingEffect> lasting() const { return {s_.lasting, s_.lasting_count}; }
  // Damage that the ability which resolves has gathered for a creature and not yet dealt, before armor.
  int pending_damage(CardId creature) const {
    int sum = 0;
    for (int i = 0; i < s_.pending_count; ++i)
      if (s_.pending[i].to == creature) sum += s_.pending[i].amount;
    return sum;
  }
  // Cards of one's own hidden zones.
  ZoneView hand() const { return zone_of(s_, Zone::Hand, player_); }
  ZoneView archives() const { return zone_of(s_, Zone::Archives, player_); }

  // What a card is; only for cards this player may see (sees(card)). A facedown card in play is seen as the token creature that
  // it is; which card of the deck it is only its controller knows (rulebook 18.4, TOKEN CREATURES).
  bool sees(CardId card) const { return s_.in_play(card) || sees_elsewhere(card); }
  bool knows(CardId card) const {  // which card of the deck it is
    if (s_.cards[card].has(player_ == 0 ? kKnownTo0 : kKnownTo1)) return true;
    return s_.cards[card].zone != Zone::Deck && !s_.hides_face(card) && sees(card);
  }
  const Card& card(CardId card) const {  // damage, aember, flags, derived power, armor, keywords, houses
    assert(sees(card));
    return s_.cards[card];
  }
  const Definition& definition(CardId card) const {  // facts
    assert(sees(card));
    return m_.program->definitions[s_.cards[card].definition];
  }
  HouseMask houses(CardId card) const;
  // The value of an expression of the program for an ability, its cards, or the cards that fit a selector: as far as the
  // inquiry tells, and nothing when it depends on what this player does not know.
  std::optional<int> value(uint16_t expr, const Inquiry& inquiry) const;
  std::optional<CardSet> cards(uint16_t expr, const Inquiry& inquiry) const;
  std::optional<CardSet> fitting(uint16_t selector, const Inquiry& inquiry) const;
  // The instruction that asks the pending choice; -1 when no ability asks it.
  int asking_instruction() const;
  bool controls(CardId card) const { return s_.cards[card].controller == player_; }

  // A complete State that this player can't tell from the true one: hidden cards dealt again, chance drawn anew. All that the
  // player knows stays. Positions that the player can't tell apart give the same State for the same `rng`. Facedown cards in
  // play that the player doesn't know have the numbers of their disguise (engine/view/disguise.h). O(cards).
  State deal(SmallRng& rng) const;

 private:
  bool sees_elsewhere(CardId card) const;
  bool knows(uint16_t needs, const Inquiry& inquiry) const;
  State deal_hidden(SmallRng& rng) const;  // of a State that needs no disguise

  const Matchup& m_;
  const State& s_;
  int player_;
};

}  // namespace archon
