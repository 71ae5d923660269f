#pragma once
// What lies on the table, as people see it: what a log names. A small part of a State, without anything unfinished or derived.
#include <array>
#include <compare>
#include <vector>

#include "engine/core/state.h"

namespace archon {

// The marks of a card that a log names, of CardFlag.
inline constexpr uint32_t kMarks = kExhausted | kStunned | kWarded | kEnraged | kFacedown;

struct BoardCard {
  Zone zone = Zone::Deck;
  uint8_t side = 0;         // whose zone it lies in
  CardId host = kNoCard;    // what it is attached to or lies under
  uint8_t damage = 0;       // the following are 0 out of play
  uint8_t counters = 0;     // +1 power counters
  uint8_t armor_used = 0;   // armor that has prevented damage this turn
  uint16_t amber = 0;       // on the card
  uint16_t definition = 0;  // what it is: another card for copies and token creatures
  uint32_t marks = 0;       // of kMarks

  friend bool operator==(const BoardCard&, const BoardCard&) = default;
};

struct BoardPlayer {
  uint16_t amber = 0;
  uint8_t keys = 0;  // mask of forged colours, as Player::keys
  uint8_t chains = 0;
  uint8_t extra_turns = 0;

  friend bool operator==(const BoardPlayer&, const BoardPlayer&) = default;
};

// Lasting effects in force of one card, for one player and one time.
struct BoardEffects {
  CardId source = kNoCard;
  uint8_t player = 0;
  Clock clock = Clock::ThisTurn;
  uint8_t number = 0;

  friend auto operator<=>(const BoardEffects&, const BoardEffects&) = default;
};

struct Board {
  std::array<BoardCard, kMaxCards> cards{};
  // The cards of each zone of each player (zone * 2 + player), in the order of State::order; decks by number, for their order
  // is hidden.
  std::array<std::vector<CardId>, 2 * kZones> zones;
  std::vector<std::array<uint8_t, 3>> counters;  // card, kind (engine/core/counters.h), number: rising by card and kind
  std::vector<BoardEffects> effects;             // rising
  std::array<BoardPlayer, 2> players{};
  Tide tide = Tide::Neutral;
  uint8_t active = 0;
  uint16_t turn = 0;
  Step step = Step::Setup;
  HouseMask house = 0;
  Result result = Result::Playing;

  friend bool operator==(const Board&, const Board&) = default;
};

// O(cards).
Board board_of(const Matchup& m, const State& s);

}  // namespace archon
