#include "engine/core/zones.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>

#include "engine/rules/setup.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

struct Table {
  Matchup m = test::matchup_of(0, 1);
  State s{};
  Table() {
    clear_state(m, s);
    for (int player = 0; player < 2; ++player) s.rng[player].state = static_cast<uint64_t>(player) + 5;
  }
};

}  // namespace

TEST_CASE("all cards begin in their owners' decks") {
  Table t;
  CHECK(t.s.count(Zone::Deck, 0) == 36);
  CHECK(t.s.count(Zone::Deck, 1) == 36);
  for (int player = 0; player < 2; ++player)
    for (CardId card : zone_of(t.s, Zone::Deck, player)) CHECK(t.m.cards[card].owner == player);
}

TEST_CASE("cards are placed where they are told to") {
  Table t;
  place(t.s, t.m, 3, Zone::Line, 0, kBottom);
  place(t.s, t.m, 5, Zone::Line, 0, 0);
  place(t.s, t.m, 40, Zone::Line, 1, kBottom);
  place(t.s, t.m, 7, Zone::Line, 0, 1);
  CHECK(t.s.count(Zone::Line, 0) == 3);
  CHECK(t.s.at(Zone::Line, 0, 0) == 5);
  CHECK(t.s.at(Zone::Line, 0, 1) == 7);
  CHECK(t.s.at(Zone::Line, 0, 2) == 3);
  CHECK(position_of(t.s, 3) == 2);
  CHECK(t.s.at(Zone::Line, 1, 0) == 40);
  CHECK(t.s.cards[7].zone == Zone::Line);
  place(t.s, t.m, 5, Zone::Discard, 0, 0);
  place(t.s, t.m, 7, Zone::Discard, 0, 0);
  CHECK(t.s.at(Zone::Discard, 0, 0) == 7);
  CHECK(t.s.at(Zone::Discard, 0, 1) == 5);
  CHECK(t.s.at(Zone::Line, 0, 0) == 3);
}

TEST_CASE("the zones stay a partition of all cards however they are moved") {
  Table t;
  SmallRng rng{11};
  for (int move = 0; move < 2000; ++move) {
    const auto card = static_cast<CardId>(rng.below(72));
    const auto zone = static_cast<Zone>(rng.below(6));
    const int player = zone == Zone::Line || zone == Zone::Archives ? static_cast<int>(rng.below(2)) : t.m.cards[card].owner;
    t.s.cards[card].controller = static_cast<uint8_t>(player);
    const int there = t.s.count(zone, player) - (t.s.cards[card].zone == zone && zone_player(t.s, t.m, card) == player);
    place(t.s, t.m, card, zone, player,
          rng.below(2) ? kBottom : static_cast<int>(rng.below(static_cast<uint32_t>(std::max(0, there) + 1))));
  }
  std::set<int> seen;
  for (int zone = 0; zone < kZones; ++zone)
    for (int player = 0; player < 2; ++player)
      for (CardId card : zone_of(t.s, static_cast<Zone>(zone), player)) {
        CHECK(seen.insert(card).second);
        CHECK(static_cast<int>(t.s.cards[card].zone) == zone);
      }
  CHECK(seen.size() == 72);
  for (int player = 0; player < 2; ++player) CHECK(t.s.players[player].deck_fixed <= t.s.count(Zone::Deck, player));
}

TEST_CASE("the top of a deck is settled when it is looked at, and stays") {
  Table t;
  const CardId first = top_of_deck(t.s, 0);
  CHECK(t.s.players[0].deck_fixed == 1);
  CHECK(top_of_deck(t.s, 0) == first);
  const CardId third = top_of_deck(t.s, 0, 2);
  CHECK(t.s.players[0].deck_fixed == 3);
  CHECK(top_of_deck(t.s, 0) == first);
  CHECK(top_of_deck(t.s, 0, 2) == third);
  place(t.s, t.m, first, Zone::Hand, 0, kBottom);
  CHECK(t.s.players[0].deck_fixed == 2);
  CHECK(top_of_deck(t.s, 0, 1) == third);
}

TEST_CASE("a card put on top of the deck is drawn next, one below it last") {
  Table t;
  place(t.s, t.m, 3, Zone::Hand, 0, kBottom);
  place(t.s, t.m, 5, Zone::Hand, 0, kBottom);
  place(t.s, t.m, 3, Zone::Deck, 0, 0);
  CHECK(top_of_deck(t.s, 0) == 3);
  place(t.s, t.m, 5, Zone::Deck, 0, kBottom);
  CHECK(t.s.players[0].deck_fixed == 36);
  CHECK(top_of_deck(t.s, 0, 35) == 5);
  CHECK(top_of_deck(t.s, 0) == 3);
  CHECK(top_of_deck(t.s, 0, 36) == kNoCard);
}

TEST_CASE("a place beyond the end of a zone is its end") {
  Table t;
  for (CardId card : {CardId{4}, CardId{7}}) place(t.s, t.m, card, Zone::Hand, 0, 30);
  place(t.s, t.m, 9, Zone::Hand, 0, 1);
  CHECK(t.s.count(Zone::Hand, 0) == 3);
  place(t.s, t.m, 4, Zone::Hand, 0, 3);  // the places are counted without the card
  CHECK(std::ranges::equal(zone_of(t.s, Zone::Hand, 0), std::array<CardId, 3>{9, 7, 4}));
  CHECK(t.s.count(Zone::Deck, 0) == 33);
}

TEST_CASE("shuffling leaves no trace of the order") {
  Table t;
  fix_deck_order(t.s, 0);
  t.s.cards[4].set(kKnownTo0);
  State other = t.s;
  std::swap(other.order[other.begin(Zone::Deck, 0)], other.order[other.begin(Zone::Deck, 0) + 9]);
  shuffle_deck(t.s, 0);
  shuffle_deck(other, 0);
  CHECK(t.s.players[0].deck_fixed == 0);
  CHECK_FALSE(t.s.cards[4].has(kKnownTo0));
  CHECK(std::memcmp(t.s.order, other.order, sizeof other.order) == 0);
}

TEST_CASE("every card is on top equally often") {
  Table t;
  std::vector<int> counts(36);
  constexpr int kRounds = 7200;
  for (int i = 0; i < kRounds; ++i) {
    shuffle_deck(t.s, 0);
    ++counts[top_of_deck(t.s, 0)];
  }
  double chi_square = 0;
  for (int count : counts) chi_square += (count - 200.0) * (count - 200.0) / 200.0;
  CHECK(chi_square < 80);  // 0.1 % quantile of 35 degrees of freedom: 66.6
}
