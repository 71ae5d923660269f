#pragma once
// Internal to building positions: the cards and decks (position_cards.cpp), the State (position_state.cpp), and what has
// happened before (position_history.cpp).
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "engine/facts/facts.h"
#include "engine/position/position.h"

namespace archon::position_builder {

// One card of the position and where it lies.
struct Placed {
  const PositionCard* card = nullptr;
  Zone zone = Zone::Deck;
  int side = 0;   // whose zone
  int host = -1;  // index in the list, of what it is attached to or lies under
  int owner = 0;
  int definition = -1;
  CardId id = kNoCard;
  bool half = false;  // of the gigantic creature it lies under
};

class Builder {
 public:
  explicit Builder(const Position& position) : position_(position) {}

  PositionResult build();

 private:
  void build_game();
  void collect(int side);
  void add(const PositionCard& card, Zone zone, int side, int host = -1);
  void add_half(const CardFacts& first, int host);
  void check_defined(int definition);
  void check_type(const Placed& placed, const CardFacts& facts);
  void add_token(TokenCreature& token, const std::string& id);
  uint16_t reverse_of(const PositionCard& card);
  void set_prophecy(const Placed& placed);
  void make_matchup();
  void make_refs();
  void make_state();
  void put_cards();
  void make_token(const Placed& placed, Card& card);
  void set_card(const Placed& placed);
  void set_players();
  void set_result();
  void add_history();
  void check_history();
  void add_log(const std::vector<std::string>& refs, EventType type, bool counts);
  void add_effect(const PositionEffect& from);
  uint8_t keep(const std::optional<std::vector<std::string>>& refs);
  CardId find(const std::string& ref);
  void number_cards();
  HouseMask houses(const Placed& placed) const;
  HouseMask identity(int side) const;

  const Position& position_;
  std::vector<Placed> list_;
  std::deque<PositionCard> unlisted_;  // halves of gigantic creatures in play, archon powers
  PositionResult result_;
  PositionGame* game_ = nullptr;
};

}  // namespace archon::position_builder
