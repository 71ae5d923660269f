#include "engine/core/zones.h"

#include <algorithm>
#include <cassert>

#include "engine/core/card_set.h"
#include "engine/core/chance.h"

namespace archon {
namespace {

int segment(Zone zone, int player) { return static_cast<int>(zone) * 2 + player; }

// The index of a card in State::order. Both players' parts of a zone lie side by side.
int place_of(const State& s, CardId card) {
  const int begin = s.begin(s.cards[card].zone, 0), end = s.end(s.cards[card].zone, 1);
  const void* found = std::memchr(s.order + begin, card, static_cast<size_t>(end - begin));
  assert(found && "card is in no zone");
  return static_cast<int>(static_cast<const CardId*>(found) - s.order);
}

int segment_of(const State& s, CardId card) {
  const int first = segment(s.cards[card].zone, 0);
  return place_of(s, card) < s.start[first + 1] ? first : first + 1;
}

// Moves the card at an index of State::order to another segment, or within one, to a place that counts without it. Returns its
// new index.
int move_in_order(State& s, int from, int at, int to, int place) {
  CardId* const order = s.order;
  const CardId card = order[at];
  const int begin = s.start[to] - (from < to), last = s.start[to + 1] - (from <= to);
  const int end = place == kBottom ? last : std::min(begin + place, last);
  if (end > at)
    std::memmove(order + at, order + at + 1, static_cast<size_t>(end - at));
  else
    std::memmove(order + end + 1, order + end, static_cast<size_t>(at - end));
  order[end] = card;
  for (int i = from + 1; i <= to; ++i) --s.start[i];
  for (int i = to + 1; i <= from; ++i) ++s.start[i];
  return end;
}

// Where in deck[from, size) the next card of an unordered deck is.
int draw_index(State& s, const CardId* deck, int player, int from, int size, ChanceKind kind) {
  const int index = from + static_cast<int>(s.rng[player].below(static_cast<uint32_t>(size - from)));
  if (!chance_source) [[likely]]
    return index;
  CardSet outcomes;
  for (int i = from; i < size; ++i) outcomes.add(deck[i]);
  const CardId card =
      chance_source->choose({.kind = kind, .player = static_cast<uint8_t>(player), .outcomes = outcomes, .drawn = deck[index]});
  return static_cast<int>(std::find(deck + from, deck + size, card) - deck);
}

}  // namespace

int position_of(const State& s, CardId card) { return place_of(s, card) - s.start[segment_of(s, card)]; }

int zone_player(const State& s, const Matchup& m, CardId card) {
  switch (s.cards[card].zone) {
    case Zone::Line:
    case Zone::Artifacts:
    case Zone::Attached:
      return s.cards[card].controller;
    case Zone::Archives:
      return segment_of(s, card) & 1;
    default:
      return m.cards[card].owner;
  }
}

void place(State& s, const Matchup& m, CardId card, Zone zone, int player, int index) {
  int at = place_of(s, card);
  const int first = segment(s.cards[card].zone, 0);
  int from = at < s.start[first + 1] ? first : first + 1;
  if (s.cards[card].zone == Zone::Deck && at - s.start[from] < s.players[from & 1].deck_fixed) --s.players[from & 1].deck_fixed;
  if (zone == Zone::Deck && index == kBottom) {
    const int aside = segment(Zone::Limbo, player);  // it is none of the cards whose order is fixed now
    at = move_in_order(s, from, at, aside, 0);
    from = aside;
    if (s.players[player].deck_fixed < s.count(Zone::Deck, player)) fix_deck_order(s, player);
    ++s.players[player].deck_fixed;
  } else if (zone == Zone::Deck && index <= s.players[player].deck_fixed) {
    ++s.players[player].deck_fixed;
  }
  move_in_order(s, from, at, segment(zone, player), index);
  if (m.watched_zones & (bit(s.cards[card].zone) | bit(zone))) s.dirty = 1;
  if ((kInPlayZones & bit(zone)) && !s.in_play(card)) s.cards[card].amber = 0;
  s.cards[card].zone = zone;
}

void fix_deck_order(State& s, int player) {
  CardId* deck = s.order + s.begin(Zone::Deck, player);
  const int size = s.count(Zone::Deck, player);
  for (int i = s.players[player].deck_fixed; i < size - 1; ++i) {
    std::swap(deck[i], deck[draw_index(s, deck, player, i, size, ChanceKind::Order)]);
  }
  s.players[player].deck_fixed = static_cast<uint8_t>(size);
}

void shuffle_deck(State& s, int player) {
  CardId* deck = s.order + s.begin(Zone::Deck, player);
  const int size = s.count(Zone::Deck, player);
  CardSet cards;
  for (int i = 0; i < size; ++i) cards.add(deck[i]);
  int place = 0;
  for (const CardId id : cards) {
    deck[place++] = id;  // rising: no trace of the old order
    Card& card = s.cards[id];
    card.flags = card.flags & ~(kKnownTo0 | kKnownTo1 | kWasToken);
  }
  s.players[player].deck_fixed = 0;
}

CardId top_of_deck(State& s, int player, int depth) {
  const int size = s.count(Zone::Deck, player);
  if (depth >= size) return kNoCard;
  CardId* deck = s.order + s.begin(Zone::Deck, player);
  uint8_t& fixed = s.players[player].deck_fixed;
  while (fixed <= depth) {
    std::swap(deck[fixed], deck[draw_index(s, deck, player, fixed, size, ChanceKind::Draw)]);
    ++fixed;
  }
  return deck[depth];
}

}  // namespace archon
